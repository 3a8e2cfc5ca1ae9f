import CICU
import Synchronization

/// An iterator of ICU over the boundaries of a text, borrowed from a pool.
///
/// Opening an iterator reads its rules by locale, which costs more than a caption; so iterators are kept.
final class BreakIterators: Sendable {
  @safe private struct Idle: @unchecked Sendable {
    var iterators: [OpaquePointer] = unsafe []
  }

  private let locale: String
  private let kind: Int32
  private let idle = Mutex(Idle())
  /// The iterators that wait for their next use.
  private static let maximumIdleCount = 16

  /// The pools of line iterators by locale.
  private static let lineIterators = Mutex<[String: BreakIterators]>([:])
  /// The locales whose iterators are kept for all styles.
  private static let maximumLocaleCount = 64

  /// Returns the line iterators of a locale.
  static func lines(locale: String) -> BreakIterators {
    lineIterators.withLock { pools in
      if let pool = pools[locale] { return pool }
      let pool = BreakIterators(kind: Int32(TATAMI_UBRK_LINE), locale: locale)
      if pools.count < maximumLocaleCount { pools[locale] = pool }
      return pool
    }
  }

  /// The iterators of grapheme clusters.
  static let graphemes = BreakIterators(kind: Int32(TATAMI_UBRK_CHARACTER), locale: "en")

  /// Creates the pool of a kind of iterators for a locale.
  init(kind: Int32, locale: String) {
    self.kind = kind
    self.locale = locale
  }

  deinit {
    while let iterator = unsafe idle.withLock({ unsafe $0.iterators.popLast() }) {
      unsafe tatami_ubrk_close(iterator)
    }
  }

  /// Calls `body` with each boundary greater than 0 of a range of the units, relative to its start.
  func forEachBoundary(
    of units: borrowing ContiguousArray<UInt16>, in range: Range<Int>, _ body: (Int) -> Bool
  ) {
    let pooled = unsafe idle.withLock { unsafe $0.iterators.popLast() }
    guard let iterator = unsafe pooled ?? tatami_ubrk_open(kind, locale) else { return }
    unsafe units.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress,
        unsafe tatami_ubrk_set_text(iterator, base + range.lowerBound, Int32(range.count)) != 0
      else { return }
      while true {
        let boundary = unsafe tatami_ubrk_next(iterator)
        guard boundary >= 0, body(Int(boundary)) else { break }
      }
    }
    let isKept = idle.withLock { idle in
      guard unsafe idle.iterators.count < Self.maximumIdleCount else { return false }
      unsafe idle.iterators.append(iterator)
      return true
    }
    if !isKept { unsafe tatami_ubrk_close(iterator) }
  }
}
