/// The limits of any document.
///
/// They keep numbers exact and memory in proportion. A service sets its own limits below them.
public enum LayoutLimits {
  /// Sections of a document: each takes some hundred bytes even if it is empty.
  public static let maxSections = 100_000
  /// Items of a document, in all sections together: some of their numbers are stored in 32 bits.
  public static let maxItems = 100_000_000
  /// Points from the content's start to its end along the scroll axis: 68,719,476,736.
  ///
  /// Sums of lengths within this limit are exact (LayoutRules I1, I4).
  public static let maxScrollLength: Double = 0x1p36
  /// Points of any one length, and from the content's origin to any point across the scroll axis.
  ///
  /// Whole numbers of points up to 2^53 are exact.
  public static let maxContentLength: Double = 0x1p53
  /// Headers, footers, side items and decorations of one section: they are searched one by one.
  public static let maxElementsPerSection = 10_000
  /// Headers, footers, side items, decorations, and supplementaries of items and groups in a document.
  ///
  /// Supplementaries of items and groups take no memory, but are found and written one by one.
  public static let maxElements = 1_000_000
  /// Headers, footers, side items and decorations that take memory; sections that are alike count once.
  public static let maxStoredElements = 250_000
  /// Frames in groups of sections that have layouts of their own; a supplementary counts as four.
  ///
  /// A short document may have a long group in every section.
  public static let maxTemplateFrames = 500_000
  /// Steps of a document's work for items that cover several columns, about half a second's.
  ///
  /// A visit to a node of a tree is one step, a run of columns is eight.
  public static let maxSpanSteps = 1 << 28
  /// Bytes that a prepared layout may use; if it needs more, the rest is not laid out.
  ///
  /// A 32-bit `Int` cannot represent the number.
  public static let maxByteCount: Int64 = 1 << 33
  /// The least number of pixels per point: one pixel is then as long as `maxContentLength`.
  public static let minScale: Double = 0x1p-53
  /// The greatest number of pixels per point; screens have up to 4.
  public static let maxScale: Double = 1000
}

extension LayoutError {
  /// The error for a document with more elements besides cells than `LayoutLimits.maxElements`.
  static func tooManyElements(at path: DocumentPath) -> LayoutError {
    LayoutError(
      path,
      "makes the document have more than \(LayoutLimits.maxElements) headers, footers, "
        + "decorations and supplementaries of items and groups")
  }
}
