import CHarfBuzz
import CICU

/// The advances of a shaped range, character by character, in 16.16.
struct ShapedRange {
  /// The offset of the first character.
  let start: Int
  /// The advance of each cluster, at its first character; 0 at the others.
  var advances: ContiguousArray<Int32>
  /// Whether a cluster starts at each character, and whether a break before it is safe.
  var flags: ContiguousArray<UInt8>
  /// The offsets of characters that no font has.
  var missing: [Int] = []
  /// Whether a glyph that was shaped since this was set to false may change beside a space.
  var looksAtSpaces = false

  /// Creates a range without advances.
  init(_ range: Range<Int>) {
    start = range.lowerBound
    advances = ContiguousArray(repeating: 0, count: range.count)
    flags = ContiguousArray(repeating: 0, count: range.count)
  }

  /// The sum of the advances.
  var width: Int64 { advances.reduce(0) { $0 + Int64($1) } }
}

/// What is known about each character of a prepared text.
enum CharacterFlag {
  /// A cluster starts here.
  static let cluster: UInt8 = 1
  /// A line may break here without shaping anew.
  static let safe: UInt8 = 2
  /// A line may break before the character.
  static let opportunity: UInt8 = 4
}

/// Shapes ranges of a text with the fonts of a style (TextRules T10 to T17).
struct Shaper {
  let units: ContiguousArray<UInt16>
  let runs: ContiguousArray<ScriptRun>
  let style: ResolvedStyle

  /// The most units that HarfBuzz gets at once, so that a deadline is looked at in between.
  static let maximumLength = 2048

  /// Shapes a range, whose characters all have one direction.
  func shape(_ range: Range<Int>, isRightToLeft: Bool, _ edges: HanKerning.Edges) -> ShapedRange {
    var shaped = ShapedRange(range)
    forEachRun(in: range) { piece, run in
      shape(piece, of: range, run, isRightToLeft: isRightToLeft, edges, into: &shaped)
    }
    applySpacing(&shaped, range)
    return shaped
  }

  /// Shapes an item of the text into the shape of the whole text, word by word if the fonts allow it.
  ///
  /// - Returns: false if `shouldContinue` ended the work.
  func shape(
    _ item: TextItem, into shaped: inout ShapedRange, _ shouldContinue: () -> Bool
  ) -> Bool {
    var goesOn = true
    forEachRun(in: item.range) { piece, run in
      guard goesOn else { return }
      if let words = style.words {
        goesOn = shapeWords(piece, item, run, words, into: &shaped, shouldContinue)
      } else {
        goesOn = shouldContinue()
        shape(
          piece, of: item.range, run, isRightToLeft: item.isRightToLeft, HanKerning.Edges(),
          into: &shaped)
      }
    }
    applySpacing(&shaped, item.range)
    return goesOn
  }

  private func forEachRun(in range: Range<Int>, _ body: (Range<Int>, ScriptRun) -> Void) {
    var start = range.lowerBound
    for run in runs[runIndex(at: start)...] {
      let end = min(run.end, range.upperBound)
      body(start..<end, run)
      start = end
      if start == range.upperBound { break }
    }
  }

  /// Returns the index of the run that a character is in.
  private func runIndex(at offset: Int) -> Int {
    var low = 0
    var high = runs.count - 1
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].end > offset { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Shapes a part of a range that has one script.
  private func shape(
    _ part: Range<Int>, of range: Range<Int>, _ run: ScriptRun, isRightToLeft: Bool,
    _ edges: HanKerning.Edges, into shaped: inout ShapedRange
  ) {
    unsafe ShapingBuffers.withBuffer { buffer in
      let pass = unsafe Pass(
        shaper: self, buffer: buffer, run: run, range: range, isRightToLeft: isRightToLeft,
        edges: edges)
      var start = part.lowerBound
      while start < part.upperBound {
        let end = pieceEnd(start..<part.upperBound)
        pass.shape(start..<end, into: &shaped)
        start = end
      }
    }
  }

  /// Shapes the words and spaces of a part one by one.
  ///
  /// A word that looks at spaces is then shaped anew, together with the words before and after it.
  private func shapeWords(
    _ part: Range<Int>, _ item: TextItem, _ run: ScriptRun, _ words: WordCache,
    into shaped: inout ShapedRange, _ shouldContinue: () -> Bool
  ) -> Bool {
    let key = WordCache.Run(
      script: run.script, isRightToLeft: item.isRightToLeft, isEmoji: run.isEmoji)
    var groups: [Range<Int>] = []
    var lastStart = part.lowerBound
    var start = part.lowerBound
    while start < part.upperBound {
      let end = wordEnd(start, part.upperBound)
      let range = start..<end
      if !shapeWord(range, item, run, key, words, into: &shaped, shouldContinue) { return false }
      if units[start] != Unit.space {
        if shaped.looksAtSpaces {
          let next = min(end + 1, part.upperBound)
          let group = lastStart..<(next < part.upperBound ? wordEnd(next, part.upperBound) : next)
          if let last = groups.last, last.upperBound >= group.lowerBound {
            groups[groups.count - 1] = last.lowerBound..<group.upperBound
          } else {
            groups.append(group)
          }
        }
        lastStart = start
      }
      start = end
    }
    for group in groups
    where group.count > wordEnd(group.lowerBound, group.upperBound) - group.lowerBound {
      guard shouldContinue() else { return false }
      shaped.missing.removeAll(where: group.contains)
      for offset in group {
        shaped.advances[offset] = 0
        shaped.flags[offset] = 0
      }
      shape(
        group, of: item.range, run, isRightToLeft: item.isRightToLeft, HanKerning.Edges(),
        into: &shaped)
    }
    return true
  }

  /// Returns the end of the word or space that starts at an offset.
  private func wordEnd(_ start: Int, _ limit: Int) -> Int {
    var end = start + 1
    if units[start] != Unit.space { while end < limit, units[end] != Unit.space { end += 1 } }
    return end
  }

  /// Shapes a word, or takes it from the cache; returns false if `shouldContinue` ended the work.
  private func shapeWord(
    _ range: Range<Int>, _ item: TextItem, _ run: ScriptRun, _ key: WordCache.Run,
    _ words: WordCache, into shaped: inout ShapedRange, _ shouldContinue: () -> Bool
  ) -> Bool {
    let isCacheable = range.count <= WordCache.maximumWordLength && isBetweenSpaces(range)
    let hash = isCacheable ? WordCache.hash(units, range, key) : 0
    if isCacheable, let word = words.word(units, range, key, hash) {
      shaped.looksAtSpaces = word.looksAtSpaces
      for (index, offset) in range.enumerated() {
        shaped.advances[offset] = word.advances[index]
        shaped.flags[offset] = word.flags[index]
      }
      return true
    }
    guard shouldContinue() else { return false }
    let missingCount = shaped.missing.count
    shaped.looksAtSpaces = false
    shape(
      range, of: item.range, run, isRightToLeft: item.isRightToLeft, HanKerning.Edges(),
      into: &shaped)
    if isCacheable, shaped.missing.count == missingCount {
      words.insert(
        WordCache.Word(
          units: ContiguousArray(units[range]), run: key,
          advances: ContiguousArray(shaped.advances[range]),
          flags: ContiguousArray(shaped.flags[range]), looksAtSpaces: shaped.looksAtSpaces), hash)
    }
    return true
  }

  /// Returns whether nothing but spaces is beside a range, so that it looks the same in every text.
  private func isBetweenSpaces(_ range: Range<Int>) -> Bool {
    let start = range.lowerBound
    let end = range.upperBound
    return units[start] == Unit.space
      || (start == 0 || units[start - 1] == Unit.space)
        && (end == units.count || units[end] == Unit.space)
  }

  /// Returns the end of the piece of a range that is shaped at once.
  private func pieceEnd(_ range: Range<Int>) -> Int {
    guard range.count > Self.maximumLength else { return range.upperBound }
    let limit = range.lowerBound + Self.maximumLength
    let space = (range.lowerBound + 1..<limit).last { units[$0 - 1] == Unit.space }
    if let space { return space }
    return Unit.isTrail(units[limit]) ? limit - 1 : limit
  }

  /// Adds letter and word spacing (TextRules T15, T16).
  private func applySpacing(_ shaped: inout ShapedRange, _ range: Range<Int>) {
    let letterSpacing = style.letterSpacing
    let wordSpacing = style.wordSpacing
    guard letterSpacing != 0 || wordSpacing != 0 else { return }
    var runIndex = runIndex(at: range.lowerBound)
    for offset in range {
      let index = offset - shaped.start
      guard shaped.flags[index] & CharacterFlag.cluster != 0 else { continue }
      while runs[runIndex].end <= offset { runIndex += 1 }
      let unit = units[offset]
      let isSpace = unit == Unit.space || unit == Unit.noBreakSpace
      if !Unit.isZeroWidth(unit), isSpace || !CursiveScripts.contains(runs[runIndex].script) {
        shaped.advances[index] &+= letterSpacing
      }
      if isSpace, offset > 0 || unit == Unit.noBreakSpace { shaped.advances[index] &+= wordSpacing }
    }
  }
}

/// The scripts whose letters are joined, so that letter spacing would tear them apart.
enum CursiveScripts {
  private static let scripts: Set<Int32> = [2, 27, 34, 75, 84, 87, 90, 182]

  /// Returns whether a script, by ICU's number, is cursive.
  static func contains(_ script: Int32) -> Bool { scripts.contains(script) }
}

/// The shaping of one piece, font by font: what a font has no glyph for goes to the next one.
@safe private struct Pass {
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
    ShapingProbe.current?.add(piece.count)
    unsafe hb_buffer_reset(buffer)
    unsafe hb_buffer_set_language(buffer, style.language.language)
    unsafe hb_buffer_set_script(buffer, ScriptNames.script(run.script))
    unsafe hb_buffer_set_direction(buffer, isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    unsafe shaper.units.withUnsafeBufferPointer {
      unsafe hb_buffer_add_utf16(
        buffer, $0.baseAddress, Int32($0.count), UInt32(piece.lowerBound), Int32(piece.count))
    }
    let trims = HanKerning.trims(
      shaper.units, piece, font, style.language,
      HanKerning.Edges(
        isLineStart: edges.isLineStart && piece.lowerBound == range.lowerBound,
        trimsEnd: edges.trimsEnd && piece.upperBound == range.upperBound))
    if let trims {
      let features = style.features + trims.trimmed.map(Features.halfWidth)
      unsafe hb_shape(font.font, buffer, features, UInt32(features.count))
    } else {
      unsafe hb_shape(font.font, buffer, style.features, UInt32(style.features.count))
    }
    commit(piece, font, isLast: isLast, into: &shaped, &unshaped)
    for offset in trims?.unsafeToBreakBefore ?? [] {
      shaped.flags[offset - shaped.start] &= ~CharacterFlag.safe
    }
  }

  /// Takes the glyphs of the clusters that the font has, and collects the ranges of the others.
  private func commit(
    _ piece: Range<Int>, _ font: ScaledFont, isLast: Bool, into shaped: inout ShapedRange,
    _ unshaped: inout [Range<Int>]
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
        unsafe advance &+= positions[glyph].x_advance
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
      if isMissing { shaped.missing.append(cluster) }
      isAfterShaped = true
    }
  }
}

/// HarfBuzz's numbers of scripts.
enum ScriptNames {
  private static let scripts: [hb_script_t] = (0..<256).map { script in
    guard let name = unsafe tatami_uscript_short_name(Int32(script)) else {
      return HB_SCRIPT_INVALID
    }
    return unsafe hb_script_from_string(name, -1)
  }

  /// Returns HarfBuzz's script of ICU's number.
  static func script(_ number: Int32) -> hb_script_t {
    scripts.indices.contains(Int(number)) ? scripts[Int(number)] : HB_SCRIPT_INVALID
  }
}

/// Features of OpenType.
enum Features {
  /// Returns the features of a style (TextRules T15).
  static func features(letterSpacing: Int32) -> [hb_feature_t] {
    let off = letterSpacing == 0 ? [] : ["liga", "clig", "calt"]
    return off.map { feature($0, 0) } + [feature("chws", 1)]
  }

  /// Returns the feature that trims the character at an offset.
  static func halfWidth(_ offset: Int) -> hb_feature_t {
    hb_feature_t(
      tag: FontTag.tag("halt"), value: 1, start: UInt32(offset), end: UInt32(offset + 1))
  }

  private static func feature(_ name: String, _ value: UInt32) -> hb_feature_t {
    hb_feature_t(tag: FontTag.tag(name), value: value, start: 0, end: UInt32.max)
  }
}
