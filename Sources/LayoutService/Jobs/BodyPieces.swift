import LayoutEngine

/// A body's bytes as they arrive.
///
/// They lie in one buffer up to a mebibyte, and beyond it where the whole has been reserved; else
/// in pieces of a mebibyte, since to move all that there is into a larger buffer again and again would
/// keep an event loop from its other connections. They are put together where the body is read.
struct BodyPieces: Sendable {
  /// Bytes of a piece.
  static let size = 1 << 20
  private static let leastCapacity = 4 << 10

  private var full: [[UInt8]] = []
  /// What has been put together of them, which are the last first from then on.
  private var front: [UInt8] = []
  private var last: [UInt8] = []
  /// Bytes there are.
  private(set) var count = 0

  /// No bytes.
  init() {}

  /// Bytes in one buffer.
  init(_ bytes: [UInt8]) {
    last = bytes
    count = bytes.count
  }

  /// Whether they lie in one buffer.
  var isWhole: Bool { full.isEmpty && front.isEmpty }

  /// Makes room in one buffer for so many bytes altogether.
  mutating func reserve(_ total: Int) {
    if isWhole { last.reserveCapacity(total) }
  }

  /// Appends bytes.
  ///
  /// The bytes live for the call, and are copied.
  ///
  /// - Parameter total: how many bytes there will be altogether, where that is known.
  /// - Complexity: O(`more`), and moves less than a mebibyte of what is there.
  mutating func append(_ more: UnsafeRawBufferPointer, of total: Int?) {
    let wanted = last.count + more.count
    if wanted > last.capacity {
      if wanted > Self.size, !last.isEmpty {
        full.append(last)
        last = []
      }
      let rest = total.map { $0 - count + last.count } ?? .max
      let ample = min(max(4 * last.capacity, Self.leastCapacity), Self.size)
      let capacity = full.isEmpty ? ample : Self.size
      last.reserveCapacity(max(last.count + more.count, min(capacity, rest)))
    }
    unsafe last.append(contentsOf: more)
    count += more.count
  }

  /// Puts all bytes into one buffer, with a look at each piece.
  ///
  /// Each piece is freed before the next is copied.
  ///
  /// - Returns: false if the budget ended the work; a later call goes on from there.
  /// - Complexity: O(1) where they lie in one already, else O(`count`).
  mutating func join(_ budget: LayoutBudget = LayoutBudget()) -> Bool {
    guard !isWhole else { return true }
    if front.isEmpty {
      front.reserveCapacity(count)
      full.reverse()
    }
    while let piece = full.popLast() {
      front.append(contentsOf: piece)
      guard budget.looksNow() else { return false }
    }
    front.append(contentsOf: last)
    last = front
    front = []
    return true
  }

  /// All bytes in one buffer.
  ///
  /// - Complexity: as `join`.
  consuming func joined() -> [UInt8] {
    _ = join()
    return last
  }
}
