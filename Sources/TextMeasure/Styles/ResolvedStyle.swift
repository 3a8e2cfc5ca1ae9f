import CHarfBuzz
import CICU

/// A style with the fonts that it uses; made by ``TextMeasurer/resolve(_:)``.
public final class ResolvedStyle: Sendable {
  /// The style.
  public let style: TextStyle
  /// The style's key in caches: an equal style that is resolved again finds the text that was measured before.
  let identity: StyleIdentity
  /// Runs whose styles have one key are shaped together (TextRules T32).
  let shapingIdentity: StyleIdentity
  /// The faces in the order in which they are tried.
  public var faces: [FontFace] { fonts.map(\.face) }

  let fonts: [ScaledFont]
  /// The fonts with those in colour first, for clusters that ask for emoji.
  let emojiFonts: [ScaledFont]
  let language: FontLanguage
  let features: [hb_feature_t]
  let opportunities: LineBreakOpportunities
  /// Whether full-width punctuation loses its blank half (TextRules T17).
  let trims: Bool
  /// Spacing in 16.16.
  let letterSpacing: Int32
  let wordSpacing: Int32
  /// The height of a line in 1/64; nil if its fonts decide.
  let lineHeight: Int32?
  /// The indent of first lines in 1/64.
  let indent: Int32
  /// What is added between ideographs and letters of other scripts, in 16.16.
  let autospace: Int32
  /// The width of the hyphen of a soft hyphen in 1/64.
  let hyphenWidth: Int32
  /// The words that were shaped before; nil if kerning or a substitution of a font crosses spaces.
  let words: WordCache?
  /// The hyphen of a soft hyphen.
  let hyphen: ContiguousArray<UInt16>

  /// Scales the faces of a style.
  ///
  /// - Parameter budget: what the words of all styles may take.
  init(_ style: TextStyle, _ faces: [FontFace], _ budget: WordBudget) {
    self.style = style
    identity = StyleIdentity(style)
    shapingIdentity = StyleIdentity(style.shaping)
    let fonts = faces.map { ScaledFont($0, style) }
    self.fonts = fonts
    emojiFonts =
      fonts.filter { $0.loaded.isColored } + fonts.filter { !$0.loaded.isColored }
    let features = Features.features(style)
    self.features = features
    let tags = Features.tagsTurnedOn(by: features)
    words =
      budget.byteLimit > 0
        && fonts.allSatisfy {
          $0.loaded.keepsWordsApart && !$0.loaded.looksAtSpaces(inFeatures: tags)
        }
      ? WordCache(budget) : nil
    let language = FontLanguage(style.lang)
    self.language = language
    letterSpacing = Int32(style.letterSpacing * 65536)
    wordSpacing = Int32(style.wordSpacing * 65536)
    trims = style.textSpacingTrim != .spaceAll && !Features.setsNarrower(style)
    opportunities = LineBreakOpportunities(style)
    lineHeight =
      switch style.lineHeight {
      case .points(let points): Int32((points * 64).rounded())
      case .multiple(let multiple):
        Int32(multiple * (style.fontSize * 64).rounded())
      case .normal: nil
      }
    indent = style.textIndent.map { Int32(($0.length * 64).rounded()) } ?? 0
    autospace =
      style.textAutospace == .normal ? Int32((Float(style.fontSize) / 8 * 65536).rounded()) : 0
    let primary = fonts[0]
    if let given = style.hyphenateCharacter {
      hyphen = ContiguousArray(given.utf16)
      let font = fonts.first { font in
        given.unicodeScalars.allSatisfy { font.hasGlyph($0.value) }
      }
      hyphenWidth = Pixels.ceiling((font ?? primary).width(of: hyphen, language, features))
    } else {
      let hyphen =
        primary.hasGlyph(hb_codepoint_t(Unit.hyphen)) ? Unit.hyphen : Unit.hyphenMinus
      self.hyphen = [hyphen]
      var glyph: hb_codepoint_t = 0
      _ = unsafe hb_font_get_nominal_glyph(primary.font, hb_codepoint_t(hyphen), &glyph)
      hyphenWidth = unsafe Pixels.ceiling(Int64(hb_font_get_glyph_h_advance(primary.font, glyph)))
    }
  }

  /// Whether the fonts of a line decide how high it is.
  var hasNormalLineHeight: Bool { lineHeight == nil }

  /// Returns the extents of a line of text in one of the fonts, with half of the leading on each side (TextRules T34).
  func lineExtents(_ font: Int = 0) -> LineExtents {
    let extents = fonts[font].extents
    let height = lineHeight ?? (extents.ascent + extents.descent + extents.lineGap) * 64
    let leading = height - (extents.ascent + extents.descent) * 64
    // Half of the leading, in whole points rounded down.
    let ascent = (extents.ascent + (leading >> 1) >> 6) * 64
    return LineExtents(ascent: ascent, descent: height - ascent)
  }

  /// Returns the number of a font in the order in which fonts are tried.
  func number(of font: ScaledFont) -> UInt8 {
    UInt8(truncatingIfNeeded: fonts.firstIndex { $0 === font } ?? 0)
  }

  /// A hash of the faces' files and of the versions of HarfBuzz and ICU.
  ///
  /// Equal fingerprints mean equal lines; services that share layouts compare them.
  public var fingerprint: String {
    var hash = StableHash()
    let harfBuzz = unsafe String(cString: hb_version_string())
    let icu = unsafe String(cString: tatami_icu_version())
    hash.combine("\(harfBuzz)/\(icu)")
    for font in fonts {
      let weight = font.variations.first { $0.tag == FontTag.tag("wght") }?.value ?? 0
      hash.combine("\(font.face.fileDigest)/\(font.face.index)/\(weight)")
      for other in font.variations where other.tag != FontTag.tag("wght") {
        hash.combine("\(other.tag)=\(other.value)")
      }
    }
    return hash.hexadecimal
  }
}

/// 128 bits of keyed hashes of a style's properties.
///
/// A measurer always resolves a style to the same fonts. Nobody can construct two styles with one identity, because the
/// process's SipHash is keyed; a random prefix makes the halves independent.
struct StyleIdentity: Hashable {
  let first: Int
  let second: Int

  private static let prefix = UInt64.random(in: 1 ... .max)

  init(_ style: TextStyle) {
    first = style.hashValue
    var hasher = Hasher()
    hasher.combine(Self.prefix)
    hasher.combine(style)
    second = hasher.finalize()
  }
}

/// FNV-1a with 64 bits, which is the same in every process.
struct StableHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Adds the bytes of a string and an end mark.
  mutating func combine(_ string: String) {
    for byte in string.utf8 { combine(byte) }
    combine(0xFF as UInt8)
  }

  private mutating func combine(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// The hash in 16 hexadecimal digits.
  var hexadecimal: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

/// Lengths in 1/64 of a point, in which lines are filled.
enum Pixels {
  /// Returns a width of 16.16 rounded up.
  static func ceiling(_ width: Int64) -> Int32 {
    Int32(min((width + 1023) >> 10, Int64(maximum)))
  }

  /// Returns the width of a part of a line, which passes through a number of 24 bits on its way.
  static func snapped(_ width: Int64) -> Int32 {
    let bits = width.bitWidth - width.magnitude.leadingZeroBitCount
    guard bits > 24 else { return max(0, ceiling(width)) }
    return max(0, ceiling(Int64(Float(width))))
  }

  /// Returns a length in points rounded down; 0 if it is negative or no number.
  static func floor(_ points: Double) -> Int32 {
    guard points > 0 else { return 0 }
    return Int32(min((points * 64).rounded(.down), Double(maximum)))
  }

  /// Returns the sum of two widths, at most the greatest length.
  static func sum(_ one: Int32, _ other: Int32) -> Int32 {
    Int32(min(Int64(one) + Int64(other), Int64(maximum)))
  }

  /// The greatest length; two of them can still be added.
  static let maximum: Int32 = 0x3FFF_FFFF
}
