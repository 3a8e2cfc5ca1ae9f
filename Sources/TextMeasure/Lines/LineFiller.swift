/// Fills lines with the items of a text, one line after the other (TextRules T18).
struct LineFiller {
  enum State {
    /// More items may fit.
    case filling
    /// Only spaces may follow.
    case trailing
    /// The line overflows; it ends at the first opportunity.
    case overflowing
    case done
  }

  /// An item, or a part of one, that is on the line.
  struct Fragment {
    var itemIndex: Int
    var start: Int
    var end: Int
    var width: Int32
    var canBreakAfter = false
    var canBreakInside = false
    var isHangingSpace = false
    var hyphenWidth: Int32 = 0
    /// Whether the part was measured; one that overflows a line that is filled again is not.
    var isMeasured = true

    /// The width with a hyphen.
    var fullWidth: Int32 { width + hyphenWidth }
  }

  let text: PreparedText
  let work: TextWork
  let items: ContiguousArray<InlineItem>
  let wraps: Bool
  let collapses: Bool
  let canBreakAnywhere: Bool
  let isSimple: Bool
  /// The width that a line may have, 1/64 more than the container's.
  let available: Int32

  var offset = 0
  var itemIndex = 0
  /// The offset at which the line began, before spaces that collapse there.
  private var lineStart = 0
  var parts: [Fragment] = []
  var position: Int32 = 0
  /// The indent of the line in 1/64, from which its position begins.
  var indent: Int32 = 0
  var state = State.filling
  var isAtLineStart = true
  var breaks: LineBreaks

  /// Creates the filler of a text for a width in 1/64.
  ///
  /// - Parameters:
  ///   - breaksWords: whether a word that is wider than the line may break as the style says.
  ///   - allowsSimpleLines: whether lines may be filled the fast way; tests compare both ways.
  init(
    _ text: PreparedText, available: Int32, _ work: TextWork, breaksWords: Bool = true,
    allowsSimpleLines: Bool = true
  ) {
    self.text = text
    self.work = work
    items = text.items
    let style = text.style.style
    wraps = style.wraps
    collapses = !style.preservesSpaces
    canBreakAnywhere =
      breaksWords && style.overflowWrap != .normal && style.lineBreak != .anywhere
    self.available = available + 1
    isSimple =
      allowsSimpleLines && text.isOneItem && wraps && collapses && style.lineBreak != .anywhere
    breaks = LineBreaks(text)
  }

  /// Returns the next line; nil after the last one.
  mutating func next() -> Line? {
    guard itemIndex < items.count else { return nil }
    work.count(TextWork.stepsPerLine)
    indent = nextIndent
    if isSimple, let line = simpleLine() { return line }
    let start = (offset, itemIndex)
    lineStart = offset
    work.count(TextWork.stepsPerUnevenLine)
    parts.removeAll(keepingCapacity: true)
    position = indent
    state = .filling
    isAtLineStart = true
    breaks.startLine(at: offset, reach: reach(), work)
    fill(from: start)
    return line(from: start.0)
  }

  /// The indent of the line that begins at the current offset.
  private var nextIndent: Int32 {
    guard let indent = text.style.style.textIndent else { return 0 }
    let isFirst = offset == 0 || indent.eachLine && text.units[offset - 1] == Unit.newline
    return isFirst != indent.hanging ? text.style.indent : 0
  }

  /// Returns the offset that a line of this width reaches at most.
  private func reach() -> Int {
    let item = items[itemIndex]
    guard item.kind == .text else { return offset }
    let positions = InlineItemPositions(text, item, work)
    return positions.offset(
      at: positions.advanced(positions.edge(offset), by: available - min(0, indent))) + 1
  }

  private mutating func fill(from start: (Int, Int)) {
    while state != .done {
      if itemIndex >= items.count {
        if state == .filling, overflows {
          handleOverflow(start)
          if itemIndex < items.count { continue }
        }
        removeHyphen()
        return
      }
      if state == .overflowing, parts.last?.canBreakAfter == true { state = .trailing }
      let item = items[itemIndex]
      switch item.kind {
      case .text: addText(item, start)
      case .tab: addTab(item, start)
      case .newline: addNewline(item, start)
      case .zeroWidthSpace where state == .trailing:
        // The line has ended at a space, or at a letter.
        state = .done
      case .zeroWidthSpace: addZeroWidthSpace(item, start)
      case .ignored: moveToNextItem()
      case .box: addBox(item, start)
      }
    }
  }

  /// Moves to an offset of a text that has one item.
  mutating func moveTo(_ next: Int) {
    offset = next
    if next == text.units.count { itemIndex = 1 }
  }

  private mutating func moveToNextItem() {
    offset = Int(items[itemIndex].end)
    itemIndex += 1
  }

  /// Whether the line is too wide, without the tabs that hang at its end.
  private var overflows: Bool { position - hangingTabs > available }

  /// The width of the tabs that hang at the end of the line.
  private var hangingTabs: Int32 {
    guard let last = parts.last, last.isHangingSpace, items[last.itemIndex].kind == .tab else {
      return 0
    }
    return last.width
  }

  private mutating func addZeroWidthSpace(_ item: InlineItem, _ start: (Int, Int)) {
    if state == .filling, overflows {
      handleOverflow(start)
      return
    }
    parts.append(
      Fragment(
        itemIndex: itemIndex, start: offset, end: Int(item.end), width: 0, canBreakAfter: wraps))
    isAtLineStart = false
    moveToNextItem()
  }

  private mutating func addBox(_ item: InlineItem, _ start: (Int, Int)) {
    if state == .trailing {
      state = .done
      return
    }
    if state == .filling, position > available {
      if overflows { handleOverflow(start) } else { state = .done }
      return
    }
    removeHyphen()
    isAtLineStart = false
    let width = Pixels.snapped(InlineItemPositions(text, item, work).width(item.range))
    append(
      Fragment(
        itemIndex: itemIndex, start: offset, end: Int(item.end), width: width, canBreakAfter: wraps)
    )
    moveToNextItem()
  }

  private mutating func addNewline(_ item: InlineItem, _ start: (Int, Int)) {
    if state == .filling, overflows {
      handleOverflow(start)
      return
    }
    removeHyphen()
    parts.append(
      Fragment(
        itemIndex: itemIndex, start: offset, end: Int(item.end), width: 0, canBreakAfter: true,
        isHangingSpace: true))
    moveToNextItem()
    state = .done
  }

  // MARK: - Text

  private mutating func addText(_ item: InlineItem, _ start: (Int, Int)) {
    if state == .trailing {
      addTrailingSpaces(item)
      return
    }
    if isAtLineStart, collapses, text.units[offset] == Unit.space {
      offset += 1
      if offset == Int(item.end) {
        itemIndex += 1
        return
      }
    }
    if overflowsBeforeText(item, start) { return }
    removeHyphen()
    isAtLineStart = false
    guard wraps else {
      let width = InlineItemPositions(text, item, work).width(offset..<Int(item.end))
      append(
        Fragment(
          itemIndex: itemIndex, start: offset, end: Int(item.end), width: Pixels.snapped(width)))
      moveToNextItem()
      return
    }
    addBrokenText(item, start)
  }

  private mutating func append(_ part: Fragment) {
    parts.append(part)
    position = Pixels.sum(position, part.fullWidth)
  }

  /// Ends a line whose last item overflows; spaces at the start of `item` still belong to it.
  private mutating func overflowsBeforeText(_ item: InlineItem, _ start: (Int, Int)) -> Bool {
    guard state == .filling, position > available else { return false }
    if !overflows {
      // Tabs hang, and what follows them begins the next line.
      state = .done
      return true
    }
    if wraps, text.isBreakableSpace(offset) {
      addTrailingSpaces(item)
      if state != .done {
        state = .filling
        return true
      }
    }
    handleOverflow(start)
    return true
  }

  private mutating func addBrokenText(_ item: InlineItem, _ start: (Int, Int)) {
    // A line that may have any width has space for more when the sum of its widths is as great as it can be.
    let room = available > Pixels.maximum ? available : available - position
    let part = broken(item, itemIndex, from: offset, room, room)
    append(part)
    offset = part.end
    if offset == Int(item.end) { itemIndex += 1 }
    if part.isMeasured, part.fullWidth <= room {
      if part.end < Int(item.end) { addTrailingSpaces(item) }
      return
    }
    if !part.isMeasured {
      handleOverflow(start)
      return
    }
    if part.isHangingSpace {
      state = .trailing
      return
    }
    if state == .overflowing {
      if part.canBreakAfter { state = .trailing }
      return
    }
    let isSpace = (part.start..<part.end).allSatisfy(text.isBreakableSpace)
    if !isSpace { handleOverflow(start) }
  }

  /// Breaks an item at a width; a hyphen that does not fit makes it try a smaller one.
  func broken(
    _ item: InlineItem, _ index: Int, from start: Int, _ given: Int32, _ roomWithHyphen: Int32
  ) -> Fragment {
    let breaker = InlineItemBreaker(
      positions: InlineItemPositions(text, item, work), breaks: breaks,
      ignoresOverflow: canBreakAnywhere && !breaks.breaksAnywhere,
      trimsStart: trimsStart(at: start))
    let hyphenWidth = text.style(of: item).hyphenWidth
    var room = given
    while true {
      guard let broken = breaker.broken(from: start, available: max(0, room)) else {
        return Fragment(
          itemIndex: index, start: start, end: Int(item.end), width: roomWithHyphen + 1,
          isMeasured: false)
      }
      var part = Fragment(
        itemIndex: index, start: start, end: broken.end, width: broken.width,
        canBreakAfter: broken.end < Int(item.end) || breaks.isOpportunity(Int(item.end)),
        canBreakInside: !broken.overflows, isHangingSpace: broken.isHangingSpace)
      guard broken.isHyphenated else { return part }
      let left = roomWithHyphen - broken.width
      if !broken.overflows, broken.width <= room, left >= 0, hyphenWidth > left {
        room -= hyphenWidth
        continue
      }
      part.hyphenWidth = hyphenWidth
      return part
    }
  }

  /// Returns whether a bracket at an offset loses its blank half because it starts a line (TextRules T17).
  private func trimsStart(at offset: Int) -> Bool {
    guard offset == lineStart else { return false }
    switch text.style.style.textSpacingTrim {
    case .normal, .spaceAll: return false
    case .trimStart: return true
    case .spaceFirst: return offset > 0 && text.units[offset - 1] != Unit.newline
    }
  }

  /// Removes the hyphen of the last part, because more text follows it on the line.
  mutating func removeHyphen() {
    guard let last = parts.indices.last, parts[last].hyphenWidth > 0 else { return }
    position -= parts[last].hyphenWidth
    parts[last].hyphenWidth = 0
  }

  // MARK: - Spaces

  mutating func addTrailingSpaces(_ item: InlineItem) {
    guard wraps else {
      state = .done
      return
    }
    guard text.spacesHang else {
      state = .done
      return
    }
    let unit = text.units[offset]
    if collapses, unit != Unit.ideographicSpace {
      guard unit == Unit.space else {
        state = .done
        return
      }
      offset += 1
      if let last = parts.indices.last { parts[last].canBreakAfter = true }
    } else {
      var end = offset
      while end < Int(item.end), Unit.hangs(text.units[end]) { end += 1 }
      guard end > offset else {
        state = .done
        return
      }
      let width = Pixels.snapped(InlineItemPositions(text, item, work).width(offset..<end))
      append(
        Fragment(
          itemIndex: itemIndex, start: offset, end: end, width: width,
          canBreakAfter: end < text.units.count && !Unit.hangs(text.units[end]),
          isHangingSpace: true))
      offset = end
    }
    if offset < Int(item.end) {
      state = .done
      return
    }
    itemIndex += 1
    state = .trailing
  }

  // MARK: - Tabs

  private mutating func addTab(_ item: InlineItem, _ start: (Int, Int)) {
    if state == .trailing {
      offset = Int(item.end)
      itemIndex += 1
      return
    }
    if state == .filling, position > available {
      if wraps, text.spacesHang {
        moveToNextItem()
        return
      }
      handleOverflow(start)
      return
    }
    removeHyphen()
    isAtLineStart = false
    let width = Tabs.width(
      count: Int(item.end) - offset, at: position, style: text.style(of: item))
    var part = Fragment(itemIndex: itemIndex, start: offset, end: Int(item.end), width: width)
    part.canBreakAfter = wraps && breaks.isOpportunity(Int(item.end))
    part.isHangingSpace = wraps && text.spacesHang
    append(part)
    moveToNextItem()
  }
}
