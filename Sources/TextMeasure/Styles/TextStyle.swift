/// The properties of a text that its lines depend on, named and defined as in CSS; lengths are in points.
///
/// ```swift
/// var style = TextStyle(fontFamily: ["Inter"], fontSize: 16, lineHeight: .points(22))
/// style.fontWeight = 600
/// style.maxLines = 2
/// ```
public struct TextStyle: Hashable, Sendable {
  /// Whether upright or italic faces are chosen; nothing is slanted to imitate an italic.
  public enum FontStyle: String, Hashable, Sendable, CaseIterable {
    case normal, italic
  }

  /// The height of a line.
  public enum LineHeight: Hashable, Sendable {
    /// A height in points.
    case points(Double)
    /// A multiple of the font size.
    case multiple(Double)
  }

  /// How white space is collapsed, and whether lines wrap.
  public enum WhiteSpace: String, Hashable, Sendable, CaseIterable {
    case normal, nowrap, pre
    case preWrap = "pre-wrap"
    case preLine = "pre-line"
  }

  /// Whether words may break between letters.
  public enum WordBreak: String, Hashable, Sendable, CaseIterable {
    case normal
    case keepAll = "keep-all"
    case breakAll = "break-all"
  }

  /// Whether a word that is wider than a line is broken.
  public enum OverflowWrap: String, Hashable, Sendable, CaseIterable {
    case normal, anywhere
    case breakWord = "break-word"
  }

  /// How strictly the rules of line breaking apply, mostly in Chinese and Japanese.
  public enum LineBreak: String, Hashable, Sendable, CaseIterable {
    case auto, loose, normal, strict, anywhere
  }

  /// The direction of the container.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
  }

  /// The families in the order of preference, at most ``maximumFamilyCount``.
  public var fontFamily: [String]
  /// The size of the font, greater than 0 and at most ``maximumFontSize``.
  public var fontSize: Double
  /// The height of a line.
  public var lineHeight: LineHeight
  /// The weight, 1 to 1000.
  public var fontWeight = 400.0
  /// Whether upright or italic faces are chosen.
  public var fontStyle = FontStyle.normal
  /// The space that is added after each character.
  public var letterSpacing = 0.0
  /// The space that is added to each word separator.
  public var wordSpacing = 0.0
  /// How white space is collapsed, and whether lines wrap.
  public var whiteSpace = WhiteSpace.normal
  /// Whether words may break between letters.
  public var wordBreak = WordBreak.normal
  /// Whether a word that is wider than a line is broken.
  ///
  /// The default differs from CSS's: a word that sticks out of a card is never wanted.
  public var overflowWrap = OverflowWrap.breakWord
  /// How strictly the rules of line breaking apply.
  public var lineBreak = LineBreak.auto
  /// The language as a BCP 47 tag; empty if it is not known.
  public var lang = ""
  /// The number of spaces that a tab stop is wide.
  public var tabSize = 8.0
  /// The direction of the container.
  public var direction = Direction.leftToRight
  /// The number of lines after which a text is cut; nil if all lines are shown.
  public var maxLines: Int?

  /// The number of families that a style may list.
  public static let maximumFamilyCount = 8
  /// The greatest font size.
  public static let maximumFontSize = 512.0

  /// Creates a style with CSS's initial values for everything else, but `overflow-wrap: break-word`.
  public init(fontFamily: [String], fontSize: Double, lineHeight: LineHeight) {
    self.fontFamily = fontFamily
    self.fontSize = fontSize
    self.lineHeight = lineHeight
  }

  /// Whether lines wrap at the container's width.
  var wraps: Bool { whiteSpace != .nowrap && whiteSpace != .pre }

  /// Whether spaces and tabs are kept.
  var preservesSpaces: Bool { whiteSpace == .pre || whiteSpace == .preWrap }

  /// Whether newlines end lines.
  var preservesNewlines: Bool { preservesSpaces || whiteSpace == .preLine }
}
