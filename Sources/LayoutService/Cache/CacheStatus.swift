/// What the cache did for a request (RFC 9211).
enum CacheStatus: UInt8, Sendable, CaseIterable {
  /// The layout was there.
  case hit
  /// It was computed and is there now.
  case stored
  /// It was computed, and takes more of the cache than one layout may.
  case tooLarge
  /// It was computed, and the cache is turned off.
  case passed
  /// Another request computed it meanwhile.
  case collapsed

  /// The Cache-Status field's value.
  var field: StaticString {
    switch self {
    case .hit: "tatami; hit"
    case .stored: "tatami; fwd=miss; stored"
    case .tooLarge: "tatami; fwd=miss; detail=too-large"
    case .passed: "tatami; fwd=miss"
    case .collapsed: "tatami; fwd=miss; collapsed"
    }
  }

  /// A word for logs.
  var name: StaticString {
    switch self {
    case .hit: "hit"
    case .stored: "stored"
    case .tooLarge: "too-large"
    case .passed: "miss"
    case .collapsed: "collapsed"
    }
  }
}
