/// The last 16 or fewer texts of long decimals.
///
/// A column's x and width come again with every item of the column; finding the shortest decimal
/// costs ten times as much as looking it up.
struct DecimalMemo: Sendable {
  /// The bits of the double whose text stands in each slot; 0 (which is never long) in empty ones.
  private var keys = InlineArray<16, UInt64>(repeating: 0)
  /// The texts.
  private var texts = InlineArray<16, DecimalText>(repeating: DecimalText())

  init() {}

  /// Writes the shortest decimal that reads back as the same double; `null` where there is none.
  mutating func write(_ value: Double, to writer: inout JSONWriter) {
    let bits = value.bitPattern
    // The product spreads doubles that differ in few bits over the slots.
    let slot = Int((bits &* 0x9E37_79B9_7F4A_7C15) >> 60)
    if keys[slot] != bits {
      guard value.isFinite else { return writer.write("null") }
      keys[slot] = bits
      texts[slot] = DecimalText(value)
    }
    writer.write(texts[slot].bytes, count: Int(texts[slot].count))
  }
}

/// The shortest decimal that reads back as the same double, as the standard library finds it, but
/// without the `.0` of whole numbers.
private struct DecimalText: TextOutputStream, Sendable {
  /// The text, then zeros: no double's takes more than 24 bytes.
  var bytes = SIMD32<UInt8>()
  var count: UInt8 = 0

  init() {}

  init(_ value: Double) {
    value.write(to: &self)
    let end = Int(count)
    if end > 2, bytes[end - 1] == ASCII.zero, bytes[end - 2] == ASCII.point { count -= 2 }
  }

  /// What the standard library calls for ASCII text, which saves it from making a string.
  mutating func _writeASCII(_ buffer: UnsafeBufferPointer<UInt8>) {
    let added = min(bytes.scalarCount - Int(count), buffer.count)
    // Both ranges are within their buffers, which are lent for this call.
    unsafe withUnsafeMutableBytes(of: &bytes) { bytes in
      unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[Int(count)...])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<added]))
    }
    count += UInt8(truncatingIfNeeded: added)
  }

  mutating func write(_ string: String) {
    for byte in string.utf8 where Int(count) < bytes.scalarCount {
      bytes[Int(count)] = byte
      count += 1
    }
  }
}
