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
    /// What the fonts of each line ask for.
    case normal
  }

  /// Which white space collapses, and where lines may wrap.
  public enum WhiteSpace: String, Sendable, Hashable, CaseIterable {
    case normal, nowrap, pre
    case preWrap = "pre-wrap"
    case preLine = "pre-line"
    /// As `preWrap`, but spaces at the end of a line do not hang: those that do not fit begin the next one.
    case breakSpaces = "break-spaces"
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

  /// Whether lines break at soft hyphens.
  public enum Hyphens: String, Sendable, Hashable, CaseIterable {
    case manual, none
  }

  /// Where the blank half of full-width punctuation goes away.
  public enum TextSpacingTrim: String, Sendable, Hashable, CaseIterable {
    /// Between punctuation, and at the end of a line if that lets it fit.
    case normal
    /// Nowhere.
    case spaceAll = "space-all"
    /// As `normal`, and at the start of lines but the first one and those after newlines.
    case spaceFirst = "space-first"
    /// As `normal`, and at the start of each line.
    case trimStart = "trim-start"
  }

  /// Whether an eighth of the font size is added between ideographs and letters or digits of other scripts.
  public enum TextAutospace: String, Sendable, Hashable, CaseIterable {
    case noAutospace = "no-autospace"
    case normal
  }

  /// Whether pairs of letters are kerned.
  public enum FontKerning: String, Sendable, Hashable, CaseIterable {
    case auto, normal, none
  }

  /// The forms that stand for capital or small letters.
  public enum FontVariantCaps: String, Sendable, Hashable, CaseIterable {
    case normal
    case smallCaps = "small-caps"
    case allSmallCaps = "all-small-caps"
    case petiteCaps = "petite-caps"
    case allPetiteCaps = "all-petite-caps"
    case unicase
    case titlingCaps = "titling-caps"
  }

  /// A form of digits and fractions.
  public enum FontVariantNumeric: String, Sendable, Hashable, CaseIterable {
    case liningNums = "lining-nums"
    case oldstyleNums = "oldstyle-nums"
    case proportionalNums = "proportional-nums"
    case tabularNums = "tabular-nums"
    case diagonalFractions = "diagonal-fractions"
    case stackedFractions = "stacked-fractions"
    case ordinal
    case slashedZero = "slashed-zero"
  }

  /// A kind of ligatures that is used, or not used.
  public enum FontVariantLigatures: String, Sendable, Hashable, CaseIterable {
    /// No ligatures at all, and no letters that look at others.
    case none
    case commonLigatures = "common-ligatures"
    case noCommonLigatures = "no-common-ligatures"
    case discretionaryLigatures = "discretionary-ligatures"
    case noDiscretionaryLigatures = "no-discretionary-ligatures"
    case historicalLigatures = "historical-ligatures"
    case noHistoricalLigatures = "no-historical-ligatures"
    case contextual
    case noContextual = "no-contextual"
  }

  /// The value of a feature of OpenType, or of an axis of a variable font.
  public struct FontSetting: Sendable, Hashable {
    /// Four letters or digits, such as `tnum` or `wght`.
    public var tag: String
    /// The value; a whole number for a feature.
    public var value: Double

    /// Creates a setting.
    public init(_ tag: String, _ value: Double) {
      self.tag = tag
      self.value = value
    }
  }

  /// The indent of the first line.
  public struct TextIndent: Sendable, Hashable {
    /// The indent in points; negative if the line begins before the others.
    public var length: Double
    /// Whether all lines are indented but the first one.
    public var hanging = false
    /// Whether a line after a newline counts as a first one.
    public var eachLine = false

    /// Creates the indent of the first line.
    public init(length: Double, hanging: Bool = false, eachLine: Bool = false) {
      self.length = length
      self.hanging = hanging
      self.eachLine = eachLine
    }
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
  /// The widths that a tab may have, in points.
  public static let tabLengths = 0.0...16_384.0
  /// The widths of faces that a style may ask for, in percent of the normal one.
  public static let fontStretches = 50.0...200.0
  /// The values of a feature of OpenType.
  public static let featureValues = 0.0...65_535.0
  /// The values of an axis of a variable font.
  public static let variationValues = -32_768.0...32_767.0
  /// The indents that a style may have, in points.
  public static let indents = -16_384.0...16_384.0
  /// The indents that a style may have, in font sizes.
  public static let emIndents = -64.0...64.0
  /// The greatest number of features, and of axes, in a style.
  public static let maxSettings = 32
  /// The greatest length of the end of a cut line, in UTF-16 units.
  public static let maxClampEndLength = 64
  /// The greatest length of a hyphen, in UTF-16 units.
  public static let maxHyphenLength = 16
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
  /// What a line ends with that `maxLines` cuts; nil if that is `…`.
  public var lineClampEnd: String?
  /// Features of OpenType, each tag at most once; they come after those of the other properties.
  public var fontFeatureSettings: [FontSetting] = []
  /// Values of the axes of variable fonts, each tag at most once; they come after those of the weight and the width.
  public var fontVariationSettings: [FontSetting] = []
  /// Whether pairs of letters are kerned.
  public var fontKerning = FontKerning.auto
  /// The forms that stand for capital or small letters; nothing is scaled to imitate small capitals.
  public var fontVariantCaps = FontVariantCaps.normal
  /// The forms of digits and fractions.
  public var fontVariantNumeric: [FontVariantNumeric] = []
  /// The ligatures that are used, or not used.
  public var fontVariantLigatures: [FontVariantLigatures] = []
  /// The width of the faces, in percent of the normal one; one of `fontStretches`.
  public var fontStretch = 100.0
  /// The indent of the first line; nil if there is none.
  public var textIndent: TextIndent?
  /// Whether lines break at soft hyphens.
  public var hyphens = Hyphens.manual
  /// What a line shows that ends at a soft hyphen; nil if that is the font's hyphen.
  public var hyphenateCharacter: String?
  /// Where the blank half of full-width punctuation goes away.
  public var textSpacingTrim = TextSpacingTrim.normal
  /// Whether space is added between ideographs and letters or digits of other scripts.
  public var textAutospace = TextAutospace.noAutospace
  /// The width of a tab in points, one of `tabLengths`, instead of `tabSize`; nil if that counts.
  public var tabLength: Double?

  /// Creates a style with CSS's initial values for everything else, but `overflow-wrap: break-word`.
  public init(
    fontFamily: [String] = [], fontSize: Double = 16, lineHeight: LineHeight = .multiple(1.4)
  ) {
    self.fontFamily = fontFamily
    self.fontSize = fontSize
    self.lineHeight = lineHeight
  }
}
