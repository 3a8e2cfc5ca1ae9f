/// What Cache-Status says of where a layout comes from (RFC 9211).
extension LayoutOrigin {
  /// The field's value.
  var cacheStatus: StaticString {
    switch self {
    case .hit: "tatami; hit"
    case .stored: "tatami; fwd=miss; stored"
    case .tooLarge: "tatami; fwd=miss; detail=too-large"
    case .passed: "tatami; fwd=miss"
    case .collapsed: "tatami; fwd=miss; collapsed"
    }
  }

  /// A word for logs.
  var cacheWord: StaticString {
    switch self {
    case .hit: "hit"
    case .stored: "stored"
    case .tooLarge: "too-large"
    case .passed: "miss"
    case .collapsed: "collapsed"
    }
  }
}
