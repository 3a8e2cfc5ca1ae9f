import CHarfBuzz

/// A table of a font file, read with bounds checks; a read past its end is nil.
struct FontTable {
  private let bytes: [UInt8]

  /// Copies a table of a face; empty if the face has none.
  init(_ face: OpaquePointer, _ tag: String) {
    let blob = unsafe hb_face_reference_table(face, FontTag.tag(tag))
    defer { unsafe hb_blob_destroy(blob) }
    var length: UInt32 = 0
    if let data = unsafe hb_blob_get_data(blob, &length) {
      bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: Int(length)))
    } else {
      bytes = []
    }
  }

  var count: Int { bytes.count }

  func uint8(_ offset: Int) -> Int? {
    offset >= 0 && offset < bytes.count ? Int(bytes[offset]) : nil
  }

  func uint16(_ offset: Int) -> Int? {
    guard offset >= 0, offset + 2 <= bytes.count else { return nil }
    return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  func uint32(_ offset: Int) -> Int? {
    guard let high = uint16(offset), let low = uint16(offset + 2) else { return nil }
    return high << 16 | low
  }
}

/// OpenType's four-letter names.
enum FontTag {
  /// Returns the number of a tag, whose name must have four ASCII letters.
  static func tag(_ name: String) -> hb_tag_t {
    name.utf8.reduce(0) { $0 << 8 | hb_tag_t($1) }
  }
}

/// A `kern` table as browsers' sanitizer of fonts sees it (TextRules T14).
struct KerningTable {
  /// Whether browsers drop the table, so that the font has no kerning by it.
  private(set) var isRejected = false
  /// Whether a pair includes the glyph of the space.
  private(set) var includesSpace = false

  /// Reads the table of a face.
  init(_ face: OpaquePointer, spaceGlyph: Int) {
    let table = unsafe FontTable(face, "kern")
    guard table.count > 0 else { return }
    isRejected = !accepts(table, spaceGlyph)
  }

  private mutating func accepts(_ table: FontTable, _ spaceGlyph: Int) -> Bool {
    guard table.uint16(0) == 0, let subtableCount = table.uint16(2) else { return false }
    var offset = 4
    var acceptedCount = 0
    for _ in 0..<subtableCount {
      guard let version = table.uint16(offset), let length = table.uint16(offset + 2),
        let coverage = table.uint16(offset + 4)
      else { return false }
      if version > 0 {
        offset += 4
        continue
      }
      guard offset + length <= table.count else { return false }
      if coverage & 1 == 0 {
        offset += 6
        continue
      }
      guard coverage & 0xF0 == 0 else { return false }
      if coverage >> 8 != 0 {
        offset += 6
        continue
      }
      guard let end = pairsEnd(table, offset + 6, spaceGlyph) else { return false }
      offset = end
      acceptedCount += 1
    }
    return acceptedCount > 0
  }

  /// Returns the end of a subtable of pairs, nil if a browser rejects it.
  private mutating func pairsEnd(_ table: FontTable, _ start: Int, _ spaceGlyph: Int) -> Int? {
    guard let pairCount = table.uint16(start), pairCount > 0, pairCount <= 65536 / 6,
      table.uint16(start + 4) == pairCount.bitWidth - 1 - pairCount.leadingZeroBitCount
    else { return nil }
    var last = -1
    for index in 0..<pairCount {
      let offset = start + 8 + index * 6
      guard let pair = table.uint32(offset), table.uint16(offset + 4) != nil, pair > last else {
        return nil
      }
      last = pair
      if pair >> 16 == spaceGlyph || pair & 0xFFFF == spaceGlyph { includesSpace = true }
    }
    return start + 8 + pairCount * 6
  }
}
