/// What clients with one API key may use in a minute (`TATAMI_KEY_LIMITS`).
public struct KeyLimits: Sendable, Equatable {
  /// What is limited.
  public enum Resource: String, Sendable, CaseIterable {
    /// Requests with the key.
    case requests
    /// Seconds of processor time of the jobs that these requests need.
    case cpu
  }

  /// The limits of keys without limits of their own.
  public var ofAll: [Resource: Double] = [:]
  /// The limits of keys by their names.
  public var byName: [String: [Resource: Double]] = [:]

  /// Creates no limits.
  public init() {}

  /// Whether nothing is limited.
  public var isEmpty: Bool { ofAll.isEmpty && byName.isEmpty }

  /// Returns the limits of a key: its own, and for what it has none of its own, those of all keys.
  func limits(of name: String) -> [Resource: Double] {
    ofAll.merging(byName[name] ?? [:]) { $1 }
  }
}

/// An amount that grows evenly to the limit of a minute, and from which users take.
///
/// It is kept as the time at which all of it will be there again (the generic cell rate algorithm), in whole
/// nanoseconds, so that nothing is lost by rounding.
struct Allowance: Sendable {
  /// The most that is taken in a minute.
  let limit: Double
  private var full: UInt64

  private static let minute: UInt64 = 60_000_000_000

  init(limit: Double, at now: UInt64) { (self.limit, full) = (limit, now) }

  /// Returns the whole seconds until `amount` is left, at least 1; nil if that is so now.
  func secondsUntil(_ amount: Double, at now: UInt64) -> Int? {
    let end = max(full, now) &+ time(of: amount)
    let start = now &+ Self.minute
    return end > start ? Int((end - start + 999_999_999) / 1_000_000_000) : nil
  }

  /// Takes an amount, even if less is left.
  mutating func take(_ amount: Double, at now: UInt64) {
    full = max(full, now) &+ time(of: amount)
  }

  /// The nanoseconds in which an amount grows again, at most those of a day.
  private func time(of amount: Double) -> UInt64 {
    UInt64(min((amount / limit * Double(Self.minute)).rounded(), 86_400e9))
  }
}
