import CHarfBuzz
import Glibc
import Synchronization

/// A face at a size and weight, as browsers set it (TextRules T12, T13); immutable, for any thread.
@safe final class ScaledFont: @unchecked Sendable {
  /// The face that is scaled.
  let face: FontFace
  let loaded: LoadedFace
  /// HarfBuzz's font, which gets its advances from this class.
  let font: OpaquePointer
  /// The weight on the axis of a variable face; nil in other faces.
  let weight: Float?
  /// The size after it is cut to hundredths of a point.
  let size: Float
  /// The glyph of the space.
  let spaceGlyph: hb_codepoint_t
  private let parent: OpaquePointer
  private let advances: UnitAdvances
  private let kerning: Mutex<[String: HanKerning.Metrics]> = Mutex([:])

  private static let functions = Functions()

  @safe private struct Functions: @unchecked Sendable {
    let pointer: OpaquePointer? = unsafe tatami_hb_create_advance_functions()
  }

  /// Scales a face.
  init(_ face: FontFace, size requested: Double, weight requestedWeight: Double) {
    self.face = face
    loaded = face.load()
    // In numbers of 24 bits, like Chromium: 16.8 becomes 16.79.
    size = (Float(requested) * 100).rounded(.down) / 100
    let isVariable = face.axes.contains { $0.tag == "wght" }
    weight =
      isVariable
      ? min(max(Float(requestedWeight), face.weights.lowerBound), face.weights.upperBound) : nil
    advances = loaded.unitAdvances(weight: weight)
    unsafe parent = unsafe hb_font_create(loaded.face)
    let scale = Int32(min(size * 65536, 0x7FFF_FF00))
    unsafe hb_font_set_scale(parent, scale, scale)
    if let weight { unsafe FontVariation.setWeight(weight, of: parent) }
    unsafe hb_font_make_immutable(parent)
    unsafe font = unsafe hb_font_create_sub_font(parent)
    // FreeType's size is in 1/64 of a pixel, and its scale a 16.16 number of those per unit.
    var table = unsafe tatami_hb_advances()
    unsafe table.units = unsafe UnsafePointer(advances.values.baseAddress)
    unsafe table.count = UInt32(loaded.glyphCount)
    if let strike = loaded.strike {
      unsafe table.is_strike = 1
      unsafe table.scale = Int32(size / Float(strike.pixelsPerEm) * 65536)
    } else {
      let size64 = Int64(size * 64)
      let units = Int64(loaded.unitsPerEm)
      unsafe table.scale = Int32((size64 * 65536 + units / 2) / units)
    }
    unsafe tatami_hb_set_advances(font, Self.functions.pointer, &table)
    unsafe hb_font_make_immutable(font)
    var glyph: hb_codepoint_t = 0
    _ = unsafe hb_font_get_nominal_glyph(font, 0x20, &glyph)
    spaceGlyph = glyph
  }

  deinit {
    unsafe hb_font_destroy(font)
    unsafe hb_font_destroy(parent)
  }

  /// Returns whether the font has a glyph of its own for a character.
  func hasGlyph(_ codePoint: hb_codepoint_t) -> Bool {
    var glyph: hb_codepoint_t = 0
    return unsafe hb_font_get_nominal_glyph(font, codePoint, &glyph) != 0
  }

  /// The advance of the space in pixels.
  var spaceWidth: Float {
    unsafe Float(hb_font_get_glyph_h_advance(font, spaceGlyph)) / 65536
  }

  /// Returns how the font's punctuation is set in a language.
  func hanKerning(_ language: FontLanguage) -> HanKerning.Metrics {
    kerning.withLock { known in
      if let metrics = known[language.tag] { return metrics }
      let metrics = HanKerning.Metrics(self, language)
      known[language.tag] = metrics
      return metrics
    }
  }
}

/// The language of a style, as HarfBuzz and the rules for Han punctuation take it.
@safe struct FontLanguage: @unchecked Sendable {
  let tag: String
  let language: hb_language_t?
  /// The script that Han characters are set in.
  let hanScript: hb_script_t

  /// Reads a BCP 47 tag; an empty one is English.
  init(_ lang: String) {
    tag = lang.isEmpty ? "en-US" : lang
    unsafe language = unsafe hb_language_from_string(tag, -1)
    let lower = tag.lowercased()
    let name =
      if lower.hasPrefix("ja") {
        "Jpan"
      } else if lower.hasPrefix("ko") {
        "Kore"
      } else if lower.hasPrefix("zh"),
        ["hant", "-tw", "-hk", "-mo"].contains(where: { lower.contains($0) })
      {
        "Hant"
      } else {
        "Hans"
      }
    hanScript = unsafe hb_script_from_string(name, -1)
  }
}

extension String {
  /// Returns whether the string contains another one, unit by unit.
  func contains(_ other: String) -> Bool {
    let units = Array(utf8)
    let sought = Array(other.utf8)
    guard sought.count <= units.count else { return false }
    return (0...units.count - sought.count).contains { start in
      units[start..<start + sought.count].elementsEqual(sought)
    }
  }
}
