#if canImport(CJemalloc)
  import CJemalloc
#endif

/// The process's memory: jemalloc's `malloc` and `free` stand in for glibc's, since the program is linked
/// with it.
///
/// A document's parts are made by one thread and freed by another, some 200 of them up to a few KiB. glibc
/// joins and splits such blocks under a lock of the thread that made them; here they come from a thread's own
/// cache: a POST of 10,000 new items takes 0.8 to 0.9 of the CPU, and 1.1 to 1.2 times as many are answered.
///
/// Built for a sanitizer the program has that one's allocator, which keeps what is freed.
enum Heap {
  /// How long freed pages are kept for the next documents, in milliseconds, where jemalloc would keep
  /// them ten seconds: of small containers they may be all that there is.
  ///
  /// It looks when something is allocated or freed: what an idle process keeps goes by `giveBack` alone.
  private static let keptMilliseconds = 1_000

  /// `MALLCTL_ARENAS_ALL`, a macro that Swift does not import.
  private static let allArenas = 4_096

  /// Has freed pages given back soon.
  ///
  /// Who has set `MALLOC_CONF` in the environment knows better.
  static func keepLittle() {
    guard ProcessEnvironment.variables["MALLOC_CONF"] == nil else { return }
    // The first is of the threads that are to come, the other of this one's.
    set("arenas.dirty_decay_ms", to: keptMilliseconds)
    set("arena.0.dirty_decay_ms", to: keptMilliseconds)
  }

  /// Gives all freed pages back to the system but what threads keep for their next small blocks.
  ///
  /// Takes milliseconds where there are many.
  @Sendable static func giveBack() {
    #if canImport(CJemalloc)
      _ = unsafe mallctl("arena.\(allArenas).purge", nil, nil, nil, 0)
    #endif
  }

  private static func set(_ name: String, to value: Int) {
    #if canImport(CJemalloc)
      var value = value
      _ = unsafe mallctl(name, nil, nil, &value, MemoryLayout<Int>.size)
    #endif
  }
}
