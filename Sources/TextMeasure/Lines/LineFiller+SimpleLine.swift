extension LineFiller {
  /// Returns the next line of a text of one item if nothing must be shaped again; nil if the slow way must
  /// fill it.
  ///
  /// Most lines are simple. The slow way would give the same answer, about ten times slower.
  mutating func simpleLine() -> Line? {
    let start = offset
    let count = text.units.count
    guard text.flags[start] & CharacterFlag.safe != 0, text.units[start] != Unit.space,
      start == 0 || text.flags[start] & CharacterFlag.opportunity != 0
    else { return nil }
    let limit = Int64(Pixels.ceiling(text.widths[start]) + available - indent) << 10
    if limit >= text.widths[count] || available > Pixels.maximum {
      return simpleLine(from: start, to: count, next: count)
    }
    let candidate = lastCharacter(at: limit, from: start)
    let unit = text.units[candidate]
    if HanKerning.mayTrim(unit) || HanKerning.mayTrim(text.units[start]) && trimsStarts {
      return nil
    }
    if !Unit.hangs(unit) {
      var end = candidate
      while end > start, text.flags[end] & CharacterFlag.opportunity == 0 { end -= 1 }
      guard end > start else { return nil }
      return simpleLine(from: start, toOpportunity: end)
    }
    guard unit == Unit.space, candidate > start else { return nil }
    return simpleLine(from: start, toOpportunity: candidate + 1)
  }

  /// Returns the line that ends at an opportunity, and moves to the next one.
  private mutating func simpleLine(from start: Int, toOpportunity end: Int) -> Line? {
    let last = text.units[end - 1]
    if last == Unit.space {
      guard end - 1 > start, !Unit.hangs(text.units[end - 2]), end < text.units.count,
        !Unit.hangs(text.units[end])
      else { return nil }
      return simpleLine(from: start, to: end - 1, next: end)
    }
    guard last != Unit.softHyphen, !Unit.hangs(last), text.flags[end] & CharacterFlag.safe != 0,
      !Unit.hangs(text.units[end])
    else { return nil }
    return simpleLine(from: start, to: end, next: end)
  }

  private mutating func simpleLine(from start: Int, to end: Int, next: Int) -> Line? {
    let width = Pixels.snapped(text.widths[end] - text.widths[start])
    guard width <= available - indent, !Unit.hangs(text.units[end - 1]) else { return nil }
    moveTo(next)
    return Line(start: start, end: next, width: width, indent: indent, isHyphenated: false)
  }

  /// Whether punctuation at the start of a line may be trimmed.
  private var trimsStarts: Bool {
    [.trimStart, .spaceFirst].contains(text.style.style.textSpacingTrim)
  }

  /// Returns the last character whose rounded position is at or before a limit in 16.16.
  private func lastCharacter(at limit: Int64, from start: Int) -> Int {
    var low = start
    var high = text.units.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      // Limits are whole units of 1/64, so rounding up changes nothing.
      if text.widths[middle] <= limit { low = middle } else { high = middle - 1 }
    }
    // Characters inside a cluster start where it does.
    while low + 1 < text.units.count, text.flags[low + 1] & CharacterFlag.cluster == 0 { low += 1 }
    return low
  }
}
