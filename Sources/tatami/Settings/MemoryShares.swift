import EventHTTP
import Glibc
import LayoutService

/// Derives defaults of settings from the memory, so that they fit a small container.
///
/// An eighth of the memory is for the cache, an eighth for bodies and responses in flight, an eighth for
/// connections (most of it for the system's buffers), and a quarter for jobs, in equal parts. The rest
/// is for the program, for memory that the allocator has not returned, and a margin. Each default has a
/// maximum, which more memory does not raise.
struct MemoryShares: Equatable {
  /// The bytes for cached layouts.
  let cacheBytes: Int
  /// The bytes for bodies and responses in flight.
  let inflightBytes: Int
  /// The maximum number of connections.
  let connections: Int
  /// The bytes for values that wait to be written to the store: a 32nd of the memory, taken from the rest.
  let storeBytes: Int
  /// The bytes for measured texts: a 32nd of the memory, taken from the rest.
  let textBytes: Int
  /// The maximum number of bytes in a request's body.
  let bodyBytes: Int
  /// The maximum number of items in a document.
  let items: Int

  /// The maximum memory of a connection, in bytes.
  ///
  /// The system takes 128 KiB of a response before it can send them; the connection itself takes 64 KiB
  /// of a request, or of a response that does not count as in flight.
  static let connectionBytes = 192 << 10
  /// The maximum memory of a job per byte of its body, in addition to the body itself.
  ///
  /// Of all documents that were tried, those with lists of variants take the most: eight bytes.
  static let jobBytesPerBodyByte = 8
  /// The maximum memory of a job per item, in bytes.
  ///
  /// Plain items of a waterfall take twenty bytes each; other items take more.
  static let jobBytesPerItem = 64
  /// The minimum memory per worker, in bytes; with less memory, there are fewer workers.
  static let workerBytes = 128 << 20
  /// The maximum number of bytes of values that wait to be written to the store.
  static let maxStoreBytes = 32 << 20
  /// The minimum memory that is distributed, in bytes; less memory is treated as if it were this much.
  static let least = 32 << 20

  /// Distributes the memory.
  ///
  /// - Parameters:
  ///   - memory: the memory in bytes.
  ///   - workers: the number of simultaneous jobs.
  init(memory: Int, workers: Int) {
    let memory = max(Self.least, memory)
    cacheBytes = min(512 << 20, memory / 8)
    inflightBytes = min(512 << 20, memory / 8)
    textBytes = min(64 << 20, memory / 32)
    storeBytes = min(Self.maxStoreBytes, memory / 32)
    connections = min(4_096, memory / 8 / Self.connectionBytes)
    let job = memory / 4 / max(1, workers)
    bodyBytes = min(64 << 20, max(1 << 20, job / Self.jobBytesPerBodyByte))
    items = min(2_000_000, max(10_000, job / Self.jobBytesPerItem))
  }

  /// Returns the number of workers for which the memory suffices, at most one per processor.
  static func workers(_ processors: Int, memory: Int) -> Int {
    max(1, min(processors, memory / workerBytes))
  }
}

extension ServeSettings {
  /// Sets the defaults that depend on the memory and on the number of workers.
  mutating func shareMemory(of machine: Machine) {
    let shares = MemoryShares(memory: machine.memory, workers: service.workers)
    service.cacheBytes = shares.cacheBytes
    service.textCacheBytes = shares.textBytes
    service.maxInflightBytes = shares.inflightBytes
    service.maxBodyBytes = shares.bodyBytes
    service.maxItems = shares.items
    limits.maxConnections = shares.connections
    storePendingBytes = shares.storeBytes
  }

  /// Returns the warnings about the settings, and about variables that look like settings.
  func warnings(on machine: Machine) -> [String] {
    missingFonts + compressedFonts + misfits(on: machine)
      + UnknownVariables.sentences(about: ProcessEnvironment.variables)
  }

  /// A sentence for each file or folder of fonts that does not exist; none if the setting has its default.
  var missingFonts: [String] {
    guard service.fontPaths != ServiceSettings().fontPaths else { return [] }
    return service.fontPaths.filter { unsafe access($0, F_OK) != 0 }
      .map { "TATAMI_FONTS names \($0), which does not exist: texts in its fonts will be refused" }
  }

  /// A sentence for each font file that Tatami does not read because it is compressed for the web; none if the setting has
  /// its default.
  var compressedFonts: [String] {
    guard service.fontPaths != ServiceSettings().fontPaths else { return [] }
    return service.compressedFonts.map {
      "TATAMI_FONTS includes \($0), which is compressed for the web: decompress it with "
        + "woff2_decompress or fonttools, or texts in its fonts will be refused"
    }
  }

  /// Returns a sentence for each setting that contradicts another or exceeds the memory.
  func misfits(on machine: Machine) -> [String] {
    let (cache, inflight) = (service.cacheBytes, service.maxInflightBytes)
    let half = machine.memory / 2
    var sentences: [String] = []
    func refuse(_ names: String, _ bytes: Double, _ what: String = "") {
      guard bytes > Double(half) else { return }
      sentences.append(
        "\(names)\(what): may take more than \(half) bytes, half of the memory "
          + "(\(machine.memory) bytes); set a lower value")
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
        "TATAMI_MAX_BODY_BYTES is above TATAMI_MAX_INFLIGHT_BYTES, which also limits every body")
    }
    return sentences
  }
}
