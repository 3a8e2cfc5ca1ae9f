/// A part of an item that was put on a line.
struct BrokenInlineItem {
  /// The offset after the last character.
  var end: Int
  /// The width in 1/64.
  var width: Int32
  /// Whether even the first opportunity is past the available width.
  var overflows = false
  /// Whether the part is only spaces that hang.
  var isHangingSpace = false
  /// Whether the part ends with a soft hyphen.
  var isHyphenated = false
}

/// Finds where an item of text breaks at a width (TextRules T18).
struct InlineItemBreaker {
  let positions: InlineItemPositions
  let breaks: LineBreaks
  /// Whether an overflowing part may stay unmeasured, because the line is then filled again.
  let ignoresOverflow: Bool
  /// Whether a bracket at the start loses its blank half, because a line starts there.
  let trimsStart: Bool

  private var text: PreparedText { positions.text }
  private var units: ContiguousArray<UInt16> { positions.text.units }
  private var end: Int { Int(positions.item.end) }

  /// An opportunity, and the end of the text before the spaces that hang there.
  private struct Opportunity {
    var offset: Int
    var textEnd: Int?
  }

  /// The start of a line, which is shaped again if a break before it is not safe.
  private struct Head {
    /// The offset from which the shaping of the whole item is valid.
    var end: Int
    /// The width in 16.16 of the text before `end`; nil if it need not be shaped again.
    var width: Int64?
  }

  /// The end of a line that is shaped again.
  private struct Tail {
    var start: Int
    var width: Int64?
  }

  /// Returns the part of the item from `start` that fits; nil if nothing fits and `ignoresOverflow` is true.
  func broken(from start: Int, available given: Int32) -> BrokenInlineItem? {
    var available = given
    var head = head(from: start, &available)
    let endPosition = positions.advanced(positions.edge(start), by: available)
    var candidate = positions.offset(at: endPosition)
    let trimmed = trimmedEnd(candidate, from: start, available)
    if trimmed != nil { candidate += 1 }
    if trimmed == nil, fitsWithoutAutospace(candidate, endPosition) { candidate += 1 }
    if candidate >= end {
      let isTrimmed = trimmed.map { $0.start >= head.end } ?? false
      return part(from: start, to: end, head, isTrimmed ? trimmed : nil)
    }
    candidate = max(candidate, start)
    guard var choice = opportunity(candidate, from: start) else { return nil }
    if choice.isHangingSpace { return choice.broken(positions, start) }
    if choice.offset >= end, choice.overflows {
      return overflowing(part(from: start, to: end, head, nil))
    }
    let mayReshapeEnd = settle(&choice, from: start)
    if head.end >= choice.offset {
      let width = positions.shapedWidth(
        start..<choice.offset, lineStart)
      return broken(choice, Pixels.snapped(width))
    }
    var tail = trimmed
    if mayReshapeEnd, trimmed == nil {
      guard let reshaped = reshapedTail(&choice, start, &head, candidate, endPosition) else {
        return overflowing(part(from: start, to: end, head, nil))
      }
      tail = reshaped
    }
    return broken(choice, part(from: start, to: choice.offset, head, tail).width)
  }

  /// Shapes the start of a line again if it must be, and changes the available width by the difference.
  private func head(from start: Int, _ available: inout Int32) -> Head {
    let firstSafe = firstSafe(from: start, available)
    guard firstSafe != start else { return Head(end: start) }
    // Without a safe point on the line, what follows it still kerns with its last characters.
    let isBounded = firstSafe < end && text.flags[firstSafe] & CharacterFlag.safe == 0
    let width = positions.shapedWidth(
      start..<firstSafe, lineStart,
      context: isBounded ? Self.contextLength : 0)
    let difference = positions.distance(start, firstSafe) - Pixels.snapped(width)
    available = max(0, available + difference)
    return Head(end: firstSafe, width: width)
  }

  /// Moves an opportunity to the end of its text; returns whether the end may have to be shaped again.
  private func settle(_ choice: inout Choice, from start: Int) -> Bool {
    var mayReshapeEnd = true
    if choice.offset >= end {
      choice.offset = end
      mayReshapeEnd = false
      if let textEnd = choice.textEnd, end < textEnd { choice.textEnd = nil }
      if text.hangs(end - 1) { choice.textEnd = textEnd(end) }
    }
    // The space takes no part in the line's width, so its kerning does not matter.
    if text.hangs(choice.offset - 1) { mayReshapeEnd = false }
    if let textEnd = choice.textEnd { choice.offset = max(start + 1, textEnd) }
    return mayReshapeEnd
  }

  /// Returns the first offset of a line from which the shaping of the whole item is valid.
  ///
  /// The search ends where the line does: otherwise a word without safe points would be shaped to its end
  /// for each line.
  private func firstSafe(from start: Int, _ available: Int32) -> Int {
    let isTrimmed = trimsStart && HanKerning.isTrimmable(units[start])
    // An item that begins inside a word of two runs keeps the shape that it has beside the one before.
    if !isTrimmed, start == Int(positions.item.start) || text.flags[start] & CharacterFlag.safe != 0
    {
      return start
    }
    // Negative spacing may lead back before the line's start.
    let reach = max(
      start, positions.offset(at: positions.advanced(positions.edge(start), by: available)))
    return positions.nextSafe(isTrimmed ? start + 1 : start, limit: reach + Self.contextLength)
      ?? positions.nextCluster(reach + 1)
  }

  private var lineStart: HanKerning.Edges {
    HanKerning.Edges(isLineStart: true, trimsStart: trimsStart)
  }

  /// Whether a character fits at the end of a line, because the space between scripts after it goes away there.
  private func fitsWithoutAutospace(_ candidate: Int, _ endPosition: Int32) -> Bool {
    let style = text.style(of: positions.item)
    let next = candidate + 1
    guard style.autospace != 0, next < end, text.flags[next] & CharacterFlag.autospace != 0 else {
      return false
    }
    return positions.distance(from: positions.edge(next), to: endPosition)
      + Pixels.ceiling(Int64(style.autospace)) >= 0
  }

  /// The characters past the end of a line that are shaped with it.
  private static let contextLength = 8

  /// The place at which an item is broken.
  private struct Choice {
    var offset: Int
    var textEnd: Int?
    var overflows = false
    var isHangingSpace = false

    func broken(_ positions: InlineItemPositions, _ start: Int) -> BrokenInlineItem {
      let end = min(offset, Int(positions.item.end))
      return BrokenInlineItem(
        end: end, width: Pixels.snapped(positions.width(start..<end)), isHangingSpace: true)
    }
  }

  private func broken(_ choice: Choice, _ width: Int32) -> BrokenInlineItem {
    BrokenInlineItem(
      end: choice.offset, width: width, overflows: choice.overflows,
      isHyphenated: isHyphenated(choice.offset))
  }

  /// Returns whether a line that ends at an offset shows a hyphen.
  private func isHyphenated(_ offset: Int) -> Bool {
    units[offset - 1] == Unit.softHyphen && text.style.style.hyphens == .manual
  }

  private func overflowing(_ part: BrokenInlineItem) -> BrokenInlineItem {
    var part = part
    part.overflows = true
    return part
  }

  /// Returns a part whose start and end are shaped again if they must be.
  private func part(from start: Int, to end: Int, _ head: Head, _ tail: Tail?) -> BrokenInlineItem {
    var width = (head.width ?? 0) + (tail?.width ?? 0)
    // A tail from the start replaces the head.
    let middle = head.width == nil ? start : head.end
    let middleEnd = tail?.start ?? end
    if middleEnd > middle { width += positions.width(middle..<middleEnd) }
    return BrokenInlineItem(
      end: end, width: Pixels.snapped(width), isHyphenated: isHyphenated(end))
  }

  /// Returns the end of the line if its last character fits once its blank half is trimmed.
  private func trimmedEnd(_ candidate: Int, from start: Int, _ available: Int32) -> Tail? {
    guard candidate < end, text.style(of: positions.item).trims,
      HanKerning.mayClose(units[candidate]),
      breaks.isOpportunity(candidate + 1)
    else { return nil }
    let safe = max(start, positions.previousSafe(candidate, limit: start))
    let width = positions.shapedWidth(
      safe..<candidate + 1, HanKerning.Edges(trimsEnd: true))
    let before = positions.distance(start, safe)
    guard Int64(before) << 10 + width <= Int64(available) << 10 else { return nil }
    return Tail(start: safe, width: width)
  }

  /// Returns the best opportunity for a line that ends at `candidate`.
  private func opportunity(_ candidate: Int, from start: Int) -> Choice? {
    if !text.hangs(candidate) {
      let previous = previous(candidate, after: start)
      if previous.offset > start {
        return Choice(offset: previous.offset, textEnd: previous.textEnd)
      }
      if ignoresOverflow { return nil }
      let next = next(max(candidate, start + 1))
      return Choice(offset: next.offset, textEnd: next.textEnd, overflows: true)
    }
    let next = next(max(candidate, start + 1))
    var choice = Choice(offset: next.offset, textEnd: next.textEnd)
    if next.offset > candidate, (next.textEnd ?? .max) > candidate {
      let previous = previous(candidate, after: start)
      if previous.offset > start {
        choice = Choice(offset: previous.offset, textEnd: previous.textEnd)
      } else {
        if ignoresOverflow { return nil }
        choice.overflows = true
      }
    }
    if let textEnd = choice.textEnd, textEnd <= start { choice.isHangingSpace = true }
    return choice
  }

  private func previous(_ offset: Int, after start: Int) -> Opportunity {
    let offset = breaks.previous(offset, after: start)
    return Opportunity(offset: offset, textEnd: offset > 0 ? textEnd(offset) : nil)
  }

  private func next(_ offset: Int) -> Opportunity {
    let offset = breaks.next(offset, before: end)
    return Opportunity(offset: offset, textEnd: textEnd(offset))
  }

  /// Returns the end of the text before the spaces that end at an offset; nil if there are none.
  private func textEnd(_ offset: Int) -> Int? {
    guard text.hangs(offset - 1) else { return nil }
    var end = offset - 1
    while end > 0, text.hangs(end - 1) { end -= 1 }
    return end
  }

  /// Shapes the end of the line again, at the last opportunity where it then fits.
  ///
  /// - Returns: the new end; nil if there is no opportunity before the item's end.
  private func reshapedTail(
    _ choice: inout Choice, _ start: Int, _ head: inout Head, _ candidate: Int,
    _ endPosition: Int32
  ) -> Tail? {
    while true {
      if let textEnd = choice.textEnd { choice.offset = max(start + 1, textEnd) }
      var lastSafe = positions.previousSafe(choice.offset, limit: head.end)
      if lastSafe == choice.offset { return Tail(start: lastSafe) }
      if lastSafe < head.end {
        lastSafe = start
        head.width = nil
      }
      let width = positions.shapedWidth(lastSafe..<choice.offset)
      if choice.overflows { return Tail(start: lastSafe, width: width) }
      let room = positions.distance(from: positions.edge(lastSafe), to: endPosition)
      if width <= Int64(room) << 10 { return Tail(start: lastSafe, width: width) }
      let previous = previous(choice.offset - 1, after: start)
      if previous.offset > start {
        choice.offset = previous.offset
        choice.textEnd = previous.textEnd
        continue
      }
      // Nothing fits: the line overflows at the opportunity that is nearest to the width.
      choice.overflows = true
      var other = self.previous(candidate, after: start)
      if other.offset <= start {
        other = next(max(candidate, start + 1))
        if other.offset >= end { return nil }
      }
      choice.offset = other.offset
      choice.textEnd = other.textEnd
    }
  }
}
