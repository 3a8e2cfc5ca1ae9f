import Synchronization

/// Counters to which any thread adds without a lock.
final class CounterTable<let size: Int>: Sendable {
  private let counters = InlineArray<size, Atomic<Int>> { _ in Atomic<Int>(0) }

  /// Adds to a counter; a counter wraps round on overflow, and an index out of range is ignored.
  func add(_ amount: Int = 1, at index: Int) {
    guard 0..<size ~= index else { return }
    counters[index].wrappingAdd(amount, ordering: .relaxed)
  }

  /// Returns a counter's value; 0 if the index is out of range.
  subscript(index: Int) -> Int {
    0..<size ~= index ? counters[index].load(ordering: .relaxed) : 0
  }
}
