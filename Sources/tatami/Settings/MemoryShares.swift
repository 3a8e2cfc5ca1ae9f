import EventHTTP
import LayoutService

/// How memory is shared out among the settings that are not set, so that a small container holds the
/// defaults.
///
/// Of the memory an eighth is the cache's, an eighth the bodies' and answers' in flight, an eighth
/// the connections' (most of it the system's buffers), and a quarter the jobs', in equal parts. The
/// rest is left to the program, to what the allocator has not given back, and to chance. No default
/// becomes larger than it is with memory enough.
struct MemoryShares: Equatable {
  /// For cached layouts, and as much again for what is in flight, in bytes.
  let cacheBytes: Int
  let inflightBytes: Int
  let connections: Int
  /// For values that wait to be written to the store: a 32nd part, which is taken of the rest.
  let storeBytes: Int
  /// Of one document.
  let bodyBytes: Int
  let items: Int

  /// What a connection may hold: 128 KiB that the system takes of an answer before it can send them,
  /// and 64 KiB of its own, of a request's bytes or of an answer that is not counted as in flight.
  static let connectionBytes = 192 << 10
  /// What a job may hold for each byte of its body beyond that byte: eight for lists of variants,
  /// the most of any document that was found.
  static let jobBytesPerBodyByte = 8
  /// What a job may hold for each item: twenty for plain items of a waterfall, some more for others.
  static let jobBytesPerItem = 64
  /// Memory for each worker at least, or there are fewer of them.
  static let workerBytes = 128 << 20
  /// The most bytes of values that wait to be written to the store.
  static let mostStoreBytes = 32 << 20
  /// Less memory than this is shared out as if it were this much.
  static let least = 32 << 20

  /// Shares memory out.
  ///
  /// - Parameters:
  ///   - memory: bytes.
  ///   - workers: jobs at once.
  init(memory: Int, workers: Int) {
    let memory = max(Self.least, memory)
    cacheBytes = min(512 << 20, memory / 8)
    inflightBytes = min(512 << 20, memory / 8)
    storeBytes = min(Self.mostStoreBytes, memory / 32)
    connections = min(4_096, memory / 8 / Self.connectionBytes)
    let job = memory / 4 / max(1, workers)
    bodyBytes = min(64 << 20, max(1 << 20, job / Self.jobBytesPerBodyByte))
    items = min(2_000_000, max(10_000, job / Self.jobBytesPerItem))
  }

  /// Workers that the memory has room for, of so many.
  static func workers(_ processors: Int, memory: Int) -> Int {
    max(1, min(processors, memory / workerBytes))
  }
}

extension ServeSettings {
  /// Takes the defaults of what depends on the memory and on the workers.
  mutating func shareMemory(of machine: Machine) {
    let shares = MemoryShares(memory: machine.memory, workers: service.workers)
    service.cacheBytes = shares.cacheBytes
    service.maxInflightBytes = shares.inflightBytes
    service.maxBodyBytes = shares.bodyBytes
    service.maxItems = shares.items
    limits.maxConnections = shares.connections
    storePendingBytes = shares.storeBytes
  }

  /// A sentence for each setting that contradicts another or that the memory has no room for.
  func misfits(on machine: Machine) -> [String] {
    let (cache, inflight) = (service.cacheBytes, service.maxInflightBytes)
    let half = machine.memory / 2
    var sentences: [String] = []
    func refuse(_ names: String, _ bytes: Double, _ what: String = "") {
      guard bytes > Double(half) else { return }
      sentences.append(
        "\(names)\(what): may take more than half of the memory, \(half) of "
          + "\(machine.memory) bytes")
    }
    refuse("TATAMI_CACHE_BYTES", Double(cache))
    refuse("TATAMI_MAX_INFLIGHT_BYTES", Double(inflight))
    if cache <= half, inflight <= half {
      refuse("TATAMI_CACHE_BYTES and TATAMI_MAX_INFLIGHT_BYTES together", Double(cache + inflight))
    }
    let jobs = Double(service.workers)
    refuse(
      "TATAMI_MAX_BODY_BYTES",
      jobs * Double(service.maxBodyBytes) * Double(MemoryShares.jobBytesPerBodyByte),
      " with \(service.workers) workers")
    refuse(
      "TATAMI_MAX_ITEMS",
      jobs * Double(service.maxItems) * Double(MemoryShares.jobBytesPerItem),
      " with \(service.workers) workers")
    refuse(
      "TATAMI_MAX_CONNECTIONS",
      Double(limits.maxConnections) * Double(MemoryShares.connectionBytes))
    if service.maxBodyBytes > inflight {
      sentences.append(
        "TATAMI_MAX_BODY_BYTES is above TATAMI_MAX_INFLIGHT_BYTES, which no body can pass, either")
    }
    return sentences
  }
}
