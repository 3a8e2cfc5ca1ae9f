/// How a text is set, in CSS's terms; lengths are in points.
public struct TextStyle: Sendable, Hashable {
  /// The distance between two baselines.
  public enum LineHeight: Sendable, Hashable {
    /// Points; rounded to 1/64 of a point.
    case points(Double)
    /// A multiple of the font size; cut to 1/64 of a point.
    case multiple(Double)
  }

  /// Which white space collapses, and where lines may wrap (CSS `white-space`).
  public enum WhiteSpace: Sendable, Hashable {
    case normal, nowrap, pre, preWrap, preLine
  }

  /// Where words may break (CSS `word-break`).
  public enum WordBreak: Sendable, Hashable {
    case normal, keepAll, breakAll
  }

  /// Whether a word that is wider than a line may break anywhere (CSS `overflow-wrap`).
  public enum OverflowWrap: Sendable, Hashable {
    case normal, breakWord, anywhere
  }

  /// How strictly lines break between characters (CSS `line-break`).
  public enum LineBreak: Sendable, Hashable {
    case auto, loose, normal, strict, anywhere
  }

  /// The font sizes that a style may have, in points.
  public static let fontSizes = 0.01...512.0
  /// The weights that a style may have.
  public static let fontWeights = 1.0...1_000.0
  /// The greatest distance between two baselines, in points.
  public static let maxLineHeight = 65_536.0
  /// The greatest distance between two baselines, in font sizes.
  public static let maxLineHeightMultiple = 1_024.0
  /// The points that a style may add after a character or to a space.
  public static let spacings = -512.0...512.0
  /// The font sizes that a style may add after a character or to a space.
  public static let emSpacings = -1.0...1.0
  /// The widths that a tab may have, as numbers of spaces.
  public static let tabSizes = 0.0...1_000.0
  /// The greatest number of families in a style.
  public static let maxFamilies = 8

  /// The families, in the order in which they are tried for a character; 1 to `maxFamilies`.
  public var fontFamilies: [String] = []
  /// The size, in points; one of `fontSizes`.
  public var fontSize = 16.0
  /// The weight; one of `fontWeights`.
  public var fontWeight = 400.0
  /// Whether the style is italic.
  public var isItalic = false
  /// The distance between two baselines.
  public var lineHeight = LineHeight.multiple(1.4)
  /// Points added after each character; one of `spacings`.
  public var letterSpacing = 0.0
  /// Points added to each space; one of `spacings`.
  public var wordSpacing = 0.0
  /// Which white space collapses, and where lines may wrap.
  public var whiteSpace = WhiteSpace.normal
  /// Where words may break.
  public var wordBreak = WordBreak.normal
  /// Whether a word that is wider than a line may break anywhere.
  public var overflowWrap = OverflowWrap.breakWord
  /// How strictly lines break between characters.
  public var lineBreak = LineBreak.auto
  /// The language as a BCP 47 tag; empty if none is given.
  public var lang = ""
  /// The width of a tab, as a number of spaces; one of `tabSizes`.
  public var tabSize = 8.0
  /// The direction of paragraphs; nil if it is the container's.
  public var direction: HorizontalDirection?
  /// The number of lines after which a text is cut; nil if all are shown.
  public var maxLines: Int?

  /// Creates a style with every default, without families.
  public init() {}
}

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
      styles[number].fontFamilies = styles[number].fontFamilies.map(replacement)
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

/// Measures texts in the styles of one document.
///
/// An implementation may be called on several threads at once. Equal calls return equal results.
public protocol TextMeasuring: AnyObject, Sendable {
  /// Returns the height of a text whose lines are at most `width` points wide, in points.
  ///
  /// - Parameters:
  ///   - text: valid UTF-8.
  ///   - style: the number of the style in `TextStyles.styles`.
  ///   - width: the greatest width of a line, in points.
  ///   - budget: the budget charged for the work.
  /// - Throws: an error about the text without a path, or `LayoutError.cancelled` if the budget ended the
  ///   work.
  func height(
    of text: ArraySlice<UInt8>, style: Int, width: Double, _ budget: LayoutBudget
  ) throws(LayoutError) -> Double

  /// Returns the lines of a text as they are drawn: without spaces at their ends, with the hyphens of soft
  /// hyphens that end a line, and with an ellipsis if the text is cut.
  ///
  /// - Throws: as `height(of:style:width:_:)`.
  func lines(
    of text: ArraySlice<UInt8>, style: Int, width: Double, _ budget: LayoutBudget
  ) throws(LayoutError) -> [String]

  /// Returns the width of a text's longest line if lines only break where the text demands it, in points.
  ///
  /// - Throws: as `height(of:style:width:_:)`.
  func naturalWidth(
    of text: ArraySlice<UInt8>, style: Int, _ budget: LayoutBudget
  ) throws(LayoutError) -> Double
}
