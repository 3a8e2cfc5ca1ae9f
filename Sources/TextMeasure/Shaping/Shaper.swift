/// Shapes ranges of a text with the fonts of a style (TextRules T10 to T17).
struct Shaper {
  let units: ContiguousArray<UInt16>
  let runs: ContiguousArray<ScriptRun>
  let style: ResolvedStyle
  let work: TextWork

  /// The most units that HarfBuzz gets at once, so that a deadline is looked at in between.
  static let maximumLength = 2048

  /// Shapes a range, whose characters all have one direction.
  func shape(_ range: Range<Int>, isRightToLeft: Bool, _ edges: HanKerning.Edges) -> ShapedRange {
    var shaped = ShapedRange(range)
    forEachRun(in: range) { piece, run in
      shape(piece, of: range, run, isRightToLeft: isRightToLeft, edges, into: &shaped)
    }
    applySpacing(&shaped, range)
    applyAutospace(&shaped, range)
    return shaped
  }

  /// Shapes an item of the text into the shape of the whole text, word by word if the fonts allow it.
  ///
  /// - Returns: false if the work must end.
  func shape(_ item: InlineItem, into shaped: inout ShapedRange) -> Bool {
    var goesOn = true
    forEachRun(in: item.range) { piece, run in
      guard goesOn else { return }
      if let words = style.words {
        goesOn = shapeWords(piece, item, run, words, into: &shaped)
      } else {
        goesOn = shape(
          piece, of: item.range, run, isRightToLeft: item.isRightToLeft, HanKerning.Edges(),
          into: &shaped, whileWorkGoesOn: true)
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
  ///
  /// - Parameter whileWorkGoesOn: whether to ask before each piece whether the work may go on.
  /// - Returns: false if the work must end.
  @discardableResult
  private func shape(
    _ part: Range<Int>, of range: Range<Int>, _ run: ScriptRun, isRightToLeft: Bool,
    _ edges: HanKerning.Edges, into shaped: inout ShapedRange, whileWorkGoesOn: Bool = false
  ) -> Bool {
    unsafe ShapingBuffers.withBuffer { buffer in
      let pass = unsafe ShapingPass(
        shaper: self, buffer: buffer, run: run, range: range, isRightToLeft: isRightToLeft,
        edges: edges)
      var start = part.lowerBound
      while start < part.upperBound {
        guard !whileWorkGoesOn || work.checkpoint() else { return false }
        let end = pieceEnd(start..<part.upperBound)
        pass.shape(start..<end, into: &shaped)
        start = end
      }
      return true
    }
  }

  /// Shapes the words and spaces of a part one by one.
  ///
  /// A word that looks at spaces, or begins with a mark on a space, is then shaped again, together with the words before and after it.
  private func shapeWords(
    _ part: Range<Int>, _ item: InlineItem, _ run: ScriptRun, _ words: WordCache,
    into shaped: inout ShapedRange
  ) -> Bool {
    let key = WordCache.Run(
      script: run.script, isRightToLeft: item.isRightToLeft, isEmoji: run.isEmoji)
    var groups: [Range<Int>] = []
    var lastStart = part.lowerBound
    var start = part.lowerBound
    while start < part.upperBound {
      let end = wordEnd(start, part.upperBound)
      let range = start..<end
      if !shapeWord(range, item, run, key, words, into: &shaped) { return false }
      if units[start] != Unit.space {
        if shaped.looksAtSpaces || joinsSpace(start) {
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
      guard work.checkpoint() else { return false }
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

  /// Returns whether a word begins with a character that joins the space before it to one cluster.
  private func joinsSpace(_ start: Int) -> Bool {
    guard units[start] >= 0x300 else { return false }
    let character = units.codePoint(at: start).value
    return character == 0x200D
      || CharacterProperties.category(character) & CharacterProperties.marks != 0
  }

  /// Returns the end of the word or space that starts at an offset.
  private func wordEnd(_ start: Int, _ limit: Int) -> Int {
    var end = start + 1
    if units[start] != Unit.space { while end < limit, units[end] != Unit.space { end += 1 } }
    return end
  }

  /// Shapes a word, or takes it from the cache; returns false if the work must end.
  private func shapeWord(
    _ range: Range<Int>, _ item: InlineItem, _ run: ScriptRun, _ key: WordCache.Run,
    _ words: WordCache, into shaped: inout ShapedRange
  ) -> Bool {
    let isCacheable =
      range.count <= WordCache.maximumWordLength && looksTheSameEverywhere(range, run)
    let hash = isCacheable ? WordCache.hash(units, range, key) : 0
    if isCacheable, let word = words.word(units, range, key, hash) {
      work.count(TextWork.stepsPerKnownWord)
      shaped.looksAtSpaces = word.looksAtSpaces
      for (index, offset) in range.enumerated() {
        shaped.advances[offset] = word.advances[index]
        shaped.flags[offset] = word.flags[index]
      }
      if word.flags.count > range.count {
        for (index, offset) in range.enumerated() {
          shaped.fonts[offset] = word.flags[range.count + index]
        }
      }
      return true
    }
    guard work.checkpoint() else { return false }
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
          flags: shaped.flags[range] + fonts(of: range, shaped),
          looksAtSpaces: shaped.looksAtSpaces), hash)
    }
    return true
  }

  /// Returns the fonts of a word; empty if all of it is set in the first one.
  private func fonts(of range: Range<Int>, _ shaped: ShapedRange) -> ContiguousArray<UInt8> {
    guard !shaped.fonts.isEmpty, shaped.fonts[range].contains(where: { $0 != 0 }) else { return [] }
    return ContiguousArray(shaped.fonts[range])
  }

  /// Returns whether a word has the same shape whatever is beside it.
  ///
  /// Only spaces are beside it, or its script does not join letters and no punctuation at its edges is trimmed.
  private func looksTheSameEverywhere(_ range: Range<Int>, _ run: ScriptRun) -> Bool {
    let start = range.lowerBound
    let end = range.upperBound
    if units[start] == Unit.space { return true }
    let isBetweenSpaces =
      (start == 0 || units[start - 1] == Unit.space)
      && (end == units.count || units[end] == Unit.space)
    return isBetweenSpaces
      || !JoiningScripts.mayContain(run.script) && !HanKerning.isTrimmable(units[start])
        && !HanKerning.isTrimmable(units[end - 1])
  }

  /// Returns the end of the piece of a range that is shaped at once.
  private func pieceEnd(_ range: Range<Int>) -> Int {
    guard range.count > Self.maximumLength else { return range.upperBound }
    let limit = range.lowerBound + Self.maximumLength
    let space = (range.lowerBound + 1..<limit).last { units[$0 - 1] == Unit.space }
    if let space { return space }
    return Unit.isTrail(units[limit]) ? limit - 1 : limit
  }

  /// Adds space between ideographs and letters or digits of other scripts (TextRules T33).
  ///
  /// A line that ends there has no such space, and so it is shaped again.
  func applyAutospace(_ shaped: inout ShapedRange, _ range: Range<Int>) {
    guard style.autospace != 0 else { return }
    var last = Autospace.Kind.other
    var lastStart = range.lowerBound
    var offset = range.lowerBound
    while offset < range.upperBound {
      let character = units.codePoint(at: offset)
      let kind = Autospace.kind(of: character.value)
      if kind != .mark {
        if Autospace.isSpaced(last, kind) {
          var cluster = lastStart
          while cluster > range.lowerBound,
            shaped.flags[cluster - shaped.start] & CharacterFlag.cluster == 0
          { cluster -= 1 }
          let index = cluster - shaped.start
          shaped.advances[index] = shaped.advances[index].addingSaturated(style.autospace)
          shaped.flags[offset - shaped.start] &= ~CharacterFlag.safe
          shaped.flags[offset - shaped.start] |= CharacterFlag.autospace
        }
        last = kind
        lastStart = offset
      }
      offset += character.length
    }
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
        shaped.advances[index] = shaped.advances[index].addingSaturated(letterSpacing)
      }
      if isSpace, offset > 0 || unit == Unit.noBreakSpace {
        shaped.advances[index] = shaped.advances[index].addingSaturated(wordSpacing)
      }
    }
  }
}
