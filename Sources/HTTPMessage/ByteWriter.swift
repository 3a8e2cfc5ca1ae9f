/// Writes bytes one after the other into memory that the caller has reserved for all of them.
///
/// A log line and a response's head consist of some thirty short pieces: checking the capacity once
/// instead of once per piece makes them three times as fast. The type is safe because a write that does
/// not fit ends the process.
@safe
@usableFromInline
package struct ByteWriter {
  /// The address of the next byte; valid while the closure that receives the writer runs.
  @usableFromInline var next: UnsafeMutablePointer<UInt8>
  @usableFromInline let end: UnsafeMutablePointer<UInt8>

  @inlinable
  init(at start: UnsafeMutablePointer<UInt8>, room: Int) {
    unsafe next = start
    unsafe end = start + room
  }

  /// Advances by `count` bytes and returns the address of the first; the caller must write all of them.
  @inlinable @inline(__always)
  mutating func take(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    unsafe precondition(0...(end - next) ~= count, "more is written than there is room for")
    defer { unsafe next += count }
    return unsafe next
  }

  /// Writes the bytes of a text.
  @inlinable @inline(__always)
  package mutating func write(_ text: StaticString) {
    let count = text.utf8CodeUnitCount
    unsafe UnsafeMutableRawPointer(take(count)).copyMemory(from: text.utf8Start, byteCount: count)
  }

  /// Writes one byte.
  @inlinable @inline(__always)
  package mutating func write(byte: UInt8) {
    unsafe take(1).pointee = byte
  }

  /// Writes the eight bytes of a word, the lowest first.
  @inlinable @inline(__always)
  package mutating func write(eight word: UInt64) {
    unsafe UnsafeMutableRawPointer(take(8)).storeBytes(of: word.littleEndian, as: UInt64.self)
  }

  /// Writes a span's bytes.
  @inlinable @inline(__always)
  package mutating func write(bytes: borrowing Span<UInt8>) {
    unsafe bytes.withUnsafeBytes {
      guard let start = $0.baseAddress else { return }
      unsafe UnsafeMutableRawPointer(take($0.count)).copyMemory(from: start, byteCount: $0.count)
    }
  }

  /// Writes an array's bytes.
  @inlinable @inline(__always)
  package mutating func write(bytesOf bytes: borrowing [UInt8]) {
    unsafe bytes.withUnsafeBytes {
      guard let start = $0.baseAddress else { return }
      unsafe UnsafeMutableRawPointer(take($0.count)).copyMemory(from: start, byteCount: $0.count)
    }
  }

  /// Writes a whole number in decimal digits, with leading zeros if it has fewer than `digits`.
  ///
  /// At most 20 digits are written; 21 bytes with the sign.
  @inlinable
  package mutating func write(decimal number: Int, digits: Int = 1) {
    if number < 0 { write(byte: UInt8(ascii: "-")) }
    let magnitude = UInt64(number.magnitude)
    if magnitude < 10, digits <= 1 {
      return write(byte: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude))
    }
    let count = max(Self.digitCount(magnitude), min(digits, 20))
    let place = unsafe take(count)
    var rest = magnitude
    var index = count
    while index > 0 {
      index -= 1
      unsafe place[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  /// Writes all 16 digits of a word, in lowercase hexadecimal.
  package mutating func write(hexDigitsOf word: UInt64) {
    write(bytes: HexText.digits(of: word).span)
  }

  /// Writes nanoseconds as milliseconds with three decimals; at most 24 bytes.
  @inlinable
  package mutating func write(milliseconds nanoseconds: UInt64) {
    let micros = Int(clamping: nanoseconds / 1_000)
    write(decimal: micros / 1_000)
    let decimals = micros % 1_000
    let place = unsafe take(4)
    unsafe place[0] = UInt8(ascii: ".")
    unsafe place[1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: decimals / 100)
    unsafe place[2] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: decimals / 10 % 10)
    unsafe place[3] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: decimals % 10)
  }

  /// Returns the number of decimal digits of `number`.
  @inlinable
  static func digitCount(_ number: UInt64) -> Int {
    var count = 1
    var rest = number
    while rest >= 1_000 {
      rest /= 1_000
      count += 3
    }
    return count + (rest >= 100 ? 2 : rest >= 10 ? 1 : 0)
  }
}

extension [UInt8] {
  /// Appends the bytes that `write` writes, at most `room`; allocates nothing if the capacity suffices.
  @inlinable @inline(__always)
  package mutating func append(room: Int, _ write: (inout ByteWriter) -> Void) {
    // With a capacity of 0, the standard library would write a count to the storage that all empty
    // arrays share across threads.
    guard room > 0 else { return }
    append(addingCapacity: room) { (output: inout OutputSpan<UInt8>) in
      unsafe output.withUnsafeMutableBufferPointer { buffer, count in
        guard let start = buffer.baseAddress else { return }
        var writer = unsafe ByteWriter(at: start, room: buffer.count)
        write(&writer)
        count = unsafe writer.next - start
      }
    }
  }
}
