import Glibc

/// The counter of this process's allocations, which `Tests/Bench/count-allocations.c` contains.
///
/// It exists only if the library built from that file is preloaded.
struct AllocationCount {
  private typealias Counter = @convention(c) () -> UInt64
  private let counter: Counter

  /// Finds the counter; nil if it is not preloaded.
  init?() {
    guard let symbol = unsafe dlsym(nil, "tatami_allocation_count") else { return nil }
    // The type is the one that count-allocations.c gives the function.
    counter = unsafe unsafeBitCast(symbol, to: Counter.self)
  }

  /// Returns the number of allocations per call of `body`, averaged over `count` calls.
  ///
  /// One call before them is not counted.
  func allocations(each count: Int, _ body: (Int) -> Void) -> Double {
    body(0)
    let before = counter()
    for number in 0..<count { body(number) }
    return Double(counter() - before) / Double(count)
  }
}
