/// The last 16 or fewer texts of long decimals.
///
/// A column's x and width come again with every item of the column; finding the shortest decimal
/// costs ten times as much as looking it up.
struct DecimalMemo: Sendable {
  /// Bytes kept for a text, which are enough for any double's.
  private static let slotBytes = 32

  /// The bits of the double whose text stands in each slot; 0 (which is never long) in empty ones.
  private var keys = InlineArray<16, UInt64>(repeating: 0)
  /// The texts' lengths.
  private var counts = InlineArray<16, UInt8>(repeating: 0)
  /// The texts, `slotBytes` each.
  private var texts = InlineArray<512, UInt8>(repeating: 0)

  init() {}

  /// Writes the shortest decimal that reads back as the same double.
  mutating func write(_ value: Double, to writer: inout JSONWriter) {
    let bits = value.bitPattern
    // The product spreads doubles that differ in few bits over the slots.
    let slot = Int((bits &* 0x9E37_79B9_7F4A_7C15) >> 60)
    let first = slot * Self.slotBytes
    if keys[slot] != bits {
      guard value.isFinite else { return writer.write("null") }
      let text = DecimalText(value)
      for index in 0..<text.count { texts[first + index] = text.bytes[index] }
      keys[slot] = bits
      counts[slot] = UInt8(truncatingIfNeeded: text.count)
    }
    for index in first..<(first + Int(counts[slot])) { writer.write(byte: texts[index]) }
  }
}

/// The shortest decimal that reads back as the same double, as the standard library finds it, but
/// without the `.0` of whole numbers.
private struct DecimalText: TextOutputStream {
  var bytes = InlineArray<32, UInt8>(repeating: 0)
  var count = 0

  init(_ value: Double) {
    value.write(to: &self)
    if count > 2, bytes[count - 1] == ASCII.zero, bytes[count - 2] == ASCII.point { count -= 2 }
  }

  /// What the standard library calls for ASCII text, which saves it from making a string.
  mutating func _writeASCII(_ buffer: UnsafeBufferPointer<UInt8>) {
    for byte in buffer where count < 32 {
      bytes[count] = byte
      count += 1
    }
  }

  mutating func write(_ string: String) {
    for byte in string.utf8 where count < 32 {
      bytes[count] = byte
      count += 1
    }
  }
}
