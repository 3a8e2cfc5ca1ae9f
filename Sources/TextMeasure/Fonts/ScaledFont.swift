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
  /// The values of the axes of a variable face; empty in other faces.
  let variations: [FontVariation]
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

  /// The distances from the baseline that the face asks for, in whole points.
  let extents: FontExtents

  /// Scales a face to the size of a style, with its weight, width and settings on the axes of a variable face.
  init(_ face: FontFace, _ style: TextStyle) {
    self.face = face
    loaded = face.load()
    // In numbers of 24 bits, like Chromium: 16.8 becomes 16.79.
    size = (Float(style.fontSize) * 100).rounded(.down) / 100
    variations = FontVariation.variations(of: face, style)
    advances = loaded.unitAdvances(variations)
    unsafe parent = unsafe hb_font_create(loaded.face)
    let scale = Int32(min(size * 65536, 0x7FFF_FF00))
    unsafe hb_font_set_scale(parent, scale, scale)
    unsafe FontVariation.set(variations, of: parent)
    unsafe hb_font_make_immutable(parent)
    extents = unsafe FontExtents(parent)
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

  /// Returns the width of a text that has one script, in 16.16.
  func width(
    of units: ContiguousArray<UInt16>, _ language: FontLanguage, _ features: [hb_feature_t]
  ) -> Int64 {
    unsafe ShapingBuffers.withBuffer { buffer in
      unsafe units.withUnsafeBufferPointer {
        unsafe hb_buffer_add_utf16(
          buffer, $0.baseAddress, Int32($0.count), 0, Int32($0.count))
      }
      unsafe hb_buffer_set_language(buffer, language.language)
      unsafe hb_buffer_guess_segment_properties(buffer)
      unsafe hb_shape(font, buffer, features, UInt32(features.count))
      var count: UInt32 = 0
      let positions = unsafe UnsafeBufferPointer(
        start: hb_buffer_get_glyph_positions(buffer, &count), count: Int(count))
      return unsafe positions.reduce(Int64(0)) { sum, position in sum + Int64(position.x_advance) }
    }
  }

  /// The advance of the space in pixels.
  var spaceWidth: Float {
    unsafe Float(hb_font_get_glyph_h_advance(font, spaceGlyph)) / 65536
  }

  /// Half the height of small letters, in points (TextRules T35).
  var halfXHeight: Double {
    var height: hb_position_t = 0
    if unsafe hb_ot_metrics_get_position(font, HB_OT_METRICS_TAG_X_HEIGHT, &height) != 0, height > 0
    {
      return Double(height) / 65536 / 2
    }
    // Fonts without the number: the height of their x, in whole points.
    var glyph: hb_codepoint_t = 0
    var box = hb_glyph_extents_t()
    guard unsafe hb_font_get_nominal_glyph(font, 0x78, &glyph) != 0,
      unsafe hb_font_get_glyph_extents(font, glyph, &box) != 0
    else { return Double(size) / 4 }
    return (Double(box.y_bearing) / 65536).rounded(.up) / 2
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

/// The distances from the baseline that a font asks for, in whole points (TextRules T34).
struct FontExtents: Equatable {
  let ascent: Int32
  let descent: Int32
  let lineGap: Int32

  /// Reads the extents of a font whose scale is its size in 16.16.
  init(_ font: OpaquePointer) {
    var extents = hb_font_extents_t()
    _ = unsafe hb_font_get_h_extents(font, &extents)
    func rounded(_ value: hb_position_t) -> Int32 { (value &+ 0x8000) >> 16 }
    ascent = rounded(extents.ascender)
    descent = rounded(-extents.descender)
    lineGap = rounded(extents.line_gap)
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
