/// The properties of a text that its lines depend on, named and defined as in CSS; lengths are in points.
///
/// ```swift
/// var style = TextStyle(fontFamily: ["Inter"], fontSize: 16, lineHeight: .points(22))
/// style.fontWeight = 600
/// style.maxLines = 2
/// ```
public struct TextStyle: Sendable, Hashable {
  /// Whether upright or italic faces are chosen; nothing is slanted to imitate an italic.
  public enum FontStyle: String, Sendable, Hashable, CaseIterable {
    case normal, italic
  }

  /// The distance between two baselines.
  public enum LineHeight: Sendable, Hashable {
    /// Points; rounded to 1/64 of a point.
    case points(Double)
    /// A multiple of the font size; cut to 1/64 of a point.
    case multiple(Double)
  }

  /// Which white space collapses, and where lines may wrap.
  public enum WhiteSpace: String, Sendable, Hashable, CaseIterable {
    case normal, nowrap, pre
    case preWrap = "pre-wrap"
    case preLine = "pre-line"
  }

  /// Where words may break.
  public enum WordBreak: String, Sendable, Hashable, CaseIterable {
    case normal
    case keepAll = "keep-all"
    case breakAll = "break-all"
  }

  /// Whether a word that is wider than a line may break anywhere.
  public enum OverflowWrap: String, Sendable, Hashable, CaseIterable {
    case normal
    case breakWord = "break-word"
    case anywhere
  }

  /// How strictly the rules of line breaking apply, mostly in Chinese and Japanese.
  public enum LineBreak: String, Sendable, Hashable, CaseIterable {
    case auto, loose, normal, strict, anywhere
  }

  /// Whether lines are filled one after the other, or their breaks are chosen together.
  public enum TextWrap: String, Sendable, Hashable, CaseIterable {
    case wrap
    /// Lines of equal length, in paragraphs of at most 6 lines.
    case balance
    /// No short word alone on the last line.
    case pretty
  }

  /// The case in which letters are shown.
  public enum TextTransform: String, Sendable, Hashable, CaseIterable {
    case none, uppercase, lowercase
    /// Words begin with capitals.
    case capitalize
  }

  /// How a line of `nowrap` or `pre` that is wider than its box ends.
  public enum TextOverflow: String, Sendable, Hashable, CaseIterable {
    case clip, ellipsis
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
  public var fontFamily: [String]
  /// The size, in points; one of `fontSizes`.
  public var fontSize: Double
  /// The distance between two baselines.
  public var lineHeight: LineHeight
  /// The weight; one of `fontWeights`.
  public var fontWeight = 400.0
  /// Whether upright or italic faces are chosen.
  public var fontStyle = FontStyle.normal
  /// Points added after each character; one of `spacings`.
  public var letterSpacing = 0.0
  /// Points added to each word separator; one of `spacings`.
  public var wordSpacing = 0.0
  /// Which white space collapses, and where lines may wrap.
  public var whiteSpace = WhiteSpace.normal
  /// Where words may break.
  public var wordBreak = WordBreak.normal
  /// Whether a word that is wider than a line may break anywhere.
  ///
  /// The default differs from CSS's: a word that sticks out of a card is never wanted.
  public var overflowWrap = OverflowWrap.breakWord
  /// How strictly the rules of line breaking apply.
  public var lineBreak = LineBreak.auto
  /// The language as a BCP 47 tag; empty if none is given.
  public var lang = ""
  /// The width of a tab, as a number of spaces; one of `tabSizes`.
  public var tabSize = 8.0
  /// The direction of paragraphs; nil if it is the container's, or left to right without a container.
  public var direction: HorizontalDirection?
  /// The number of lines after which a text is cut; nil if all are shown.
  public var maxLines: Int?
  /// Whether lines are filled one after the other, or their breaks are chosen together.
  public var textWrap = TextWrap.wrap
  /// The case in which letters are shown.
  public var textTransform = TextTransform.none
  /// How a line of `nowrap` or `pre` that is wider than its box ends.
  public var textOverflow = TextOverflow.clip

  /// Creates a style with CSS's initial values for everything else, but `overflow-wrap: break-word`.
  public init(
    fontFamily: [String] = [], fontSize: Double = 16, lineHeight: LineHeight = .multiple(1.4)
  ) {
    self.fontFamily = fontFamily
    self.fontSize = fontSize
    self.lineHeight = lineHeight
  }
}
