/// The settings of a store (Contract §9).
public struct ValkeyStoreSettings: Sendable {
  /// Where it listens.
  public var address: StoreAddress
  /// For `AUTH`; nil for none.
  public var password: String?
  /// Seconds for which a value is kept after its last use; 0 for as long as the store likes.
  public var lifetime = 604_800
  /// Seconds that a call waits at most.
  public var timeout = 0.25
  /// Bytes of values that wait to be written; one value alone may have more.
  public var maxPendingBytes = 32 << 20

  /// The settings of a store without a password, with the contract's defaults.
  public init(address: StoreAddress) {
    self.address = address
  }
}
