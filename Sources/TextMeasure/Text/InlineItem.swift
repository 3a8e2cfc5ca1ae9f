import CICU

/// A part of a text that is one unit of filling: a stretch of one direction, or a control character.
struct InlineItem {
  enum Kind: UInt8 {
    /// Text, which is shaped.
    case text
    /// One or more tabs.
    case tab
    /// The end of a line.
    case newline
    /// An opportunity to break that has no width.
    case zeroWidthSpace
    /// A control that has no width and no other effect.
    case ignored
    /// A box of a given size.
    case box
  }

  var start: Int32
  var end: Int32
  var kind: Kind
  var isRightToLeft = false
  /// Whether the item is shaped apart from the text before it.
  var isApart = false
  /// The number of the item's span; 0 in a text without spans.
  var span: UInt16 = 0

  /// The offsets of the item's units.
  var range: Range<Int> { Int(start)..<Int(end) }
}

extension InlineItem {
  /// Returns the items of a text (TextRules T4, T11); each is in one span.
  static func items(
    of units: ContiguousArray<UInt16>, _ style: TextStyle, _ spans: ContiguousArray<TextSpan> = []
  ) -> ContiguousArray<InlineItem> {
    let levels = levels(of: units, style.direction)
    // Where spaces collapse, a form feed is drawn like any control character.
    func kind(of unit: UInt16) -> Kind {
      unit == Unit.formFeed && !style.preservesSpaces ? .text : Self.kind(of: unit)
    }
    var items = ContiguousArray<InlineItem>()
    var start = 0
    var span = 0
    var isAfterSpaces = false
    while start < units.count {
      while span < spans.count, spans[span].end <= start { span += 1 }
      let limit = span < spans.count ? spans[span].end : units.count
      let isBox = span < spans.count && spans[span].box != nil
      let first = isBox ? .box : kind(of: units[start])
      var end = start + 1
      // Kept spaces at the start of a line are shaped apart (TextRules T32).
      let leadsSpaces =
        style.whiteSpace == .preWrap && units[start] == Unit.space
        && (start == 0 || units[start - 1] == Unit.newline)
      let followsSpaces = isAfterSpaces
      if leadsSpaces {
        while end < limit, units[end] == Unit.space,
          levels.isEmpty || levels[end] == levels[start]
        { end += 1 }
      } else if first == .text || first == .tab {
        while end < limit, kind(of: units[end]) == first,
          levels.isEmpty || levels[end] == levels[start]
        {
          end += 1
        }
      }
      items.append(
        InlineItem(
          start: Int32(start), end: Int32(end), kind: first,
          isRightToLeft: !levels.isEmpty && levels[start] & 1 == 1, isApart: followsSpaces,
          span: UInt16(span)))
      isAfterSpaces = leadsSpaces
      start = end
    }
    return items
  }

  private static func kind(of unit: UInt16) -> Kind {
    switch unit {
    case Unit.tab: .tab
    case Unit.newline: .newline
    case Unit.zeroWidthSpace: .zeroWidthSpace
    case Unit.carriageReturn, Unit.formFeed: .ignored
    default: .text
    }
  }

  /// Returns the levels of the units; empty if all of them are 0.
  static func levels(
    of units: ContiguousArray<UInt16>, _ direction: HorizontalDirection?
  ) -> ContiguousArray<UInt8> {
    guard direction == .rightToLeft || mayBeRightToLeft(units) else { return [] }
    return unsafe units.withUnsafeBufferPointer { units in
      unsafe ContiguousArray<UInt8>(unsafeUninitializedCapacity: units.count) { levels, count in
        let isDone = unsafe tatami_ubidi_levels(
          units.baseAddress, Int32(units.count), direction == .rightToLeft ? 1 : 0,
          levels.baseAddress)
        count = isDone != 0 ? units.count : 0
      }
    }
  }

  private static func mayBeRightToLeft(_ units: ContiguousArray<UInt16>) -> Bool {
    for offset in units.indices where units[offset] >= 0x590 {
      let unit = units[offset]
      // Han, Kana and Hangul are most of what comes here.
      if (0x2E80..<0xD800).contains(unit) || Unit.isTrail(unit) { continue }
      if tatami_u_is_right_to_left(units.codePoint(at: offset).value) != 0 { return true }
    }
    return false
  }
}
