import HTTPMessage
import LayoutAPI
import Synchronization

/// What the clients of each API key have used, and what they may still use.
///
/// An account belongs to a name, not to a key: keys of one name share it, and it outlives their replacement.
final class KeyAccounts: Sendable {
  /// What a key has used since the service began.
  struct Usage: Sendable {
    let name: String
    /// The requests that were admitted.
    var requests = 0
    /// The nanoseconds of processor time of the jobs.
    var cpu: UInt64 = 0
    /// The requests that were refused, by the resource that was used up.
    var refused: [KeyLimits.Resource: Int] = [:]
  }

  private struct Account: Sendable {
    var usage: Usage
    var allowances: [KeyLimits.Resource: Allowance]
  }

  private struct State: Sendable {
    var accounts: [Account] = []
    var numbers: [String: HTTPClient.Account] = [:]
  }

  private let limits: KeyLimits
  private let state = Mutex(State())

  init(_ limits: KeyLimits) { self.limits = limits }

  /// What all keys have used, by the order in which their names became known.
  var usage: [Usage] { state.withLock { $0.accounts.map(\.usage) } }

  /// Returns the number of a name's account, which is opened if there is none.
  func number(of name: String, at now: UInt64 = MonotonicClock.now) -> HTTPClient.Account {
    let limits = limits.limits(of: name)
    return state.withLock { state in
      if let number = state.numbers[name] { return number }
      let allowances = limits.mapValues { Allowance(limit: $0, at: now) }
      state.accounts.append(Account(usage: Usage(name: name), allowances: allowances))
      let number = HTTPClient.Account(state.accounts.count)
      state.numbers[name] = number
      return number
    }
  }

  /// Counts a request, or refuses it if a resource is used up.
  ///
  /// - Throws: `too-many-requests`.
  /// - Complexity: O(1), under one short lock.
  func admit(
    _ number: HTTPClient.Account, at now: UInt64 = MonotonicClock.now
  ) throws(Problem) {
    let refusal = state.withLock { state -> Problem.RateLimit? in
      let index = Int(number) - 1
      guard state.accounts.indices.contains(index) else { return nil }
      // A whole request must be left, but of processor time anything: nobody knows what a request will take.
      for (resource, least) in [(KeyLimits.Resource.requests, 1.0), (.cpu, 0)] {
        guard let allowance = state.accounts[index].allowances[resource],
          let seconds = allowance.secondsUntil(least, at: now)
        else { continue }
        state.accounts[index].usage.refused[resource, default: 0] += 1
        return Problem.RateLimit(
          resource: resource.rawValue, limit: allowance.limit, seconds: seconds)
      }
      state.accounts[index].allowances[.requests]?.take(1, at: now)
      state.accounts[index].usage.requests += 1
      return nil
    }
    if let refusal { throw .tooManyRequests(refusal) }
  }

  /// Counts the nanoseconds of processor time of a job.
  func charge(
    _ number: HTTPClient.Account, cpu: UInt64, at now: UInt64 = MonotonicClock.now
  ) {
    state.withLock { state in
      let index = Int(number) - 1
      guard state.accounts.indices.contains(index) else { return }
      state.accounts[index].usage.cpu &+= cpu
      state.accounts[index].allowances[.cpu]?.take(Double(cpu) / 1e9, at: now)
    }
  }
}
