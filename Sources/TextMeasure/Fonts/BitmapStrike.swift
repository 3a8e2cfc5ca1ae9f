import CHarfBuzz

/// The advances of a font that has only bitmaps, such as Noto Color Emoji (TextRules T12).
struct BitmapStrike {
  /// The pixels per em of the bitmaps.
  let pixelsPerEm: Int
  /// The advance of each glyph in pixels.
  let advances: [UInt16]

  /// Reads the largest strike; nil if the face has outlines, or no bitmaps.
  init?(_ face: OpaquePointer, glyphCount: Int) {
    guard unsafe FontTable(face, "glyf").count == 0, unsafe FontTable(face, "CFF ").count == 0,
      unsafe FontTable(face, "CFF2").count == 0
    else { return nil }
    let locations = unsafe FontTable(face, "CBLC")
    guard let strikeCount = locations.uint32(4) else { return nil }
    var best: (offset: Int, pixelsPerEm: Int)?
    for index in 0..<min(strikeCount, 64) {
      let offset = 8 + index * 48
      guard let pixelsPerEm = locations.uint8(offset + 44) else { break }
      if pixelsPerEm > best?.pixelsPerEm ?? 0 { best = (offset, pixelsPerEm) }
    }
    guard let best else { return nil }
    pixelsPerEm = best.pixelsPerEm
    var advances = [UInt16](repeating: 0, count: glyphCount)
    let reader = unsafe StrikeReader(locations: locations, bitmaps: FontTable(face, "CBDT"))
    reader.read(strike: best.offset, into: &advances)
    self.advances = advances
  }
}

/// Reads the metrics of one strike.
private struct StrikeReader {
  let locations: FontTable
  let bitmaps: FontTable

  func read(strike: Int, into advances: inout [UInt16]) {
    guard let arrayOffset = locations.uint32(strike),
      let subtableCount = locations.uint32(strike + 8)
    else { return }
    for index in 0..<min(subtableCount, advances.count) {
      let entry = arrayOffset + index * 8
      guard let first = locations.uint16(entry), let last = locations.uint16(entry + 2),
        let offset = locations.uint32(entry + 4), first <= last, last < advances.count
      else { return }
      readSubtable(arrayOffset + offset, first...last, into: &advances)
    }
  }

  private func readSubtable(_ start: Int, _ glyphs: ClosedRange<Int>, into advances: inout [UInt16])
  {
    guard let indexFormat = locations.uint16(start), let imageFormat = locations.uint16(start + 2),
      let dataOffset = locations.uint32(start + 4)
    else { return }
    // Small metrics and big metrics have the advance at the same place.
    let hasMetrics = imageFormat == 17 || imageFormat == 18
    for (index, glyph) in glyphs.enumerated() {
      let advance: Int?
      switch indexFormat {
      case 1 where hasMetrics:
        advance = locations.uint32(start + 8 + index * 4).flatMap {
          bitmaps.uint8(dataOffset + $0 + 4)
        }
      case 3 where hasMetrics:
        advance = locations.uint16(start + 8 + index * 2).flatMap {
          bitmaps.uint8(dataOffset + $0 + 4)
        }
      case 2, 5:
        advance = locations.uint8(start + 12 + 4)
      default:
        advance = nil
      }
      advances[glyph] = UInt16(advance ?? 0)
    }
  }
}
