import LayoutEngine

/// A cache of the texts of up to 16 long decimals.
///
/// All items of a waterfall column have one x and one width, and finding the shortest decimal costs
/// several times as much as looking it up.
struct DecimalMemo: Sendable {
  /// The bit pattern of each slot's double; 0 in empty slots, because 0 is no long decimal.
  private var keys = Sixteen<UInt64>(repeating: 0)
  /// The text of each slot's double.
  private var texts = Sixteen<DecimalText>(repeating: DecimalText())

  init() {}

  /// Writes the shortest decimal that reads back as the same double; `null` if the value is not finite.
  mutating func write(_ value: Double, to writer: inout JSONWriter) {
    let bits = value.bitPattern
    // The product spreads doubles that differ in few bits over the slots.
    let slot = Int((bits &* 0x9E37_79B9_7F4A_7C15) >> 60)
    if keys[slot] == bits {
      return writer.write(texts[slot].bytes, count: Int(texts[slot].count))
    }
    guard value.isFinite else { return writer.write("null") }
    keys[slot] = bits
    guard let decimal = ShortestDecimalFormatter(value.magnitude) else {
      texts[slot] = DecimalText(value)
      return writer.write(texts[slot].bytes, count: Int(texts[slot].count))
    }
    let start = writer.count
    if value < 0 { writer.write(byte: ASCII.minus) }
    writer.write(decimal)
    texts[slot] = DecimalText(bytes: writer.bytes(from: start), count: writer.count - start)
  }
}

/// The text of the shortest decimal that reads back as the same double.
///
/// For doubles that `ShortestDecimalFormatter` does not cover, the standard library finds it; the `.0` that it
/// writes after whole numbers is removed.
private struct DecimalText: TextOutputStream, Sendable {
  /// The text in the first `count` bytes; the other bytes are arbitrary.
  ///
  /// No double takes more than 24 bytes.
  var bytes = SIMD32<UInt8>()
  var count: UInt8 = 0

  init() {}

  /// Creates a text from bytes that have already been written.
  init(bytes: SIMD32<UInt8>, count: Int) {
    self.bytes = bytes
    self.count = UInt8(truncatingIfNeeded: count)
  }

  /// Creates a text with the standard library.
  init(_ value: Double) {
    value.write(to: &self)
    let end = Int(count)
    if end > 2, bytes[end - 1] == ASCII.zero, bytes[end - 2] == ASCII.point { count -= 2 }
  }

  /// Appends ASCII text; the standard library calls this function to avoid creating a string.
  mutating func _writeASCII(_ buffer: UnsafeBufferPointer<UInt8>) {
    let added = min(bytes.scalarCount - Int(count), buffer.count)
    // Both ranges are within their buffers, which are valid during this call.
    unsafe withUnsafeMutableBytes(of: &bytes) { bytes in
      let text = unsafe UnsafeRawBufferPointer(buffer)[..<added]
      unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[Int(count)...])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: text))
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
