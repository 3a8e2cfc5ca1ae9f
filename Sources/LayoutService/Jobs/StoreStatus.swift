/// What the store of documents had to do with a response (Contract §16).
enum StoreStatus: Sendable, Hashable {
  /// It had the document already.
  case hit
  /// It was asked in vain.
  case missed
  /// It has the document now.
  case stored
  /// It was not asked, or not in time, or not believed.
  case bypassed(StoreBypass)

  /// Whether every replica finds the document there now.
  var isKept: Bool { self == .hit || self == .stored }
}

/// Why a document was neither found in the store nor kept there.
enum StoreBypass: String, Sendable, CaseIterable {
  /// The store cannot be reached.
  case down
  /// It did not answer in time.
  case timeout
  /// The document takes more bytes than may be kept or fetched.
  case tooLarge = "too-large"
  /// Too much waits for it already, or no room is left for what it takes to compress a document.
  case busy
  /// The request says `Cache-Control: no-store`.
  case noStore = "no-store"
  /// It answered with an error of its own.
  case refused
  /// What it has under the id is something else.
  case broken
  /// What the update is of is not in the store: nobody else could apply it.
  case parent

  init(_ outage: StoreOutage) {
    switch outage {
    case .down: self = .down
    case .timeout: self = .timeout
    case .busy: self = .busy
    case .tooLarge: self = .tooLarge
    case .refused: self = .refused
    }
  }
}
