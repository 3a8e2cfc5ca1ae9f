import Synchronization

/// Counters that any thread adds to without a lock.
final class CounterTable<let size: Int>: Sendable {
  private let counters = InlineArray<size, Atomic<Int>> { _ in Atomic<Int>(0) }

  /// Adds to a counter, which wraps round in the end; indexes out of range are dropped.
  func add(_ amount: Int = 1, at index: Int) {
    guard 0..<size ~= index else { return }
    counters[index].wrappingAdd(amount, ordering: .relaxed)
  }

  /// A counter's value.
  subscript(index: Int) -> Int {
    0..<size ~= index ? counters[index].load(ordering: .relaxed) : 0
  }
}
