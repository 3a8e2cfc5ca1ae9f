@_exported public import TextStyling

/// The text styles of a document, and the object that measures texts in them.
public struct TextStyles: Sendable {
  /// The greatest number of styles in a document.
  public static let maxCount = 64
  /// The greatest length of a style's name, in bytes of UTF-8.
  public static let maxNameBytes = 64

  /// The names, by the numbers that bodies refer to.
  public let names: [String]
  /// The styles, by the same numbers.
  public private(set) var styles: [TextStyle]
  /// The JSON text that the styles were read from; empty if they were not read from JSON.
  public let text: [UInt8]
  /// The object that measures texts; nil if the program cannot measure any.
  public var measurer: (any TextMeasuring)?
  /// The bodies that are not measured again; nil if every body is measured at its width.
  var kept: KeptBodies?

  /// Creates styles; `names` and `styles` have equal counts.
  public init(names: [String], styles: [TextStyle], text: [UInt8] = []) {
    self.names = names
    self.styles = styles
    self.text = text
  }

  /// Replaces the families of each style.
  package mutating func replaceFamilies(_ replacement: (String) -> String) {
    for number in styles.indices {
      styles[number].fontFamily = styles[number].fontFamily.map(replacement)
    }
  }

  /// The number of the document's only style, used by texts without a style; nil if there are several styles.
  var only: Int? { styles.count == 1 ? 0 : nil }

  /// The memory used, in bytes.
  var byteCount: Int {
    text.capacity + names.reduce(0) { $0 + $1.utf8.count + 16 }
      + styles.count * MemoryLayout<TextStyle>.stride
  }
}

/// A block of a body and its height, if that is known.
public struct BodyBlock: Sendable {
  /// Where the text's bytes are among those of all bodies of a chunk; empty if it is a space.
  public let range: Range<Int>
  /// The number of the text's style in `TextStyles.styles`.
  public let style: Int
  /// The greatest width of a line, in points.
  public let width: Double
  /// The height in points; NaN for a text that is not measured yet.
  public var height: Double
}

/// Measures texts in the styles of one document.
///
/// An implementation may be called on several threads at once. Equal calls return equal results.
public protocol TextMeasuring: AnyObject, Sendable {
  /// Returns the height of a text whose lines are at most `width` points wide, in points.
  ///
  /// - Parameters:
  ///   - text: valid UTF-8, or the bytes of `TextRuns`.
  ///   - style: the number of the style in `TextStyles.styles`.
  ///   - width: the greatest width of a line, in points.
  ///   - budget: the budget charged for the work.
  /// - Throws: an error about the text without a path, or `LayoutError.cancelled` if the budget ended the
  ///   work.
  func height(
    of text: ArraySlice<UInt8>, style: Int, width: Double, _ budget: LayoutBudget
  ) throws(LayoutError) -> Double

  /// Sets the heights of those texts that had their width before, without measuring any.
  ///
  /// A measurer that does not implement it sets none.
  ///
  /// - Parameters:
  ///   - texts: the blocks of bodies; a block whose height is NaN is a text to look up.
  ///   - bytes: the bytes that the texts' ranges are in.
  /// - Complexity: O(bytes of the texts).
  func setKnownHeights(of texts: inout [BodyBlock], in bytes: ArraySlice<UInt8>)

  /// Returns the lines of a text as they are drawn: without spaces at their ends, with the hyphens of soft
  /// hyphens that end a line, and with an ellipsis if the text is cut.
  ///
  /// - Parameter changesCase: whether the lines have the case in which the style shows them, not the text's own.
  /// - Throws: as `height(of:style:width:_:)`.
  func lines(
    of text: ArraySlice<UInt8>, style: Int, width: Double, changesCase: Bool,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> [String]

  /// Returns the lines of a text as they are drawn, and where each is.
  ///
  /// A measurer that does not implement it has the lines of `lines(of:style:width:changesCase:_:)`, all equally high.
  ///
  /// - Parameter isDetailed: whether lines have details although no part of the text needs them to be drawn.
  /// - Throws: as `height(of:style:width:_:)`.
  func placedLines(
    of text: ArraySlice<UInt8>, style: Int, width: Double, changesCase: Bool, isDetailed: Bool,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> TextLines

  /// Returns the width of a text's longest line if lines only break where the text demands it, in points.
  ///
  /// - Throws: as `height(of:style:width:_:)`.
  func naturalWidth(
    of text: ArraySlice<UInt8>, style: Int, _ budget: LayoutBudget
  ) throws(LayoutError) -> Double
}
