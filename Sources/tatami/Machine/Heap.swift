#if canImport(CJemalloc)
  import CJemalloc
#endif

/// The process's heap: the program is linked with jemalloc, whose `malloc` and `free` replace glibc's.
///
/// A document's parts are allocated by one thread and freed by another: some 200 blocks of up to a few
/// KiB. glibc merges and splits such blocks under a lock of the thread that allocated them; jemalloc
/// takes them from a cache of the thread, so that a POST of many new items needs less CPU time.
///
/// A program built for a sanitizer uses the sanitizer's allocator instead, which retains freed memory.
enum Heap {
  /// The time for which freed pages are retained for the next documents, in milliseconds.
  ///
  /// jemalloc's default is ten seconds; by then, the retained pages may fill a small container's memory.
  /// jemalloc checks the time only when memory is allocated or freed, so only `giveBack` returns an
  /// idle process's pages.
  private static let keptMilliseconds = 1_000

  /// `MALLCTL_ARENAS_ALL`, a macro that Swift does not import.
  private static let allArenas = 4_096

  /// Shortens the time after which freed pages are returned.
  ///
  /// Does nothing if `MALLOC_CONF` is set in the environment, because the user has then chosen the times.
  static func keepLittle() {
    guard ProcessEnvironment.variables["MALLOC_CONF"] == nil else { return }
    // The first name applies to threads created later, the second to this thread.
    set("arenas.dirty_decay_ms", to: keptMilliseconds)
    set("arena.0.dirty_decay_ms", to: keptMilliseconds)
  }

  /// Returns all freed pages to the system, except those in the threads' caches for small blocks.
  ///
  /// Takes milliseconds if there are many pages.
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
