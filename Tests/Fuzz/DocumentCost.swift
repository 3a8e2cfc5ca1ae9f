import Glibc
import LayoutEngine
import LayoutWire

/// What an input has cost since a request began, against what one may cost at most: half a second
/// of CPU and 256 MiB.
///
/// The half second is one of a release build's. How much slower this build and this machine are, a
/// document tells that is laid out at the start: a release build took `plainSeconds` for it.
struct Cost {
  /// Seconds of CPU that a request may take in a release build.
  static let maxSeconds = 0.5
  /// Bytes that a request may hold at once, beside what was held before.
  static let maxBytes = 256 << 20

  /// Seconds of CPU that a release build takes for `workload` (AMD EPYC; the least of ten).
  private static let plainSeconds = 0.045
  /// How many times slower this is; never faster.
  private static let slowness: Double = {
    let times = (0..<3).map { _ in
      let start = secondsOfCPU()
      workload()
      return secondsOfCPU() - start
    }
    let slowness = max(1, (times.min() ?? 0) / plainSeconds)
    tell("cost: this build takes \(slowness) times as long as a release build")
    return slowness
  }()

  private let start: Double
  private let held: Int

  /// A request begins.
  init() {
    Heap.watch()
    _ = Self.slowness
    start = Self.secondsOfCPU()
    held = Heap.beginPeak()
  }

  /// Traps where the request has cost too much by now.
  func check(_ step: StaticString) {
    let seconds = (Self.secondsOfCPU() - start) / Self.slowness
    if seconds > Self.maxSeconds || Heap.peak - held > Self.maxBytes {
      Self.tell("\(step): \(seconds) s of CPU as a release build counts, \(Heap.peak - held) bytes")
    }
    precondition(seconds <= Self.maxSeconds, "a request takes more than half a second of CPU")
    precondition(Heap.peak - held <= Self.maxBytes, "a request takes more than 256 MiB")
  }

  /// A line on standard error, there before the process ends.
  private static func tell(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(2, bytes, bytes.count)
  }

  static func secondsOfCPU() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Reads, lays out, finds and writes some of everything that is fuzzed.
  static func workload() {
    let head = #"{"container":{"width":1000,"height":800},"layout":{"type":""#
    let items = (0..<10_000).map { "\($0 % 7 + 1),[\($0 % 5 + 1),3]" }.joined(separator: ",")
    for type in ["waterfall", "flow", "justified"] {
      let text = Array((head + type + #""},"items":["# + items + "]}").utf8)
      guard let document = try? LayoutDocumentReader.read(text),
        let layout = try? PreparedLayout(document),
        let selection = try? layout.select(LayoutQuery(.all))
      else { preconditionFailure("the workload is no document") }
      let summary = LayoutSummary(id: Array("0123456789abcdef".utf8), layout: layout)
      for format in AttributesFormat.allCases {
        var answer: [UInt8] = []
        var encoder = AttributesEncoder(format, summary, selection)
        encoder.encodeAll(into: &answer)
        precondition(answer.count > 20_000)
      }
    }
  }
}

/// Bytes allocated and not freed, counted by the sanitizer's hooks.
///
/// Inputs run on one thread. The hooks must not allocate: the counts are plain memory.
private enum Heap {
  nonisolated(unsafe) private static var held = 0
  nonisolated(unsafe) private(set) static var peak = 0
  nonisolated(unsafe) private static var isWatched = false

  static func watch() {
    guard !isWatched else { return }
    isWatched = true
    let installed = installHooks(
      { _, size in Heap.add(size) },
      { memory in if let memory { Heap.add(-allocatedSize(memory)) } })
    precondition(installed > 0, "the sanitizer takes no more hooks")
  }

  /// Lets the peak start from what is held now, and tells that.
  static func beginPeak() -> Int {
    peak = held
    return held
  }

  private static func add(_ size: Int) {
    held += size
    if held > peak { peak = held }
  }
}

/// `__sanitizer_install_malloc_and_free_hooks` of sanitizer/allocator_interface.h.
@_silgen_name("__sanitizer_install_malloc_and_free_hooks")
private func installHooks(
  _ allocated: @convention(c) (UnsafeRawPointer?, Int) -> Void,
  _ freed: @convention(c) (UnsafeRawPointer?) -> Void
) -> Int32

/// `__sanitizer_get_allocated_size` of the same.
@_silgen_name("__sanitizer_get_allocated_size")
private func allocatedSize(_ memory: UnsafeRawPointer) -> Int
