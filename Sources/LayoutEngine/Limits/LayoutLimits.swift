/// The limits of any document.
///
/// They keep numbers exact and memory in proportion. A service sets its own limits below them.
public enum LayoutLimits {
  /// The greatest number of sections of a document: each takes some hundred bytes even if it is empty.
  public static let maxSections = 100_000
  /// The greatest number of items in all sections together: some item numbers are stored in 32 bits.
  public static let maxItems = 100_000_000
  /// The greatest length of the content along the scroll axis, in points: 68,719,476,736.
  ///
  /// Sums of lengths within this limit are exact (LayoutRules I1, I4).
  public static let maxScrollLength: Double = 0x1p36
  /// The greatest length of any element, and the greatest distance across the scroll axis of any point from
  /// the content's origin, in points.
  ///
  /// Whole numbers of points up to 2^53 are exact.
  public static let maxContentLength: Double = 0x1p53
  /// The greatest length of an item's data as JSON text, in bytes.
  public static let maxItemDataBytes = 4_096
  /// The greatest number of headers, footers, side items and decorations of one section: queries search them
  /// one by one.
  public static let maxElementsPerSection = 10_000
  /// The greatest number of elements besides cells in a document: headers, footers, side items, decorations,
  /// and supplementaries of items and groups.
  ///
  /// Supplementaries of items and groups take no memory, but are found and written one by one.
  public static let maxElements = 1_000_000
  /// The greatest number of headers, footers, side items and decorations that a layout stores.
  ///
  /// Sections that share these elements count them once.
  public static let maxStoredElements = 250_000
  /// The greatest number of frames in the groups of all layouts that sections have of their own; a
  /// supplementary counts as four frames.
  ///
  /// A short document may have a long group in every section.
  public static let maxTemplateFrames = 500_000
  /// The greatest number of steps that a document may need, for items that cover several columns, text and whatever
  /// else is counted in steps: about half a second of work.
  ///
  /// A visit to a node of a tree is one step, a visit to a run of columns is eight.
  public static let maxSteps = 1 << 28
  /// The most bytes that a prepared layout may use; a document that needs more is refused, and the rest of it
  /// is not laid out.
  ///
  /// An `Int64`, because a 32-bit `Int` cannot represent the number.
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
