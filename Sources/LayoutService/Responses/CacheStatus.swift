import HTTPMessage
import LayoutAPI

/// The value of Cache-Status for a layout's origin (RFC 9211).
extension CacheOutcome {
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

  /// Appends the field's value for a response that needed the store: the store's member first.
  func append(_ store: StoreStatus, to line: inout [UInt8]) {
    store.append(to: &line)
    line.append(", ")
    line.append(cacheStatus)
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

extension StoreStatus {
  /// Appends the store's own member of Cache-Status, which is nearest to the origin.
  func append(to line: inout [UInt8]) {
    switch self {
    case .hit: line.append("tatami-store; hit")
    case .missed: line.append("tatami-store; fwd=miss")
    case .stored: line.append("tatami-store; fwd=miss; stored")
    case .bypassed(let why):
      line.append("tatami-store; fwd=bypass; detail=")
      line.append(contentsOf: why.rawValue.utf8)
    }
  }
}
