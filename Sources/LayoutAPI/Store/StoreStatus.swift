/// The store's part in a response (Contract §16).
package enum StoreStatus: Sendable, Hashable {
  /// The store had the document already.
  case hit
  /// The store does not have the document.
  case missed
  /// The document has been written to the store.
  case stored
  /// The store was not used, did not respond in time, or returned a wrong value.
  case bypassed(StoreBypass)

  /// Whether every replica can find the document in the store now.
  package var isKept: Bool { self == .hit || self == .stored }
}

/// The reason why a document was neither found in the store nor written to it.
package enum StoreBypass: String, Sendable, CaseIterable {
  /// The store cannot be reached.
  case down
  /// The store did not respond in time.
  case timeout
  /// The document takes more bytes than may be stored or fetched.
  case tooLarge = "too-large"
  /// Too many requests wait for the store, or there is not enough memory to compress the document.
  case busy
  /// The request says `Cache-Control: no-store`.
  case noStore = "no-store"
  /// The store responded with an error.
  case refused
  /// The store's value does not match the id.
  case broken
  /// The parent of the update is not in the store, so no other replica could apply the update.
  case parent

  package init(_ outage: StoreError) {
    switch outage {
    case .down: self = .down
    case .timeout: self = .timeout
    case .busy: self = .busy
    case .tooLarge: self = .tooLarge
    case .refused: self = .refused
    }
  }
}
