/// Collapses white space (TextRules T1 to T3) and decodes a text into UTF-16.
enum WhiteSpace {
  /// The marks of a cluster that count (TextRules T24).
  static let maximumMarkCount = 30

  /// Returns the units of a text after white space is collapsed as the style says.
  static func collapsed(_ text: String, _ style: TextStyle) -> ContiguousArray<UInt16> {
    var origins: Origins?
    return collapsed(text, style, &origins)
  }

  /// Returns the units with the offsets in the text that they came from, and the text's length.
  static func traced(
    _ text: String, _ style: TextStyle
  ) -> (units: ContiguousArray<UInt16>, origins: ContiguousArray<Int32>) {
    var origins: Origins? = Origins()
    let units = collapsed(text, style, &origins)
    return (units, (origins?.offsets ?? []) + [Int32(text.utf16.count)])
  }

  /// The offsets in the text that units came from.
  private struct Origins {
    var offsets: ContiguousArray<Int32> = []
  }

  private static func collapsed(
    _ text: String, _ style: TextStyle, _ origins: inout Origins?
  ) -> ContiguousArray<UInt16> {
    var result = ContiguousArray<UInt16>()
    result.reserveCapacity(text.utf8.count)
    if style.preservesSpaces {
      result.append(contentsOf: text.utf16)
      origins?.offsets = ContiguousArray((0..<result.count).map { Int32($0) })
    } else {
      collapse(text, keepsNewlines: style.preservesNewlines, into: &result, &origins)
    }
    // Control characters alone make no line.
    if let first = result.first, first < Unit.space, result.allSatisfy({ isUnseen($0, style) }) {
      origins?.offsets = []
      return []
    }
    return limitingMarks(result, &origins)
  }

  /// Returns whether a control character alone makes no line.
  private static func isUnseen(_ unit: UInt16, _ style: TextStyle) -> Bool {
    unit == Unit.formFeed
      || unit == (style.preservesSpaces ? Unit.carriageReturn : Unit.verticalTab)
  }

  private static func collapse(
    _ text: String, keepsNewlines: Bool, into result: inout ContiguousArray<UInt16>,
    _ origins: inout Origins?
  ) {
    var offset: Int32 = -1
    func append(_ unit: UInt16) {
      result.append(unit)
      origins?.offsets.append(offset)
    }
    func removeLast() {
      result.removeLast()
      origins?.offsets.removeLast()
    }
    // The text's start counts as a space: leading spaces go away.
    var isAfterSpace = true
    // Whether the spaces since the last visible character include a newline.
    var includesNewline = false
    for unit in text.utf16 {
      offset += 1
      switch unit {
      case Unit.newline where keepsNewlines:
        if result.last == Unit.space { removeLast() }
        append(Unit.newline)
        isAfterSpace = true
      case Unit.space, Unit.tab, Unit.newline, Unit.carriageReturn:
        includesNewline = includesNewline || unit == Unit.newline
        if isAfterSpace { continue }
        append(Unit.space)
        isAfterSpace = true
      default:
        // A newline beside a zero width space is removed.
        if includesNewline, result.last == Unit.space,
          unit == Unit.zeroWidthSpace || result.dropLast().last == Unit.zeroWidthSpace
        {
          removeLast()
        }
        append(unit)
        isAfterSpace = false
        includesNewline = false
      }
    }
    if result.last == Unit.space { removeLast() }
  }

  /// Returns the units without the marks of a cluster past the first 30.
  private static func limitingMarks(
    _ units: ContiguousArray<UInt16>, _ origins: inout Origins?
  ) -> ContiguousArray<UInt16> {
    let given = origins
    guard units.count > maximumMarkCount else { return units }
    var markCount = 0
    var isLimited = false
    var result = ContiguousArray<UInt16>()
    var offset = 0
    while offset < units.count {
      let unit = units[offset]
      var length = 1
      // No marks before U+0300.
      if unit < 0x300 {
        markCount = 0
      } else {
        let codePoint = units.codePoint(at: offset)
        length = codePoint.length
        let isMark = CharacterProperties.category(codePoint.value) & CharacterProperties.marks != 0
        markCount = isMark ? markCount + 1 : 0
        if markCount == maximumMarkCount + 1, !isLimited {
          isLimited = true
          result = ContiguousArray(units[..<offset])
          origins?.offsets.removeLast(units.count - offset)
        }
      }
      if isLimited, markCount <= maximumMarkCount {
        result.append(contentsOf: units[offset..<offset + length])
        if let given { origins?.offsets += given.offsets[offset..<offset + length] }
      }
      offset += length
    }
    return isLimited ? result : units
  }
}
