extension LineFiller {
  /// Returns the line of the parts that were put on it.
  func line(from start: Int) -> Line {
    var width: Int32 = 0
    var hanging: Int32 = 0
    for part in parts {
      if part.isHangingSpace {
        hanging = Pixels.sum(hanging, part.width)
      } else {
        width = Pixels.sum(width, Pixels.sum(hanging, part.fullWidth))
        hanging = 0
      }
    }
    return Line(
      start: start, end: offset, width: max(0, width - trailingSpace()), indent: indent,
      isHyphenated: (parts.last { !$0.isHangingSpace }?.hyphenWidth ?? 0) > 0)
  }

  /// Returns the width of the space that the last part of the text ends with.
  private func trailingSpace() -> Int32 {
    guard let part = parts.last(where: { !$0.isHangingSpace }), part.isMeasured,
      items[part.itemIndex].kind == .text
    else { return 0 }
    var end = part.end
    while end > part.start, text.hangs(end - 1) { end -= 1 }
    guard end < part.end else { return 0 }
    let kept = InlineItemPositions(text, items[part.itemIndex], work).width(part.start..<end)
    return part.width - Pixels.snapped(kept)
  }
}
