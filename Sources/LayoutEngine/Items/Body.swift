/// The texts and fixed spaces that a card shows below its media, encoded in few bytes.
///
/// Each block begins with a byte. 255 means a space, and its height follows in eight bytes. Any other byte is
/// the number of a text's style, or `ownStyle`; the text's length in two bytes and its UTF-8 follow.
public struct Body: Sendable, Hashable {
  /// One block of a body.
  public enum Block: Sendable, Equatable {
    /// A text in UTF-8, or its `TextRuns`, and the number of its style; nil if the layout's style is used.
    case text(ArraySlice<UInt8>, style: Int?)
    /// A space of a fixed height in points, such as a row of buttons.
    case space(Double)
  }

  /// The greatest number of blocks in a body.
  public static let maxBlocks = 32
  /// The greatest length of a text, in UTF-16 code units.
  public static let maxTextLength = 8_192

  private static let space: UInt8 = 255
  /// The mark of a text that names no style.
  private static let ownStyle: UInt8 = 254

  /// The bytes before a text: its mark and length.
  package static let markLength = 3

  /// The encoded blocks.
  public private(set) var bytes: ArraySlice<UInt8> = []

  /// Creates a body without blocks.
  public init() {}

  /// Creates a body from its encoded blocks.
  init(encoded bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// Removes all blocks, and keeps the memory for the next ones.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Appends a text.
  ///
  /// - Parameters:
  ///   - text: valid UTF-8, or the bytes of `TextRuns`, of less than 2^16 bytes.
  ///   - style: the number of the text's style, below `TextStyles.maxCount`; nil if it is the layout's.
  public mutating func append(_ text: some Collection<UInt8>, style: Int?) {
    appendMark(of: text.count, style: style)
    bytes.append(contentsOf: text)
  }

  /// Appends a text, like `append(_:style:)`.
  package mutating func append(_ text: Span<UInt8>, style: Int?) {
    appendMark(of: text.count, style: style)
    // The pointer is only read within the call.
    unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }

  private mutating func appendMark(of length: Int, style: Int?) {
    bytes.append(style.map { UInt8(truncatingIfNeeded: $0) } ?? Self.ownStyle)
    bytes.append(UInt8(truncatingIfNeeded: length))
    bytes.append(UInt8(truncatingIfNeeded: length >> 8))
  }

  /// Appends a space of a fixed height in points.
  public mutating func append(space height: Double) {
    bytes.append(Self.space)
    for byte in 0..<8 {
      bytes.append(UInt8(truncatingIfNeeded: height.bitPattern >> UInt64(8 * byte)))
    }
  }

  /// The blocks, in order.
  public var blocks: Blocks { Blocks(rest: bytes) }

  /// An iterator over a body's blocks.
  public struct Blocks: Sequence, IteratorProtocol {
    fileprivate var rest: ArraySlice<UInt8>

    /// Returns the next block; nil at the end.
    public mutating func next() -> Block? {
      guard let mark = rest.popFirst() else { return nil }
      guard mark != Body.space else {
        var pattern: UInt64 = 0
        for byte in 0..<8 { pattern |= UInt64(rest.popFirst() ?? 0) << UInt64(8 * byte) }
        return .space(Double(bitPattern: pattern))
      }
      let (low, high) = (rest.popFirst() ?? 0, rest.popFirst() ?? 0)
      let text = rest.prefix(Int(low) | Int(high) << 8)
      rest = rest.dropFirst(text.count)
      return .text(text, style: mark == Body.ownStyle ? nil : Int(mark))
    }
  }
}
