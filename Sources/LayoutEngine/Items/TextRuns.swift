/// The runs of one text: parts with styles of their own, and boxes such as icons, encoded in few bytes.
///
/// A body holds them in place of the text's UTF-8. They begin with the byte 255, which no UTF-8 has. A run begins with
/// the number of its style, `ownStyle` or `box`, and its name with the length in a byte. A text's length in two bytes
/// and its UTF-8 follow, or a box's width, height and alignment.
public struct TextRuns: Sendable, Hashable {
  /// What a run shows.
  public enum Content: Sendable, Equatable {
    /// A text in UTF-8, and the number of its style; nil if it has the block's.
    case text(ArraySlice<UInt8>, style: Int?)
    /// A box of a size in points.
    case box(width: Double, height: Double, VerticalAlign)
  }

  /// A part of the text.
  public struct Run: Sendable, Equatable {
    /// What the run shows.
    public var content: Content
    /// The name under which responses have the run's rectangles; empty if it has none.
    public var name: ArraySlice<UInt8>
  }

  /// Where a box stands on its line.
  public enum VerticalAlign: Sendable, Hashable {
    /// On the baseline.
    case baseline
    /// With its centre half the height of small letters above the baseline.
    case middle
    /// So many points above the baseline.
    case points(Double)
  }

  /// The greatest number of runs in a text.
  public static let maxCount = 256
  /// The greatest length of a name, in bytes.
  public static let maxNameBytes = 64
  /// The greatest width, height and distance from the baseline of a box, in points.
  public static let maxBoxLength = 16_384.0

  private static let mark: UInt8 = 255
  private static let ownStyle: UInt8 = 254
  private static let box: UInt8 = 253

  /// The encoded runs.
  public private(set) var bytes: ArraySlice<UInt8> = [Self.mark]

  /// Creates a text without runs.
  public init() {}

  /// Returns the runs of a body's text; nil if it is plain UTF-8.
  public init?(encoded text: ArraySlice<UInt8>) {
    guard Self.isMarked(text) else { return nil }
    bytes = text
  }

  /// Whether these bytes are encoded runs, and no plain text.
  public static func isMarked(_ text: ArraySlice<UInt8>) -> Bool { text.first == mark }

  /// Appends a text.
  ///
  /// - Parameters:
  ///   - text: valid UTF-8 of less than 2^16 bytes.
  ///   - style: the number of its style, below `TextStyles.maxCount`; nil if it is the block's.
  ///   - name: at most `maxNameBytes` bytes of UTF-8.
  public mutating func append(
    _ text: some Collection<UInt8>, style: Int?, name: some Collection<UInt8>
  ) {
    append(mark: style.map { UInt8(truncatingIfNeeded: $0) } ?? Self.ownStyle, name)
    bytes.append(UInt8(truncatingIfNeeded: text.count))
    bytes.append(UInt8(truncatingIfNeeded: text.count >> 8))
    bytes.append(contentsOf: text)
  }

  /// Appends a box; its lengths are at most `maxBoxLength`.
  public mutating func append(
    boxOf width: Double, _ height: Double, _ align: VerticalAlign,
    name: some Collection<UInt8>
  ) {
    append(mark: Self.box, name)
    append(width)
    append(height)
    switch align {
    case .baseline: bytes.append(0)
    case .middle: bytes.append(1)
    case .points(let points):
      bytes.append(2)
      append(points)
    }
  }

  private mutating func append(mark: UInt8, _ name: some Collection<UInt8>) {
    bytes.append(mark)
    bytes.append(UInt8(truncatingIfNeeded: name.count))
    bytes.append(contentsOf: name)
  }

  private mutating func append(_ length: Double) {
    for byte in 0..<8 {
      bytes.append(UInt8(truncatingIfNeeded: length.bitPattern >> UInt64(8 * byte)))
    }
  }

  /// The runs, in order.
  public var runs: [Run] {
    var runs: [Run] = []
    var rest = bytes.dropFirst()
    while let mark = rest.popFirst() {
      let name = Self.prefix(Int(rest.popFirst() ?? 0), &rest)
      let content: Content
      if mark == Self.box {
        let (width, height) = (Self.length(&rest), Self.length(&rest))
        switch rest.popFirst() {
        case 1: content = .box(width: width, height: height, .middle)
        case 2: content = .box(width: width, height: height, .points(Self.length(&rest)))
        default: content = .box(width: width, height: height, .baseline)
        }
      } else {
        let (low, high) = (rest.popFirst() ?? 0, rest.popFirst() ?? 0)
        let text = Self.prefix(Int(low) | Int(high) << 8, &rest)
        content = .text(text, style: mark == Self.ownStyle ? nil : Int(mark))
      }
      runs.append(Run(content: content, name: name))
    }
    return runs
  }

  private static func prefix(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let prefix = rest.prefix(count)
    rest = rest.dropFirst(prefix.count)
    return prefix
  }

  private static func length(_ rest: inout ArraySlice<UInt8>) -> Double {
    var pattern: UInt64 = 0
    for byte in 0..<8 { pattern |= UInt64(rest.popFirst() ?? 0) << UInt64(8 * byte) }
    return Double(bitPattern: pattern)
  }
}
