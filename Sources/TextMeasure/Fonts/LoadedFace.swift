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
  /// The advances at the values of the axes that were asked for last, in units of the font.
  private let advances = Mutex<[[FontVariation]: UnitAdvances]>([:])
  /// The values of axes whose advances are kept.
  private static let maxVariationCount = 64

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

  /// Returns the advances at values of the axes; without any, those of the file's outlines.
  func unitAdvances(_ variations: [FontVariation]) -> UnitAdvances {
    advances.withLock { known in
      if let result = known[variations] { return result }
      let result = UnitAdvances(self, variations)
      if known.count >= Self.maxVariationCount { known.removeAll() }
      known[variations] = result
      return result
    }
  }

  /// Returns whether a feature's lookups look at spaces, so that words may not be shaped alone.
  func looksAtSpaces(inFeatures tags: [hb_tag_t]) -> Bool {
    guard !tags.isEmpty else { return false }
    let spaceGlyph = unsafe Self.glyph(face, 0x20)
    let neighbors = unsafe SpaceLookups.neighbors(face, spaceGlyph: spaceGlyph, tags)
    defer { unsafe hb_set_destroy(neighbors) }
    return unsafe hb_set_is_empty(neighbors) == 0
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

  /// Reads the advances at values of the axes.
  init(_ loaded: LoadedFace, _ variations: [FontVariation]) {
    unsafe values = .allocate(capacity: max(1, loaded.glyphCount))
    unsafe values.initialize(repeating: 0)
    if let strike = loaded.strike {
      for (glyph, advance) in strike.advances.enumerated() { unsafe values[glyph] = advance }
      return
    }
    let font = unsafe hb_font_create(loaded.face)
    defer { unsafe hb_font_destroy(font) }
    unsafe hb_font_set_scale(font, Int32(loaded.unitsPerEm), Int32(loaded.unitsPerEm))
    unsafe FontVariation.set(variations, of: font)
    for glyph in 0..<loaded.glyphCount {
      let advance = unsafe hb_font_get_glyph_h_advance(font, hb_codepoint_t(glyph))
      unsafe values[glyph] = UInt16(clamping: advance)
    }
  }

  deinit {
    unsafe values.deallocate()
  }
}

/// The value of an axis of a variable face.
struct FontVariation: Hashable {
  let tag: hb_tag_t
  let value: Float

  /// Returns the values of the axes that a face has, as a style sets them (TextRules T21, T33).
  static func variations(of face: FontFace, _ style: TextStyle) -> [FontVariation] {
    face.axes.compactMap { axis in
      var value: Double?
      if axis.tag == "wght" { value = style.fontWeight }
      if axis.tag == "wdth", style.fontStretch != 100 { value = style.fontStretch }
      value = style.fontVariationSettings.last { $0.tag == axis.tag }?.value ?? value
      return value.map { value in
        FontVariation(
          tag: FontTag.tag(axis.tag), value: min(max(Float(value), axis.minimum), axis.maximum))
      }
    }
  }

  /// Sets the axes of a font.
  static func set(_ variations: [FontVariation], of font: OpaquePointer?) {
    guard !variations.isEmpty else { return }
    let values = variations.map { hb_variation_t(tag: $0.tag, value: $0.value) }
    unsafe hb_font_set_variations(font, values, UInt32(values.count))
  }
}

/// The lookups of kerning and substitution that look at spaces.
enum SpaceLookups {
  private static let features = [
    "ccmp", "locl", "rlig", "rclt", "calt", "clig", "liga", "kern", "dist", "abvm", "blwm", "mark",
    "mkmk", "curs", "isol", "init", "medi", "fina", "rvrn",
  ]

  /// Returns the glyphs that a lookup may change beside a space.
  ///
  /// - Parameter tags: the features of the lookups; nil if those that are on by default count.
  /// A lookup changes its input, which may be the space: then all glyphs of its context count.
  static func neighbors(
    _ face: OpaquePointer, spaceGlyph: hb_codepoint_t, _ tags: [hb_tag_t]? = nil
  ) -> OpaquePointer? {
    let tags = tags ?? features.map { FontTag.tag($0) }
    let result = unsafe hb_set_create()
    for table in ["GSUB", "GPOS"] {
      unsafe collect(face, FontTag.tag(table), tags, spaceGlyph, into: result)
    }
    return unsafe result
  }

  private static func collect(
    _ face: OpaquePointer, _ table: hb_tag_t, _ features: [hb_tag_t],
    _ spaceGlyph: hb_codepoint_t, into result: OpaquePointer?
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
    let tags = features + [0]
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
