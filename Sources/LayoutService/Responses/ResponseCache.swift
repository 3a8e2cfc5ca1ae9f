import HTTPMessage
import Synchronization

/// A response to a GET as bytes, for the next request that is the same.
final class CachedResponse: Sendable {
  /// What it responds to, as `RequestKey.bytes` writes it.
  let key: [UInt8]
  /// The field lines that depend on nothing but the key.
  let lines: [UInt8]
  let body: [UInt8]

  /// Bytes that a response takes beside its own: the object's, and three arrays' heads.
  private static let overhead = 160

  /// Copies what is kept, since the buffers that responses are written into have room for longer ones.
  ///
  /// - Returns: nil if it would hold more than `ResponseCache.maxBytes`.
  init?(key: [UInt8], lines: [UInt8], body: [UInt8]) {
    guard key.count + lines.count + body.count + Self.overhead <= ResponseCache.maxBytes else {
      return nil
    }
    self.key = Self.fitted(key)
    self.lines = Self.fitted(lines)
    self.body = Self.fitted(body)
  }

  /// A copy without room for more.
  private static func fitted(_ bytes: [UInt8]) -> [UInt8] {
    unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
  }
}

/// The responses that are requested again and again: everyone's first screen, and the tiles in which
/// galleries request the rest.
///
/// A table of fixed size: a response's slot follows from its key's hash, and the newer takes the
/// older's place. What is requested for the first time leaves nothing but its hash, so that a stream
/// of rectangles that never come again costs no memory and hardly any time.
final class ResponseCache: Sendable {
  /// What is known of a key.
  enum Lookup {
    case here(CachedResponse)
    /// It was looked up before: the response is worth keeping.
    case worthKeeping
    case unknown
  }

  /// The most bytes that a response holds with its key and its field lines; all slots together hold
  /// 16 MiB at most.
  static let maxBytes = 16 << 10
  private static let slotCount = 1_024

  private struct Slot {
    /// The hash of the key that was looked up last.
    var lastKey = 0
    var response: CachedResponse?
  }

  private struct State {
    var slots = [Slot](repeating: Slot(), count: slotCount)
    var hits = 0
  }

  private let state = Mutex(State())

  /// Requests that were answered from here.
  var hits: Int { state.withLock { $0.hits } }

  /// The response to the same request, if it is kept.
  ///
  /// - Parameter isUsable: whether the response may be given, called under the lock: it may outlive
  ///   its layout.
  /// - Complexity: O(bytes of the key), under one short lock; no allocation.
  func response(
    _ key: RequestKey, to request: HTTPRequest, where isUsable: () -> Bool
  ) -> Lookup {
    let place = Self.place(of: key)
    return state.withLock { state in
      if let response = state.slots[place].response,
        RequestKey.bytes(response.key, areThoseOf: request)
      {
        guard isUsable() else { return .unknown }
        state.hits += 1
        return .here(response)
      }
      if state.slots[place].lastKey == key.hash { return .worthKeeping }
      state.slots[place].lastKey = key.hash
      return .unknown
    }
  }

  /// Keeps a response.
  func keep(_ response: CachedResponse, for key: RequestKey) {
    let place = Self.place(of: key)
    // Freed after the lock has been released.
    var former: CachedResponse?
    state.withLock { state in
      former = state.slots[place].response
      state.slots[place].response = response
    }
    _ = consume former
  }

  private static func place(of key: RequestKey) -> Int { key.hash & (slotCount - 1) }
}
