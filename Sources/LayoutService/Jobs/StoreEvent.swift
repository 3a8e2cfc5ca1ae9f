import LayoutAPI

/// An event in the service's use of the store, for metrics.
enum StoreEvent: Sendable {
  /// The result of a fetch.
  enum Fetch: String, Sendable, CaseIterable {
    case hit, miss, timeout, down
    /// The value does not match its id.
    case broken
    /// The value exceeds a limit.
    case refused

    init(_ outage: StoreError) { self = outage == .timeout ? .timeout : .down }
  }

  /// The result of writing a document or update.
  enum Write: String, Sendable, CaseIterable {
    case stored, there, timeout, down, busy
    case tooLarge = "too-large"
    case error

    init(_ status: StoreStatus) {
      switch status {
      case .hit: self = .there
      case .stored: self = .stored
      case .bypassed(.timeout): self = .timeout
      case .bypassed(.down): self = .down
      case .bypassed(.busy): self = .busy
      case .bypassed(.tooLarge): self = .tooLarge
      case .bypassed, .missed: self = .error
      }
    }
  }

  /// The store replied to a fetch after `waited` nanoseconds, with `byteCount` bytes.
  case answered(waited: UInt64, byteCount: Int)
  /// A fetch has ended with this result.
  case fetched(Fetch)
  /// A write ended after `waited` nanoseconds. `byteCount` is the size of the stored value; 0 if nothing was stored.
  case wrote(Write, waited: UInt64, byteCount: Int)
}
