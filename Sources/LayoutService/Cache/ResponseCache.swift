import HTTPMessage
import LayoutAPI
import Synchronization

/// The bytes of a response to a GET, for the next equal request.
final class CachedResponse: Sendable {
  /// The layout that the response is about.
  let id: LayoutID
  /// The bytes that identify the request (`RequestKey.bytes(of:)`).
  let key: [UInt8]
  /// The field lines that depend only on the key.
  let lines: [UInt8]
  let body: [UInt8]

  /// The bytes that a cached response takes beside `key`, `lines` and `body`: the object's, and three array
  /// headers.
  private static let overhead = 192

  /// Copies the bytes into arrays of exactly their size: the buffers of responses have spare capacity.
  ///
  /// - Returns: nil if the cached response would take more than `ResponseCache.maxBytes`.
  init?(about id: LayoutID, key: [UInt8], lines: [UInt8], body: [UInt8]) {
    guard key.count + lines.count + body.count + Self.overhead <= ResponseCache.maxBytes else {
      return nil
    }
    self.id = id
    self.key = Self.fitted(key)
    self.lines = Self.fitted(lines)
    self.body = Self.fitted(body)
  }

  /// Returns a copy without spare capacity.
  private static func fitted(_ bytes: [UInt8]) -> [UInt8] {
    unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
  }
}

/// Caches the bytes of responses that are requested again and again.
///
/// Examples are the first screen that everyone sees, and the tiles in which galleries request the rest. The
/// table has a fixed size: the hash of a response's key determines its slot, and a newer response replaces an
/// older one. A first request leaves only its hash, so a stream of rectangles that never recur costs no
/// memory and hardly any time.
final class ResponseCache: Sendable {
  /// The result of looking a key up.
  enum Lookup {
    case here(CachedResponse)
    /// The response is not cached, but is worth caching: the slot's last look-up was for this key, too.
    case worthCaching
    /// The response is not cached, or may not be sent.
    case unknown
  }

  /// Where the response to a request is worth caching.
  struct Place: Sendable {
    private let cache: ResponseCache
    private let key: RequestKey
    private let bytes: [UInt8]

    init(_ cache: ResponseCache, _ key: RequestKey, of request: HTTPRequest) {
      self.cache = cache
      self.key = key
      bytes = RequestKey.bytes(of: request)
    }

    /// Caches the response as written so far, if it is short.
    func insert(_ response: HTTPResponse) {
      guard response.stream == nil,
        let cached = CachedResponse(
          about: key.id, key: bytes, lines: response.fieldLines, body: response.body)
      else { return }
      cache.insert(cached, for: key)
    }
  }

  /// The maximum bytes of a response with its key and its field lines; all slots together take 16 MiB at
  /// most.
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

  /// The number of requests that were answered from this cache.
  var hits: Int { state.withLock { $0.hits } }

  /// Returns the response to an equal request, if it is cached.
  ///
  /// - Parameter isUsable: returns whether the response's layout is still cached, because the response may
  ///   outlive it; called under the lock, if the response is cached.
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
      if state.slots[place].lastKey == key.hash { return .worthCaching }
      state.slots[place].lastKey = key.hash
      return .unknown
    }
  }

  /// Caches a response in the slot of its key, in place of the slot's former response.
  func insert(_ response: CachedResponse, for key: RequestKey) {
    let place = Self.place(of: key)
    // The former response is freed after the lock has been released.
    var former: CachedResponse?
    state.withLock { state in
      former = state.slots[place].response
      state.slots[place].response = response
    }
    _ = consume former
  }

  /// Removes all responses about a layout.
  ///
  /// - Complexity: O(slots), under one short lock.
  func remove(about id: LayoutID) {
    // The responses are freed after the lock has been released.
    var removed: [CachedResponse] = []
    state.withLock { state in
      for place in state.slots.indices where state.slots[place].response?.id == id {
        if let response = state.slots[place].response.take() { removed.append(response) }
      }
    }
    _ = consume removed
  }

  private static func place(of key: RequestKey) -> Int { key.hash & (slotCount - 1) }
}
