import CHarfBuzz
import Synchronization

/// A mapped face: HarfBuzz's face, and what is found out once about its glyphs.
@safe final class LoadedFace: @unchecked Sendable {
  /// HarfBuzz's face; without its kern table if browsers reject that.
  let face: OpaquePointer
  /// The units per em.
  let unitsPerEm: Int
  /// The number of glyphs.
  let glyphCount: Int
  /// The strike of a face that has only bitmaps.
  let strike: BitmapStrike?
  /// Whether the face has glyphs in colour.
  let isColored: Bool
  /// The glyphs that kerning or a substitution may change beside a space (TextRules T23).
  private let spaceNeighbors: OpaquePointer?
  /// Whether words may be shaped alone: a space changes some symbols at most, and no letters.
  let keepsWordsApart: Bool
  /// The learned cost of shaping in the face.
  let price = ShapingPrice()
  /// The advances at each weight of a variable face, in units of the font.
  private let advances = Mutex<[Float: UnitAdvances]>([:])

  /// Maps a face of a file.
  init(path: String, index: Int) {
    let blob = unsafe hb_blob_create_from_file(path)
    defer { unsafe hb_blob_destroy(blob) }
    let original: OpaquePointer = unsafe hb_face_create(blob, UInt32(index))
    let spaceGlyph = unsafe Self.glyph(original, 0x20)
    let kerning = unsafe KerningTable(original, spaceGlyph: Int(spaceGlyph))
    if kerning.isRejected {
      unsafe face = unsafe tatami_hb_face_without_kern(original)
      unsafe hb_face_destroy(original)
    } else {
      unsafe face = unsafe original
    }
    unsafe hb_face_make_immutable(face)
    unitsPerEm = unsafe max(1, Int(hb_face_get_upem(face)))
    glyphCount = unsafe Int(hb_face_get_glyph_count(face))
    strike = unsafe BitmapStrike(face, glyphCount: glyphCount)
    isColored =
      unsafe hb_ot_color_has_png(face) != 0 || hb_ot_color_has_layers(face) != 0
      || hb_ot_color_has_svg(face) != 0
    let neighbors = unsafe SpaceLookups.neighbors(face, spaceGlyph: spaceGlyph)
    unsafe spaceNeighbors = unsafe neighbors
    let letter = unsafe Self.glyph(face, 0x65)
    keepsWordsApart =
      unsafe !kerning.includesSpace && (letter == 0 || hb_set_has(neighbors, letter) == 0)
  }

  /// Returns whether kerning or a substitution may change a glyph beside a space.
  func looksAtSpaces(_ glyph: hb_codepoint_t) -> Bool {
    unsafe hb_set_has(spaceNeighbors, glyph) != 0
  }

  deinit {
    unsafe hb_set_destroy(spaceNeighbors)
    unsafe hb_face_destroy(face)
  }

  /// Returns the advances at a weight; `nil` is the weight of the file's outlines.
  func unitAdvances(weight: Float?) -> UnitAdvances {
    advances.withLock { known in
      if let result = known[weight ?? 0] { return result }
      let result = UnitAdvances(self, weight: weight)
      known[weight ?? 0] = result
      return result
    }
  }

  private static func glyph(_ face: OpaquePointer, _ codePoint: hb_codepoint_t) -> hb_codepoint_t {
    let font = unsafe hb_font_create(face)
    defer { unsafe hb_font_destroy(font) }
    var glyph: hb_codepoint_t = 0
    _ = unsafe hb_font_get_nominal_glyph(font, codePoint, &glyph)
    return glyph
  }
}

/// The advances of all glyphs of a face in units of the font, in memory that HarfBuzz's callbacks read.
@safe final class UnitAdvances: @unchecked Sendable {
  let values: UnsafeMutableBufferPointer<UInt16>

  /// Reads the advances at a weight.
  init(_ loaded: LoadedFace, weight: Float?) {
    unsafe values = .allocate(capacity: max(1, loaded.glyphCount))
    unsafe values.initialize(repeating: 0)
    if let strike = loaded.strike {
      for (glyph, advance) in strike.advances.enumerated() { unsafe values[glyph] = advance }
      return
    }
    let font = unsafe hb_font_create(loaded.face)
    defer { unsafe hb_font_destroy(font) }
    unsafe hb_font_set_scale(font, Int32(loaded.unitsPerEm), Int32(loaded.unitsPerEm))
    if let weight { unsafe FontVariation.setWeight(weight, of: font) }
    for glyph in 0..<loaded.glyphCount {
      let advance = unsafe hb_font_get_glyph_h_advance(font, hb_codepoint_t(glyph))
      unsafe values[glyph] = UInt16(clamping: advance)
    }
  }

  deinit {
    unsafe values.deallocate()
  }
}

/// Settings of variable fonts.
enum FontVariation {
  /// Sets the weight axis of a font.
  static func setWeight(_ weight: Float, of font: OpaquePointer?) {
    var variation = hb_variation_t(tag: FontTag.tag("wght"), value: weight)
    unsafe hb_font_set_variations(font, &variation, 1)
  }
}

/// The lookups of kerning and substitution that look at spaces.
enum SpaceLookups {
  private static let features = [
    "ccmp", "locl", "rlig", "rclt", "calt", "clig", "liga", "kern", "dist", "abvm", "blwm", "mark",
    "mkmk", "curs", "isol", "init", "medi", "fina", "rvrn",
  ]

  /// Returns the glyphs that a lookup which is on by default may change beside a space.
  ///
  /// A lookup changes its input, which may be the space: then all glyphs of its context count.
  static func neighbors(_ face: OpaquePointer, spaceGlyph: hb_codepoint_t) -> OpaquePointer? {
    let result = unsafe hb_set_create()
    for table in ["GSUB", "GPOS"] {
      unsafe collect(face, FontTag.tag(table), spaceGlyph, into: result)
    }
    return unsafe result
  }

  private static func collect(
    _ face: OpaquePointer, _ table: hb_tag_t, _ spaceGlyph: hb_codepoint_t,
    into result: OpaquePointer?
  ) {
    let lookups = unsafe hb_set_create()
    let before = unsafe hb_set_create()
    let input = unsafe hb_set_create()
    let after = unsafe hb_set_create()
    defer {
      unsafe hb_set_destroy(lookups)
      unsafe hb_set_destroy(before)
      unsafe hb_set_destroy(input)
      unsafe hb_set_destroy(after)
    }
    let tags = features.map { FontTag.tag($0) } + [0]
    unsafe hb_ot_layout_collect_lookups(face, table, nil, nil, tags, lookups)
    var lookup = hb_codepoint_t.max
    while unsafe hb_set_next(lookups, &lookup) != 0 {
      unsafe hb_set_clear(before)
      unsafe hb_set_clear(input)
      unsafe hb_set_clear(after)
      unsafe hb_ot_layout_lookup_collect_glyphs(face, table, lookup, before, input, after, nil)
      let changesSpace = unsafe hb_set_has(input, spaceGlyph) != 0
      guard
        unsafe changesSpace || hb_set_has(before, spaceGlyph) != 0
          || hb_set_has(after, spaceGlyph) != 0
      else { continue }
      unsafe hb_set_union(result, input)
      if changesSpace {
        unsafe hb_set_union(result, before)
        unsafe hb_set_union(result, after)
      }
    }
    unsafe hb_set_del(result, spaceGlyph)
  }
}
