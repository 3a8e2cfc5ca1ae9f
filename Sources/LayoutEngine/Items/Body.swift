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

  /// Appends a text.
  ///
  /// - Parameters:
  ///   - text: valid UTF-8, or the bytes of `TextRuns`, of less than 2^16 bytes.
  ///   - style: the number of the text's style, below `TextStyles.maxCount`; nil if it is the layout's.
  public mutating func append(_ text: some Collection<UInt8>, style: Int?) {
    appendMark(of: text.count, style: style)
    bytes.append(contentsOf: text)
  }

  private mutating func appendMark(of length: Int, style: Int?) {
    let (mark, low, high) = Self.mark(of: length, style: style)
    bytes.append(mark)
    bytes.append(low)
    bytes.append(high)
  }

  /// Returns the bytes before a text.
  static func mark(of length: Int, style: Int?) -> (UInt8, UInt8, UInt8) {
    (
      style.map { UInt8(truncatingIfNeeded: $0) } ?? ownStyle, UInt8(truncatingIfNeeded: length),
      UInt8(truncatingIfNeeded: length >> 8)
    )
  }

  /// Appends a space of a fixed height in points.
  public mutating func append(space height: Double) {
    bytes.append(Self.space)
    for byte in 0..<8 {
      bytes.append(UInt8(truncatingIfNeeded: height.bitPattern >> UInt64(8 * byte)))
    }
  }

  /// The blocks, in order.
  public var blocks: Blocks { Blocks(bytes) }

  /// An iterator over a body's blocks.
  public struct Blocks: Sequence, IteratorProtocol {
    private let bytes: ArraySlice<UInt8>
    private var place: Int

    fileprivate init(_ bytes: ArraySlice<UInt8>) {
      self.bytes = bytes
      place = bytes.startIndex
    }

    /// Returns the next block; nil at the end.
    public mutating func next() -> Block? {
      guard place < bytes.endIndex else { return nil }
      let mark = bytes[place]
      guard mark != Body.space else {
        var pattern: UInt64 = 0
        for byte in 0..<8 { pattern |= UInt64(bytes[place + 1 + byte]) << UInt64(8 * byte) }
        place += 9
        return .space(Double(bitPattern: pattern))
      }
      let start = place + Body.markLength
      place = start + (Int(bytes[place + 1]) | Int(bytes[place + 2]) << 8)
      return .text(bytes[start..<place], style: mark == Body.ownStyle ? nil : Int(mark))
    }
  }
}
