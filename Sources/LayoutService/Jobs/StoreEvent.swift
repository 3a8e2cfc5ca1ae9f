/// What the service does with the store of documents, for metrics.
enum StoreEvent: Sendable {
  /// What became of a fetch.
  enum Fetch: String, Sendable, CaseIterable {
    case hit, miss, timeout, down
    /// What was found is something else than the id says.
    case broken
    /// What was found passes a limit.
    case refused

    init(_ outage: StoreOutage) { self = outage == .timeout ? .timeout : .down }
  }

  /// What became of a document that was to be kept.
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

  /// The store has answered a fetch, after so many nanoseconds, with so many bytes.
  case answered(waited: UInt64, byteCount: Int)
  /// What was fetched has been looked at.
  case fetched(Fetch)
  /// A document was kept, or not, after so many nanoseconds; it took so many bytes.
  case wrote(Write, waited: UInt64, byteCount: Int)
}
