import HTTPMessage

/// The layouts of a style sheet's first widths, which have the CPU of one document together.
///
/// They, and the layout whose versions they are, count among what jobs hold until the response is made.
struct SheetWidths: Sendable {
  private(set) var layouts: [StoredLayout] = []
  private var held: [HeldParent] = []
  /// How many of them were laid out for this sheet, and the nanoseconds of CPU that they took; cached ones,
  /// and those that another request has laid out, cost it nothing.
  private var madeCount: UInt64 = 0
  private var madeCPU: UInt64 = 0

  /// Whether one more width, which costs what the others did, keeps within the CPU of a sheet; a first one
  /// always does.
  ///
  /// - Parameter cpu: the nanoseconds of CPU that all layouts of the response took.
  func hasRoom(beside cpu: UInt64) -> Bool {
    guard madeCount > 0 else { return true }
    return cpu &+ madeCPU / madeCount <= MonotonicClock.nanoseconds(SheetRequest.maxSeconds)
  }

  /// Holds the layout whose versions the others are, once.
  mutating func hold(_ layout: StoredLayout, in memory: InflightBytes?) throws(LayoutFailure) {
    if held.isEmpty { try count(layout, in: memory) }
  }

  /// Adds the next width's layout.
  ///
  /// - Parameter cpu: the nanoseconds of CPU that it has cost this sheet.
  mutating func add(
    _ layout: StoredLayout, cpu: UInt64, in memory: InflightBytes?
  ) throws(LayoutFailure) {
    try count(layout, in: memory)
    layouts.append(layout)
    guard cpu > 0 else { return }
    madeCount += 1
    madeCPU += cpu
  }

  private mutating func count(
    _ layout: StoredLayout, in memory: InflightBytes?
  ) throws(LayoutFailure) {
    guard let memory, let counted = HeldParent(layout, in: memory) else { throw .outOfMemory }
    held.append(counted)
  }
}
