/// Where the layout of a response comes from.
///
/// The raw value is never 0, so that it can be carried beside "no cache was asked".
enum LayoutOrigin: UInt8, Sendable, CaseIterable {
  /// It was stored.
  case hit = 1
  /// It was computed, and is stored now.
  case stored
  /// It was computed, and takes more of the cache than one layout may.
  case tooLarge
  /// It was computed, and the cache is turned off.
  case passed
  /// It was computed for another request, which this one joined.
  case collapsed
}
