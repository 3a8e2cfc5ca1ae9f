import CHarfBuzz

/// The shaping of one piece, font by font: what a font has no glyph for goes to the next one.
@safe struct ShapingPass {
  let shaper: Shaper
  let buffer: OpaquePointer
  let run: ScriptRun
  let range: Range<Int>
  let isRightToLeft: Bool
  let edges: HanKerning.Edges

  func shape(_ piece: Range<Int>, into shaped: inout ShapedRange) {
    let fonts = run.isEmoji ? shaper.style.emojiFonts : shaper.style.fonts
    var pending = [piece]
    for (index, font) in fonts.enumerated() {
      let isLast = index == fonts.count - 1
      var unshaped: [Range<Int>] = []
      for range in pending {
        shape(range, font, isLast: isLast, into: &shaped, &unshaped)
      }
      if unshaped.isEmpty { return }
      pending = unshaped
    }
  }

  private func shape(
    _ piece: Range<Int>, _ font: ScaledFont, isLast: Bool, into shaped: inout ShapedRange,
    _ unshaped: inout [Range<Int>]
  ) {
    let style = shaper.style
    unsafe hb_buffer_reset(buffer)
    unsafe hb_buffer_set_language(buffer, style.language.language)
    unsafe hb_buffer_set_script(buffer, ScriptNames.script(run.script))
    unsafe hb_buffer_set_direction(buffer, isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    unsafe shaper.units.withUnsafeBufferPointer {
      unsafe hb_buffer_add_utf16(
        buffer, $0.baseAddress, Int32($0.count), UInt32(piece.lowerBound), Int32(piece.count))
    }
    let trims =
      style.trims
      ? HanKerning.trims(
        shaper.units, piece, font, style.language,
        HanKerning.Edges(
          isLineStart: edges.isLineStart && piece.lowerBound == range.lowerBound,
          trimsStart: edges.trimsStart && piece.lowerBound == range.lowerBound,
          trimsEnd: edges.trimsEnd && piece.upperBound == range.upperBound)) : nil
    let features =
      trims.map { style.features + $0.trimmed.map(Features.halfWidth) } ?? style.features
    font.loaded.price.count(piece.count, shaper.work) {
      unsafe hb_shape(font.font, buffer, features, UInt32(features.count))
    }
    let number = shaped.fonts.isEmpty ? 0 : style.number(of: font)
    commit(piece, font, number, isLast: isLast, into: &shaped, &unshaped)
    for offset in trims?.unsafeToBreakBefore ?? [] {
      shaped.flags[offset - shaped.start] &= ~CharacterFlag.safe
    }
  }

  /// Stores the glyphs of the clusters that the font has, and collects the ranges of the others.
  private func commit(
    _ piece: Range<Int>, _ font: ScaledFont, _ number: UInt8, isLast: Bool,
    into shaped: inout ShapedRange, _ unshaped: inout [Range<Int>]
  ) {
    var count: UInt32 = 0
    let infos = unsafe UnsafeBufferPointer(
      start: hb_buffer_get_glyph_infos(buffer, &count), count: Int(count))
    let positions = unsafe UnsafeBufferPointer(
      start: hb_buffer_get_glyph_positions(buffer, nil), count: Int(count))
    // Clusters in logical order, whatever the direction.
    let step = isRightToLeft ? -1 : 1
    var glyph = isRightToLeft ? Int(count) - 1 : 0
    var isAfterShaped = false
    while infos.indices.contains(glyph) {
      let cluster = unsafe Int(infos[glyph].cluster)
      var advance: Int32 = 0
      var isMissing = false
      var isUnsafe = false
      while infos.indices.contains(glyph), unsafe Int(infos[glyph].cluster) == cluster {
        let id = unsafe infos[glyph].codepoint
        // HarfBuzz makes U+3000 of a space; a font that really has it comes first.
        isMissing =
          isMissing || id == 0
          || (id == font.spaceGlyph && !isLast && shaper.units[cluster] == Unit.ideographicSpace)
        isUnsafe =
          unsafe isUnsafe || infos[glyph].mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue != 0
        advance = unsafe advance.addingSaturated(positions[glyph].x_advance)
        if font.loaded.looksAtSpaces(id) { shaped.looksAtSpaces = true }
        glyph += step
      }
      let end = unsafe infos.indices.contains(glyph) ? Int(infos[glyph].cluster) : piece.upperBound
      if isMissing, !isLast {
        if let last = unshaped.last, last.upperBound == cluster {
          unshaped[unshaped.count - 1] = last.lowerBound..<end
        } else {
          unshaped.append(cluster..<end)
        }
        isAfterShaped = false
        continue
      }
      let isSafe = !isAfterShaped || !isUnsafe
      shaped.advances[cluster - shaped.start] = advance
      shaped.flags[cluster - shaped.start] =
        CharacterFlag.cluster | (isSafe ? CharacterFlag.safe : 0)
      if !shaped.fonts.isEmpty { shaped.fonts[cluster - shaped.start] = number }
      if isMissing { shaped.missing.append(cluster) }
      isAfterShaped = true
    }
  }
}
