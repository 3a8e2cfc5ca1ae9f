/// The origin of a response's layout.
///
/// The raw value is never 0, so that 0 can stand for "no layout was looked up".
enum CacheOutcome: UInt8, Sendable, CaseIterable {
  /// The layout was in the cache.
  case hit = 1
  /// The layout was computed, and is in the cache now.
  case stored
  /// The layout was computed, and was not cached because it takes more bytes than one layout may.
  case tooLarge
  /// The layout was computed, and was not cached, for example because the cache is turned off.
  case passed
  /// The layout was computed for another request, which this one joined.
  case collapsed
}
