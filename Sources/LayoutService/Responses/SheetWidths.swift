import HTTPMessage

/// The layouts of a style sheet's first widths, which together have the CPU time of one document.
///
/// They and their parent count in the memory of jobs until the response is composed.
struct SheetWidths: Sendable {
  private(set) var layouts: [StoredLayout] = []
  private var held: [HeldParent] = []
  /// The number of layouts that were computed for this sheet, and the nanoseconds of CPU time that they took.
  ///
  /// Cached layouts, and those that another request has computed, cost the sheet nothing.
  private var madeCount: UInt64 = 0
  private var madeCPU: UInt64 = 0

  /// Returns whether one more width, at the average cost so far, fits the CPU time of a sheet.
  ///
  /// The first width always does.
  ///
  /// - Parameter cpu: the nanoseconds of CPU time that all layouts of the response took.
  func hasRoom(beside cpu: UInt64) -> Bool {
    guard madeCount > 0 else { return true }
    return cpu &+ madeCPU / madeCount <= MonotonicClock.nanoseconds(SheetRequest.maxSeconds)
  }

  /// Counts the parent of the widths' layouts in `memory`, once.
  mutating func hold(_ layout: StoredLayout, in memory: InflightBytes?) throws(LayoutFailure) {
    if held.isEmpty { try count(layout, in: memory) }
  }

  /// Adds the next width's layout.
  ///
  /// - Parameter cpu: the nanoseconds of CPU time that it cost this sheet.
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
