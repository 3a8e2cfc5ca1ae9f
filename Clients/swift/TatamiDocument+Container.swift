// SPDX-License-Identifier: Apache-2.0
// A container, settings, an item by its fields and a text style, as documents have it: made of their JSON Schema by
// Tests/Generators/swift_types.py, not to be edited. What is nil is left out, and has the service's default.

/// A condition on the container's whole size and direction; bounds are inclusive. Without it, every container matches.
public struct TatamiCondition: Encodable, Sendable, Hashable {
  /// The least width that matches, in points.
  public var minWidth: Double?
  /// The greatest width that matches, in points.
  public var maxWidth: Double?
  /// The least height that matches, in points.
  public var minHeight: Double?
  /// The greatest height that matches, in points.
  public var maxHeight: Double?
  /// The reading direction that matches.
  public var direction: TatamiLayoutDirection?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    minWidth: Double? = nil,
    maxWidth: Double? = nil,
    minHeight: Double? = nil,
    maxHeight: Double? = nil,
    direction: TatamiLayoutDirection? = nil
  ) {
    self.minWidth = minWidth
    self.maxWidth = maxWidth
    self.minHeight = minHeight
    self.maxHeight = maxHeight
    self.direction = direction
  }
}

/// The view that shows the content.
public struct TatamiContainer: Encodable, Sendable, Hashable {
  /// Its width.
  public var width: Double
  /// Its height. Leave it out, so that a document has one id on all screens of a width, unless
  /// something reads it: horizontal scrolling, a fraction of the container's height, a `when` with
  /// heights, `sectionInset` `centered`, `minimumContentLength` `container`, or a `target-offset` of the
  /// whole content. If something reads a missing height, the response is 422 with the reason.
  public var height: Double?
  /// Space at its edges that layouts leave free. Layouts use the remaining size; coordinates start at
  /// its corner, offsets at −inset.
  public var contentInsets: TatamiDirectionalInsets?
  /// The safe area, measured from the container's edges (`contentInsetsReference`).
  public var safeAreaInsets: TatamiEdgeInsets?
  /// The layout margins, measured from the container's edges, as UIView reports them.
  public var layoutMargins: TatamiEdgeInsets?
  /// The greatest width of `readableContent`, in points; as wide as the layout margins leave if it is left out.
  public var readableContentWidth: Double?
  /// The distances from the container's edges, less `contentInsets`, within which a `target-offset` by
  /// `indexPath` shows an element, as CSS `scroll-padding`. At an edge at which elements are pinned, the
  /// greater of both counts, not their sum. Frames do not depend on it. Along an axis along which it
  /// would leave no space, it is 0.
  public var scrollPadding: TatamiEdgeInsets?
  /// `rtl`: the finished content is mirrored in its width; queries use mirrored coordinates.
  public var direction: TatamiLayoutDirection?
  /// Pixels a point, at least 2^-53: the attributes' x, y, width and height are each rounded to
  /// 1/scale, halves away from zero; magazine rounds item widths only. contentSize, section frames
  /// and imageHeight stay exact. Without `scale`, attributes are not rounded to pixels.
  public var scale: Double?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    width: Double,
    height: Double? = nil,
    contentInsets: TatamiDirectionalInsets? = nil,
    safeAreaInsets: TatamiEdgeInsets? = nil,
    layoutMargins: TatamiEdgeInsets? = nil,
    readableContentWidth: Double? = nil,
    scrollPadding: TatamiEdgeInsets? = nil,
    direction: TatamiLayoutDirection? = nil,
    scale: Double? = nil
  ) {
    self.width = width
    self.height = height
    self.contentInsets = contentInsets
    self.safeAreaInsets = safeAreaInsets
    self.layoutMargins = layoutMargins
    self.readableContentWidth = readableContentWidth
    self.scrollPadding = scrollPadding
    self.direction = direction
    self.scale = scale
  }
}

/// Settings for all sections together.
public struct TatamiConfiguration: Encodable, Sendable, Hashable {
  /// The axis along which sections are stacked.
  public enum ScrollDirection: String, Encodable, Sendable, Hashable {
    /// Content scrolls up and down.
    case vertical
    /// Content scrolls sideways.
    case horizontal
  }

  /// The least length of the content along the scroll axis.
  public enum MinimumContentLength: Encodable, Sendable, Hashable {
    /// Points.
    case length(Double)
    /// The container's length less its `contentInsets`.
    case container

    /// Encodes the value as it is in a document.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .length(let value): try container.encode(value)
      case .container: try container.encode("container")
      }
    }
  }

  /// Where sections are if they are shorter than the content.
  public enum ContentAlignment: String, Encodable, Sendable, Hashable {
    /// At the content's start.
    case start
    /// Centred.
    case center
    /// At the content's end.
    case end
  }

  /// The axis along which sections are stacked; justified and magazine support `vertical` only.
  public var scrollDirection: ScrollDirection?
  /// Points between two sections, whatever their layout types.
  public var interSectionSpacing: Double?
  /// Headers and footers of the whole layout; their index path is one number, `[n]`.
  public var boundarySupplementaryItems: [TatamiBoundaryItem]?
  /// The reference of sections without one; `automatic` is `safeArea`.
  public var contentInsetsReference: TatamiContentInsetsReference?
  /// The least length of the content along the scroll axis. `container` is the container's length less its
  /// `contentInsets`, so that short content fills the view.
  public var minimumContentLength: MinimumContentLength?
  /// Where the sections are if they are shorter than `minimumContentLength`. Headers of the whole layout stay
  /// at the content's start, and its footers at the end.
  public var contentAlignment: ContentAlignment?
  /// Whether a header that is pinned stays over the sections after its own, until the next pinned header pushes it
  /// away.
  public var headersPinAcrossSections: Bool?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    scrollDirection: ScrollDirection? = nil,
    interSectionSpacing: Double? = nil,
    boundarySupplementaryItems: [TatamiBoundaryItem]? = nil,
    contentInsetsReference: TatamiContentInsetsReference? = nil,
    minimumContentLength: MinimumContentLength? = nil,
    contentAlignment: ContentAlignment? = nil,
    headersPinAcrossSections: Bool? = nil
  ) {
    self.scrollDirection = scrollDirection
    self.interSectionSpacing = interSectionSpacing
    self.boundarySupplementaryItems = boundarySupplementaryItems
    self.contentInsetsReference = contentInsetsReference
    self.minimumContentLength = minimumContentLength
    self.contentAlignment = contentAlignment
    self.headersPinAcrossSections = headersPinAcrossSections
  }
}

/// An item by its fields.
public struct TatamiItemFields: Encodable, Sendable, Hashable {
  /// The width of an item in a magazine.
  public enum WidthMode: Encodable, Sendable, Hashable {
    /// The whole width less the section's insets.
    case full
    /// The whole width.
    case fullBleed
    /// An equal part of the width: this many in a row.
    case count(Int)

    /// Encodes the value as it is in a document.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .full: try container.encode("full")
      case .fullBleed: try container.encode("fullBleed")
      case .count(let value): try container.encode(value)
      }
    }
  }

  /// The height of an item in a magazine.
  public enum HeightMode: String, Encodable, Sendable, Hashable {
    /// The item's own height.
    case `static`
    /// The item's own height, until a measured height replaces it.
    case dynamic
    /// The height of the tallest item in its row.
    case stretch
  }

  /// The edge at which a row stands that is only as wide as its body.
  public enum BodyAlignment: String, Encodable, Sendable, Hashable {
    /// At the leading edge.
    case leading
    /// At the trailing edge.
    case trailing
  }

  /// Whether a list's row has separators.
  public enum Separators: Encodable, Sendable, Hashable {
    /// The list's appearance decides.
    case automatic
    /// The separator is hidden.
    case hidden
    /// The separator is shown.
    case visible
    /// One choice for each side.
    case itemSeparators(TatamiItemSeparators)

    /// Encodes the value as it is in a document.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .automatic: try container.encode("automatic")
      case .hidden: try container.encode("hidden")
      case .visible: try container.encode("visible")
      case .itemSeparators(let value): try container.encode(value)
      }
    }
  }

  /// The item's own id; echoed in its attributes as it was sent.
  public var id: TatamiItemID?
  /// What your page needs to show the item, such as `{"src": "a.jpg", "alt": "Kyoto"}`: any JSON of at
  /// most 4,096 bytes. It is kept as it is written and echoed in the item's attributes, except in columns,
  /// packed responses, pictures and style sheets.
  public var data: TatamiJSON?
  /// Points
  public var width: Double?
  /// Points
  public var height: Double?
  /// Width ÷ height; overrides width and height.
  public var aspectRatio: Double?
  /// Waterfall: points below the media, for text and buttons; the attributes then include
  /// `imageHeight`, the media's height.
  public var bodyHeight: Double?
  /// Text whose height Tatami measures: a waterfall item's caption below its media, or all of a list row,
  /// a flow item, a magazine item of `dynamic` height or a compositional item of estimated height. The
  /// attributes then include `bodyHeight`. Items of other layouts, and of layouts that scroll
  /// horizontally, cannot have a body (422).
  public var body: TatamiItemBody?
  /// Waterfall: the number of adjoining columns that the item covers.
  public var columnSpan: Int?
  /// The stacking order.
  public var zIndex: Int?
  /// Magazine: `full` is the whole row, `fullBleed` the whole row without `itemInsets`, and a number n one place in a row of n items.
  public var widthMode: WidthMode?
  /// Magazine: a `stretch` item takes the row's height; the others keep their own.
  public var heightMode: HeightMode?
  /// Justified: whether the item is alone in a row that it fills, as high as its ratio says and as
  /// `rowHeightRange` allows.
  public var fullWidth: Bool?
  /// List: the edge at which a row stands that is only as wide as its body (`fit-content`).
  public var bodyAlignment: BodyAlignment?
  /// List: whether there are separators above and below the row, and how far they are from its ends. Between two
  /// rows, `visible` overrides `hidden`, which overrides `automatic`.
  public var separators: Separators?
  /// The size that a view measured; it overrides the item's own.
  public var measured: TatamiMeasuredSize?
  /// Waterfall: the column in which the item begins, as an explicit lane of CSS; other items fill in around it,
  /// and `roundRobin` and `gridLanes` continue as if the item were not there.
  public var column: Int?
  /// Waterfall: the column in which an earlier version placed the item, as `keepColumns` writes it. `roundRobin`
  /// and `gridLanes` continue after the item. `column` takes precedence.
  public var keptColumn: Int?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    id: TatamiItemID? = nil,
    data: TatamiJSON? = nil,
    width: Double? = nil,
    height: Double? = nil,
    aspectRatio: Double? = nil,
    bodyHeight: Double? = nil,
    body: TatamiItemBody? = nil,
    columnSpan: Int? = nil,
    zIndex: Int? = nil,
    widthMode: WidthMode? = nil,
    heightMode: HeightMode? = nil,
    fullWidth: Bool? = nil,
    bodyAlignment: BodyAlignment? = nil,
    separators: Separators? = nil,
    measured: TatamiMeasuredSize? = nil,
    column: Int? = nil,
    keptColumn: Int? = nil
  ) {
    self.id = id
    self.data = data
    self.width = width
    self.height = height
    self.aspectRatio = aspectRatio
    self.bodyHeight = bodyHeight
    self.body = body
    self.columnSpan = columnSpan
    self.zIndex = zIndex
    self.widthMode = widthMode
    self.heightMode = heightMode
    self.fullWidth = fullWidth
    self.bodyAlignment = bodyAlignment
    self.separators = separators
    self.measured = measured
    self.column = column
    self.keptColumn = keptColumn
  }
}

/// How a text is set, by CSS's properties and with CSS's meanings. Lengths are points, and a point is CSS's
/// px. Every property that a page sets and that changes lines has to be here with the same value.
public struct TatamiTextStyle: Encodable, Sendable, Hashable {
  /// One font family, or several in order of preference.
  public enum FontFamily: Encodable, Sendable, Hashable {
    /// One family.
    case fontFamily(String)
    /// Several families, the preferred first.
    case fontFamilies([String])

    /// Encodes the value as it is in a document.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .fontFamily(let value): try container.encode(value)
      case .fontFamilies(let value): try container.encode(value)
      }
    }
  }

  /// The style of a font, as in CSS.
  public enum FontStyle: String, Encodable, Sendable, Hashable {
    /// The value `normal`.
    case normal
    /// The value `italic`.
    case italic
    /// The value `oblique`, which means an italic face, too.
    case oblique
  }

  /// The distance between two lines' baselines.
  public enum LineHeight: Encodable, Sendable, Hashable {
    /// Points.
    case length(Double)
    /// A multiple of the font's size.
    case multiple(Double)
    /// The value `normal`.
    case normal

    private enum Key: String, CodingKey { case multiple }

    /// Encodes the value as it is in a document.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .length(let value): try container.encode(value)
      case .multiple(let value):
        var keyed = encoder.container(keyedBy: Key.self)
        try keyed.encode(value, forKey: .multiple)
      case .normal: try container.encode("normal")
      }
    }
  }

  /// What white space does, as in CSS.
  public enum WhiteSpace: String, Encodable, Sendable, Hashable {
    /// The value `normal`.
    case normal
    /// The value `nowrap`: no line breaks.
    case nowrap
    /// The value `pre`: white space is kept, no lines are broken.
    case pre
    /// The value `pre-wrap`: white space is kept.
    case preWrap = "pre-wrap"
    /// The value `pre-line`: line breaks are kept.
    case preLine = "pre-line"
    /// The value `break-spaces`.
    case breakSpaces = "break-spaces"
  }

  /// Where words may be broken, as in CSS.
  public enum WordBreak: String, Encodable, Sendable, Hashable {
    /// The value `normal`.
    case normal
    /// The value `keep-all`.
    case keepAll = "keep-all"
    /// The value `break-all`.
    case breakAll = "break-all"
    /// The value `break-word`.
    case breakWord = "break-word"
  }

  /// Whether words that are longer than a line may be broken, as in CSS.
  public enum OverflowWrap: String, Encodable, Sendable, Hashable {
    /// The value `normal`.
    case normal
    /// The value `break-word`.
    case breakWord = "break-word"
    /// The value `anywhere`.
    case anywhere
  }

  /// How strict the rules for line breaks are, as in CSS.
  public enum LineBreak: String, Encodable, Sendable, Hashable {
    /// The value `auto`.
    case auto
    /// The value `loose`.
    case loose
    /// The value `normal`.
    case normal
    /// The value `strict`.
    case strict
    /// The value `anywhere`.
    case anywhere
  }

  /// How the breaks of a paragraph are chosen, as in CSS.
  public enum TextWrap: String, Encodable, Sendable, Hashable {
    /// The value `wrap`: line by line.
    case wrap
    /// The value `balance`: lines of equal length.
    case balance
    /// The value `pretty`: no short word alone on the last line.
    case pretty
  }

  /// How letters are changed, as in CSS.
  public enum TextTransform: String, Encodable, Sendable, Hashable {
    /// The value `none`.
    case `none`
    /// The value `uppercase`.
    case uppercase
    /// The value `lowercase`.
    case lowercase
    /// The value `capitalize`: words begin with capitals.
    case capitalize
  }

  /// How words are hyphenated, as in CSS.
  public enum Hyphens: String, Encodable, Sendable, Hashable {
    /// The value `manual`: only at soft hyphens.
    case manual
    /// The value `none`.
    case `none`
  }

  /// How a line that is wider than its box ends, as in CSS.
  public enum TextOverflow: String, Encodable, Sendable, Hashable {
    /// The value `clip`: cut off.
    case clip
    /// The value `ellipsis`: with `…`.
    case ellipsis
  }

  /// The indent of the first line.
  public enum TextIndent: Encodable, Sendable, Hashable {
    /// Points.
    case length(Double)
    /// A spacing for each direction.
    case each(TatamiTextIndent)

    /// Encodes the value as it is in a document.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .length(let value): try container.encode(value)
      case .each(let value): try container.encode(value)
      }
    }
  }

  /// Where the blank half of full-width punctuation goes away, as in CSS.
  public enum TextSpacingTrim: String, Encodable, Sendable, Hashable {
    /// The value `normal`.
    case normal
    /// Nowhere.
    case spaceAll = "space-all"
    /// Also at the start of each line but the first.
    case spaceFirst = "space-first"
    /// Also at the start of each line.
    case trimStart = "trim-start"
  }

  /// Whether space is added between ideographs and other letters, as in CSS.
  public enum TextAutospace: String, Encodable, Sendable, Hashable {
    /// No space is added.
    case noAutospace = "no-autospace"
    /// The value `normal`.
    case normal
  }

  /// Whether pairs of letters are kerned, as in CSS.
  public enum FontKerning: String, Encodable, Sendable, Hashable {
    /// The value `auto`.
    case auto
    /// The value `normal`.
    case normal
    /// The value `none`.
    case `none`
  }

  /// The forms of capital and small letters, as in CSS.
  public enum FontVariantCaps: String, Encodable, Sendable, Hashable {
    /// The value `normal`.
    case normal
    /// Small capitals for small letters.
    case smallCaps = "small-caps"
    /// Small capitals for all letters.
    case allSmallCaps = "all-small-caps"
    /// Petite capitals for small letters.
    case petiteCaps = "petite-caps"
    /// Petite capitals for all letters.
    case allPetiteCaps = "all-petite-caps"
    /// Small capitals for capitals.
    case unicase
    /// Capitals for titles.
    case titlingCaps = "titling-caps"
  }

  /// The families in the order in which they are tried for each character; `TATAMI_FALLBACK_FONTS` follow.
  /// An unknown family is 422; `GET /v1/fonts` lists those of the service.
  public var fontFamily: FontFamily
  /// The size of the font.
  public var fontSize: Double?
  /// The weight: a number, or `normal` (400, also without the field) or `bold` (700). Static faces are matched as CSS does; a variable
  /// face applies it on its `wght` axis.
  public var fontWeight: Double?
  /// Whether an italic or oblique face is chosen. Nothing is slanted to imitate one.
  public var fontStyle: FontStyle?
  /// Points, at most 65,536, rounded to 1/64; or a multiple of the font size. `1.5` is 1.5 points: write
  /// `{"multiple": 1.5}` for CSS's `line-height: 1.5`. `normal`: what the fonts of each line ask for.
  public var lineHeight: LineHeight
  /// Points added after each character, or a part of the font size.
  public var letterSpacing: Double?
  /// Points added to each space, or a part of the font size.
  public var wordSpacing: Double?
  /// Which white space collapses, and whether lines wrap.
  public var whiteSpace: WhiteSpace?
  /// Whether words may break between letters. CSS's old `break-word` means `overflowWrap` `anywhere`.
  public var wordBreak: WordBreak?
  /// Whether a word that is wider than a line is broken. The default is not CSS's (`normal`): set
  /// `overflow-wrap: break-word` in your page.
  public var overflowWrap: OverflowWrap?
  /// How strictly lines break, mostly in Chinese and Japanese.
  public var lineBreak: LineBreak?
  /// The language as a BCP 47 tag of at most 64 characters, as in HTML's `lang`; unknown if absent.
  public var lang: String?
  /// The width of a tab, as a number of spaces or in points.
  public var tabSize: Double?
  /// The direction of paragraphs; the container's if absent.
  public var direction: TatamiLayoutDirection?
  /// The number of lines after which the text is cut (`-webkit-line-clamp`); all if absent.
  public var maxLines: Int?
  /// How lines are filled: one after the other, or with breaks that are chosen together. `balance`: lines of equal length, in
  /// paragraphs of at most 6 lines. `pretty`: no short word alone on the last line. The number of lines is the same.
  public var textWrap: TextWrap?
  /// The case in which letters are shown. `lang` has rules of its own for `az`, `el`, `lt` and `tr`.
  public var textTransform: TextTransform?
  /// `manual`: words break at soft hyphens (U+00AD). `none`: soft hyphens are nothing.
  public var hyphens: Hyphens?
  /// What a line shows that ends at a soft hyphen, at most 16 UTF-16 units; `auto`: the font's hyphen.
  public var hyphenateCharacter: String?
  /// How a line of `nowrap` or `pre` that is wider than its box ends: cut off, or with `…`.
  public var textOverflow: TextOverflow?
  /// What a line ends with that `maxLines` cuts, at most 64 UTF-16 units; `…` if absent. Browsers draw `…`.
  public var lineClampEnd: String?
  /// The indent of the first line, in points or as a part of the font size.
  public var textIndent: TextIndent?
  /// Where the blank half of full-width punctuation goes away: between punctuation, and at the end of a line if that lets it
  /// fit (`normal`); nowhere (`space-all`); also at the start of each line (`trim-start`), or of each but the first (`space-first`).
  public var textSpacingTrim: TextSpacingTrim?
  /// `normal`: an eighth of the font size between ideographs and letters or digits of other scripts.
  public var textAutospace: TextAutospace?
  /// Features of OpenType.
  public var fontFeatureSettings: [String: Int]?
  /// Values of the axes of variable fonts.
  public var fontVariationSettings: [String: Double]?
  /// `none`: pairs of letters are not kerned.
  public var fontKerning: FontKerning?
  /// The forms of capital and small letters. Nothing is scaled to imitate small capitals.
  public var fontVariantCaps: FontVariantCaps?
  /// The forms of digits, as words with spaces between them: `lining-nums` or `oldstyle-nums`, `proportional-nums` or
  /// `tabular-nums`, `diagonal-fractions` or `stacked-fractions`, `ordinal`, `slashed-zero`; or `normal`.
  public var fontVariantNumeric: String?
  /// The ligatures, as words with spaces between them: `common-ligatures`, `discretionary-ligatures`, `historical-ligatures`,
  /// `contextual`, each also with `no-` before it; or `none`, or `normal`.
  public var fontVariantLigatures: String?
  /// The width of the faces in percent of the normal one, or CSS's word for it; 100 without the field.
  public var fontStretch: Double?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    fontFamily: FontFamily,
    fontSize: Double? = nil,
    fontWeight: Double? = nil,
    fontStyle: FontStyle? = nil,
    lineHeight: LineHeight,
    letterSpacing: Double? = nil,
    wordSpacing: Double? = nil,
    whiteSpace: WhiteSpace? = nil,
    wordBreak: WordBreak? = nil,
    overflowWrap: OverflowWrap? = nil,
    lineBreak: LineBreak? = nil,
    lang: String? = nil,
    tabSize: Double? = nil,
    direction: TatamiLayoutDirection? = nil,
    maxLines: Int? = nil,
    textWrap: TextWrap? = nil,
    textTransform: TextTransform? = nil,
    hyphens: Hyphens? = nil,
    hyphenateCharacter: String? = nil,
    textOverflow: TextOverflow? = nil,
    lineClampEnd: String? = nil,
    textIndent: TextIndent? = nil,
    textSpacingTrim: TextSpacingTrim? = nil,
    textAutospace: TextAutospace? = nil,
    fontFeatureSettings: [String: Int]? = nil,
    fontVariationSettings: [String: Double]? = nil,
    fontKerning: FontKerning? = nil,
    fontVariantCaps: FontVariantCaps? = nil,
    fontVariantNumeric: String? = nil,
    fontVariantLigatures: String? = nil,
    fontStretch: Double? = nil
  ) {
    self.fontFamily = fontFamily
    self.fontSize = fontSize
    self.fontWeight = fontWeight
    self.fontStyle = fontStyle
    self.lineHeight = lineHeight
    self.letterSpacing = letterSpacing
    self.wordSpacing = wordSpacing
    self.whiteSpace = whiteSpace
    self.wordBreak = wordBreak
    self.overflowWrap = overflowWrap
    self.lineBreak = lineBreak
    self.lang = lang
    self.tabSize = tabSize
    self.direction = direction
    self.maxLines = maxLines
    self.textWrap = textWrap
    self.textTransform = textTransform
    self.hyphens = hyphens
    self.hyphenateCharacter = hyphenateCharacter
    self.textOverflow = textOverflow
    self.lineClampEnd = lineClampEnd
    self.textIndent = textIndent
    self.textSpacingTrim = textSpacingTrim
    self.textAutospace = textAutospace
    self.fontFeatureSettings = fontFeatureSettings
    self.fontVariationSettings = fontVariationSettings
    self.fontKerning = fontKerning
    self.fontVariantCaps = fontVariantCaps
    self.fontVariantNumeric = fontVariantNumeric
    self.fontVariantLigatures = fontVariantLigatures
    self.fontStretch = fontStretch
  }
}
