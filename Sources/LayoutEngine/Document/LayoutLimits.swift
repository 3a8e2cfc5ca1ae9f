/// What any document may hold at most: bounds that keep numbers exact and memory in proportion; a
/// service sets its own below them.
public enum LayoutLimits {
  /// Sections of a document: each costs some hundred bytes even when it is empty.
  public static let maxSections = 100_000
  /// Items of a document, all sections together: they are numbered with 32 bits in places.
  public static let maxItems = 100_000_000
  /// Points from the content's start to its end along the scroll axis, which sums of lengths are exact
  /// within (LayoutRules I1, I4): 68,719,476,736.
  public static let maxScrollLength: Double = 0x1p36
  /// Points of any one length, and from the content's origin to anything across the scroll axis: up to
  /// 2^53 whole points are exact.
  public static let maxContentLength: Double = 0x1p53
  /// Headers, footers, side items and decorations of one section: they are searched one by one.
  public static let maxElementsPerSection = 10_000
  /// The same of a document, all sections together, and the supplementaries of items and groups, which
  /// take no memory but are found and written one by one.
  public static let maxElements = 1_000_000
  /// Headers, footers, side items and decorations that take memory, sections that are alike counted
  /// once.
  public static let maxStoredElements = 250_000
  /// Frames in groups of sections that have layouts of their own, a supplementary counting as four:
  /// a short document may have a long group in every section.
  public static let maxTemplateFrames = 500_000
  /// Steps of a document's work for items that cover several columns, about half a second's:
  /// visiting a node of a tree is one, a run of columns eight.
  public static let maxSpanSteps = 1 << 28
  /// Bytes that a prepared layout may hold; beyond it the rest is not laid out.
  ///
  /// An `Int` of 32 bits cannot hold the number.
  public static let maxByteCount: Int64 = 1 << 33
  /// Pixels a point: one pixel is not larger than anything that can be laid out.
  public static let minScale: Double = 0x1p-53
  /// Pixels a point; screens have up to 4.
  public static let maxScale: Double = 1000
}

extension LayoutError {
  /// The error of a document with more elements beside cells than `LayoutLimits.maxElements`.
  static func tooManyElements(at path: DocumentPath) -> LayoutError {
    LayoutError(
      path,
      "brings the document to more than \(LayoutLimits.maxElements) headers, footers, "
        + "decorations and supplementaries of items and groups")
  }
}
