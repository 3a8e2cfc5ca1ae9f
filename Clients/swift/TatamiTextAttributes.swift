// SPDX-License-Identifier: Apache-2.0
// How texts are drawn that the service has measured.

/// The attributes with which a text view draws a `TatamiTextStyle`, as plain values.
///
/// Core Text and the service break most lines alike if the app bundles the very font files that the service measures with
/// (`GET /v1/fonts`), but no line is promised: Core Text has rules of its own for breaking lines, letter spacing and
/// fallback fonts. Give a cell the frame that the service returns, and let its label shrink or cut a line that differs.
///
/// UIKit has no counterpart of features of OpenType, `textIndent` and `hyphenateCharacter` here, and none of `lang`, `overflowWrap`, `tabSize`, `wordSpacing`, and of `whiteSpace` other than `normal`,
/// `nowrap` and `pre-wrap`: collapse white space before you draw a text in another one.
public struct TatamiTextAttributes: Sendable, Hashable {
  /// How a paragraph wraps, as UIKit's `NSLineBreakMode` and `NSParagraphStyle.LineBreakStrategy` say it.
  public enum Wrapping: Sendable, Hashable {
    /// Between words; a word that is wider than a line is broken.
    case words
    /// Anywhere (`wordBreak` `break-all`, or `lineBreak` `anywhere`).
    case characters
    /// Never (`whiteSpace` `nowrap` or `pre`).
    case never
  }

  /// The families, in the order in which they are tried for each character.
  public var families: [String]
  /// The size of the font, in points.
  public var fontSize: Double
  /// CSS's weight, from 1 to 1,000.
  public var cssWeight: Double
  /// The weight on UIKit's scale from −1 to 1 (`UIFont.Weight.rawValue`).
  public var weight: Double
  /// Whether an italic face is chosen.
  public var isItalic: Bool
  /// The height of each line, in points: the paragraph's least and greatest line height; 0 if the fonts decide (`normal`).
  public var lineHeight: Double
  /// Points added after each character (`NSAttributedString.Key.kern`).
  public var kern: Double
  /// How the paragraph wraps.
  public var wrapping: Wrapping
  /// Whether words of Korean stay whole (`wordBreak` `keep-all`).
  public var keepsWordsWhole: Bool
  /// The direction of the paragraph; nil if the style gives none, and the container's applies.
  public var direction: TatamiLayoutDirection?
  /// The number of lines after which the text is cut (`UILabel.numberOfLines`); 0 if there is no limit.
  public var numberOfLines: Int

  /// Creates the attributes of a style.
  public init(_ style: TatamiTextStyle) {
    families =
      switch style.fontFamily {
      case .fontFamily(let family): [family]
      case .fontFamilies(let families): families
      }
    fontSize = style.fontSize ?? 16
    cssWeight = style.fontWeight ?? 400
    weight = Self.weight(ofCSS: style.fontWeight ?? 400)
    isItalic = style.fontStyle == .italic || style.fontStyle == .oblique
    // As the service rounds them: points and the font's size to 1/64, and multiples down to 1/64.
    lineHeight =
      switch style.lineHeight {
      case .length(let points): (points * 64).rounded() / 64
      case .multiple(let multiple): ((fontSize * 64).rounded() * multiple).rounded(.down) / 64
      case .normal: 0
      }
    kern = style.letterSpacing ?? 0
    wrapping =
      if style.whiteSpace == .nowrap || style.whiteSpace == .pre {
        .never
      } else if style.wordBreak == .breakAll || style.lineBreak == .anywhere {
        .characters
      } else {
        .words
      }
    keepsWordsWhole = style.wordBreak == .keepAll
    direction = style.direction
    numberOfLines = style.maxLines ?? 0
  }

  /// The weights of CSS and of UIKit that have one name: ultraLight, thin, light, regular, medium, semibold, bold, heavy
  /// and black.
  ///
  /// CSS calls 100 thin and 200 ultra-light, and UIKit's ultraLight is lighter than its thin: 100 is the lightest.
  private static let weights: [(css: Double, uiKit: Double)] = [
    (100, -0.8), (200, -0.6), (300, -0.4), (400, 0), (500, 0.23), (600, 0.3), (700, 0.4),
    (800, 0.56),
    (900, 0.62),
  ]

  /// Returns a weight on UIKit's scale; weights between two named ones are interpolated.
  ///
  /// - Parameter css: CSS's weight; weights beyond 100 and 900 are those of the nearest named one.
  public static func weight(ofCSS css: Double) -> Double {
    guard let next = weights.firstIndex(where: { $0.css >= css }) else { return 0.62 }
    guard next > 0 else { return -0.8 }
    let (lower, upper) = (weights[next - 1], weights[next])
    return lower.uiKit + (upper.uiKit - lower.uiKit) * (css - lower.css) / (upper.css - lower.css)
  }

  /// Returns the distance by which glyphs are raised so that they are in the middle of their lines, like in CSS.
  ///
  /// UIKit puts the height that a line has beyond its font's above the glyphs
  /// (`NSAttributedString.Key.baselineOffset`); versions of UIKit before iOS 16.4 raised them by twice this value.
  ///
  /// - Parameter fontLineHeight: the font's own height of a line, in points (`UIFont.lineHeight`).
  public func baselineOffset(fontLineHeight: Double) -> Double {
    lineHeight > 0 ? (lineHeight - fontLineHeight) / 2 : 0
  }
}
