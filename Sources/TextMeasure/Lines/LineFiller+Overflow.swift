extension LineFiller {
  /// Ends an overflowing line at the last opportunity that fits, or at the first one there is.
  mutating func handleOverflow(_ start: (Int, Int)) {
    let lastHyphenWidth = parts.last?.hyphenWidth ?? 0
    removeHyphen()
    var excess = Int64(position) - Int64(available)
    var firstOpportunity: Int?
    for index in parts.indices.reversed() {
      let part = parts[index]
      if index < parts.count - 1, part.canBreakAfter {
        if excess <= 0 {
          end(afterPart: index)
          return
        }
        firstOpportunity = index
      }
      excess -= Int64(part.width)
      guard excess <= 0, items[part.itemIndex].kind == .text else { continue }
      if excess < 0, part.canBreakInside, breakInside(index, room: Int32(clamping: -excess)) {
        return
      }
    }
    if canBreakAnywhere, !breaks.breaksAnywhere {
      breaks.breakAnywhere(work)
      (offset, itemIndex) = start
      parts.removeAll(keepingCapacity: true)
      position = indent
      isAtLineStart = true
      state = .filling
      return
    }
    if let last = parts.indices.last, lastHyphenWidth > 0 {
      parts[last].hyphenWidth = lastHyphenWidth
      position = Pixels.sum(position, lastHyphenWidth)
    }
    if let firstOpportunity {
      end(afterPart: firstOpportunity)
      return
    }
    state = parts.last?.canBreakAfter == true ? .trailing : .overflowing
  }

  /// Breaks a part at an earlier opportunity; returns false if it has none that fits.
  private mutating func breakInside(_ index: Int, room: Int32) -> Bool {
    let part = parts[index]
    let item = items[part.itemIndex]
    guard part.width > 64 else { return false }
    let shorter = broken(item, part.itemIndex, from: part.start, min(room, part.width - 64), room)
    guard shorter.isMeasured, shorter.canBreakAfter, shorter.fullWidth <= room,
      shorter.end < part.end
    else { return false }
    parts[index] = shorter
    parts.removeLast(parts.count - 1 - index)
    position = parts.reduce(indent) { Pixels.sum($0, $1.fullWidth) }
    offset = shorter.end
    itemIndex = part.itemIndex
    addTrailingSpaces(item)
    return true
  }

  /// Ends the line after a part; spaces that follow it hang.
  private mutating func end(afterPart index: Int) {
    var last = index
    while last + 1 < parts.count {
      let part = parts[last + 1]
      let kind = items[part.itemIndex].kind
      let isSpace =
        wraps
        && (kind == .tab
          || kind == .text
            && (part.start..<part.end).allSatisfy(text.isBreakableSpace))
      guard isSpace else { break }
      last += 1
    }
    let next = last + 1 < parts.count ? parts[last + 1] : nil
    parts.removeLast(parts.count - 1 - last)
    position = parts.reduce(indent) { Pixels.sum($0, $1.fullWidth) }
    state = .done
    guard let next else { return }
    offset = next.start
    itemIndex = next.itemIndex
    let item = items[itemIndex]
    if wraps, item.kind == .text, text.isBreakableSpace(offset) {
      addTrailingSpaces(item)
    }
  }
}
