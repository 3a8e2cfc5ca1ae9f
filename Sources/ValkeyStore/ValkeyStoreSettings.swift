/// The settings of a store (Contract §9).
public struct ValkeyStoreSettings: Sendable {
  /// The store's address.
  public var address: StoreAddress
  /// The password for `AUTH`; nil if there is none.
  public var password: String?
  /// Seconds for which the store retains a value after its last use; 0 leaves that to the store.
  public var lifetime = 604_800
  /// Maximum seconds that a call waits.
  public var timeout = 0.25
  /// Maximum bytes of values that wait to be written; a single value may be larger.
  public var maxPendingBytes = 32 << 20

  /// Creates the settings of a store without a password, with the contract's defaults.
  public init(address: StoreAddress) {
    self.address = address
  }
}
