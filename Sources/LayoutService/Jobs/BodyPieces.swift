import LayoutEngine

/// A body's bytes as they arrive.
///
/// A body of at most one mebibyte is stored in one buffer, and so is a longer one if its length was reserved.
/// Any other body is stored in pieces of a mebibyte: moving it into ever larger buffers would keep an event
/// loop from its other connections. `join` puts the pieces together when the body is read.
struct BodyPieces: Sendable {
  /// The size of a piece in bytes.
  static let size = 1 << 20
  private static let minCapacity = 4 << 10

  /// The pieces before `last`: in order, or in reverse order once `join` has begun.
  private var full: [[UInt8]] = []
  /// The bytes that `join` has joined so far; it removes their pieces from `full`.
  private var front: [UInt8] = []
  private var last: [UInt8] = []
  /// The number of bytes.
  private(set) var count = 0

  /// Creates an empty body.
  init() {}

  /// Creates a body from the bytes of one buffer.
  init(_ bytes: [UInt8]) {
    last = bytes
    count = bytes.count
  }

  /// Whether all bytes lie in one buffer.
  var isWhole: Bool { full.isEmpty && front.isEmpty }

  /// Reserves one buffer for `total` bytes, unless there are pieces already.
  mutating func reserve(_ total: Int) {
    if isWhole { last.reserveCapacity(total) }
  }

  /// Appends bytes.
  ///
  /// The bytes are valid only during the call, so they are copied.
  ///
  /// - Parameter total: the number of bytes of the whole body; nil if unknown.
  /// - Complexity: O(`more`); moves less than a mebibyte of earlier bytes.
  mutating func append(_ more: UnsafeRawBufferPointer, of total: Int?) {
    let wanted = last.count + more.count
    if wanted > last.capacity {
      if wanted > Self.size, !last.isEmpty {
        full.append(last)
        last = []
      }
      let rest = total.map { $0 - count + last.count } ?? .max
      let ample = min(max(4 * last.capacity, Self.minCapacity), Self.size)
      let capacity = full.isEmpty ? ample : Self.size
      last.reserveCapacity(max(last.count + more.count, min(capacity, rest)))
    }
    unsafe last.append(contentsOf: more)
    count += more.count
  }

  /// Joins all bytes in one buffer, and checks the budget after each piece.
  ///
  /// Each piece is freed before the next is copied.
  ///
  /// - Returns: false if the budget ended the work; a later call continues from there.
  /// - Complexity: O(1) if one buffer has all bytes already, else O(`count`).
  mutating func join(_ budget: LayoutBudget = LayoutBudget()) -> Bool {
    guard !isWhole else { return true }
    if front.isEmpty {
      front.reserveCapacity(count)
      full.reverse()
    }
    while let piece = full.popLast() {
      front.append(contentsOf: piece)
      guard budget.checkpoint() else { return false }
    }
    front.append(contentsOf: last)
    last = front
    front = []
    return true
  }

  /// Returns all bytes in one buffer.
  ///
  /// - Complexity: O(1) if one buffer has all bytes already, else O(`count`).
  consuming func joined() -> [UInt8] {
    _ = join()
    return last
  }
}
