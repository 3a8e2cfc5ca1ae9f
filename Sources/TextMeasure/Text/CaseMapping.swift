import CICU

/// A text before its case was changed, for what names its characters (TextRules T30).
struct SourceText {
  /// The units before the change, their white space collapsed.
  let units: ContiguousArray<UInt16>
  /// For each unit of the changed text and for its end, the offset of the unit that it came from; empty if they are the same.
  let offsets: ContiguousArray<Int32>

  /// Returns the units that a range of the changed text came from.
  subscript(range: Range<Int>) -> ContiguousArray<UInt16>.SubSequence {
    offsets.isEmpty
      ? units[range] : units[Int(offsets[range.lowerBound])..<Int(offsets[range.upperBound])]
  }

  /// The bytes that the text takes.
  var byteCount: Int { PreparedText.bytes(units.count, 2) + PreparedText.bytes(offsets.count, 4) }
}

/// Changes the case of texts as a style says (TextRules T30).
enum CaseMapping {
  /// Returns a text of runs in the case of their styles, with the text before; nil if no style changes anything.
  ///
  /// - Parameter spans: the runs, which move with the text; empty if all of it has the block's style.
  static func mapped(
    _ units: ContiguousArray<UInt16>, _ style: TextStyle, _ spans: inout ContiguousArray<TextSpan>
  ) -> (units: ContiguousArray<UInt16>, source: SourceText)? {
    guard !spans.isEmpty else { return mapped(units, style) }
    guard spans.contains(where: { $0.style.style.textTransform != .none && !$0.isEmpty }) else {
      return nil
    }
    var result = ContiguousArray<UInt16>()
    var offsets = ContiguousArray<Int32>()
    for number in spans.indices {
      let span = spans[number]
      let range = span.start..<span.end
      spans[number].start = result.count
      let style = span.style.style
      if style.textTransform == .capitalize, span.box == nil {
        // A word may have begun in the run before.
        result += capitalized(ContiguousArray(units[..<span.end]), from: span.start)
        offsets += range.map { Int32($0) }
      } else if span.box == nil, let mapped = mapped(ContiguousArray(units[range]), style) {
        result += mapped.units
        let origins = mapped.source.offsets
        offsets += mapped.units.indices.map {
          Int32(span.start) + (origins.isEmpty ? Int32($0) : origins[$0])
        }
      } else {
        result += units[range]
        offsets += range.map { Int32($0) }
      }
      spans[number].end = result.count
    }
    offsets.append(Int32(units.count))
    return (result, SourceText(units: units, offsets: offsets))
  }

  /// Returns a text in another case, with the text before; nil if the style changes nothing.
  static func mapped(
    _ units: ContiguousArray<UInt16>, _ style: TextStyle
  ) -> (units: ContiguousArray<UInt16>, source: SourceText)? {
    guard style.textTransform != .none, !units.isEmpty else { return nil }
    if style.textTransform == .capitalize {
      return (capitalized(units), SourceText(units: units, offsets: []))
    }
    let locale = locale(of: style.lang)
    let isUpper = style.textTransform == .uppercase
    let result = changed(units, isUpper, locale)
    let isAligned = result.count == units.count
    let offsets = isAligned ? [] : offsets(of: result, from: units, isUpper, locale)
    return (result, SourceText(units: units, offsets: offsets))
  }

  /// The languages that have rules of their own; for all others the rules are the same.
  private static func locale(of lang: String) -> String {
    let language = String(lang.prefix { $0 != "-" }).lowercased()
    return ["az", "el", "lt", "tr"].contains(language) ? language : ""
  }

  private static func changed(
    _ units: ContiguousArray<UInt16>, _ isUpper: Bool, _ locale: String
  ) -> ContiguousArray<UInt16> {
    // A character becomes at most three.
    let capacity = 3 * units.count + 8
    let result = unsafe ContiguousArray<UInt16>(unsafeUninitializedCapacity: capacity) {
      buffer, count in
      let length = unsafe units.withUnsafeBufferPointer { source in
        unsafe tatami_u_change_case(
          buffer.baseAddress, Int32(capacity), source.baseAddress, Int32(source.count),
          isUpper ? 1 : 0, locale)
      }
      count = max(0, min(Int(length), capacity))
    }
    guard isUpper else { return result }
    // Georgian letters keep their form, as in Chromium: capitals are for headlines only.
    return ContiguousArray(result.map { (0x1C90...0x1CBF).contains($0) ? $0 - 0xBC0 : $0 })
  }

  /// Returns for each unit of a changed text, and for its end, the offset of the unit that it came from.
  private static func offsets(
    of result: ContiguousArray<UInt16>, from units: ContiguousArray<UInt16>, _ isUpper: Bool,
    _ locale: String
  ) -> ContiguousArray<Int32> {
    var offsets: ContiguousArray<Int32> = []
    offsets.reserveCapacity(result.count + 1)
    var offset = 0
    while offset < units.count {
      let length = units.codePoint(at: offset).length
      let alone = changed(ContiguousArray(units[offset..<offset + length]), isUpper, locale)
      let end = offsets.count + alone.count
      // Some characters go away beside others, such as the dot of a Lithuanian i.
      if end <= result.count,
        result[offsets.count..<end].elementsEqual(alone) || alone.count == length
      {
        offsets.append(contentsOf: repeatElement(Int32(offset), count: alone.count))
      }
      offset += length
    }
    let missing = max(0, result.count - offsets.count)
    offsets.append(contentsOf: repeatElement(Int32(units.count), count: missing))
    offsets.removeLast(offsets.count - result.count)
    offsets.append(Int32(units.count))
    return offsets
  }

  /// Returns the units from an offset on of a text whose words begin with capitals; they are as many.
  private static func capitalized(
    _ units: ContiguousArray<UInt16>, from start: Int = 0
  ) -> ContiguousArray<UInt16> {
    var result = units
    var isInWord = false
    var offset = 0
    while offset < units.count {
      let (value, length) = units.codePoint(at: offset)
      let category = CharacterProperties.category(value)
      if category & (CharacterProperties.letters | CharacterProperties.marks) != 0 {
        if !isInWord, category & CharacterProperties.letters != 0 {
          let title = tatami_u_to_title(value)
          if title < 0x10000, length == 1 {
            result[offset] = UInt16(title)
          } else if title >= 0x10000, length == 2 {
            result[offset] = UInt16(0xD7C0 + title >> 10)
            result[offset + 1] = UInt16(0xDC00 + title & 0x3FF)
          }
        }
        isInWord = true
      } else if category & CharacterProperties.formats == 0 {
        isInWord =
          category & CharacterProperties.numbers != 0 || [0x27, 0x5F, 0xB7, 0x2019].contains(value)
      }
      offset += length
    }
    return start == 0 ? result : ContiguousArray(result[start...])
  }
}
