import HTTPMessage
import LayoutAPI

/// The layouts found so far for the widths of a style sheet, in order.
///
/// All layouts of a sheet together may take the CPU time of one document. They and their parent count in the
/// memory of jobs until the response is composed.
struct SheetWidths: Sendable {
  private(set) var layouts: [StoredLayout] = []
  private var held: [HeldParent] = []
  /// The number of layouts that were computed for this sheet.
  ///
  /// Cached layouts, and layouts that another request has computed, cost the sheet nothing.
  private var madeCount: UInt64 = 0
  /// The nanoseconds of CPU time that the layouts of `madeCount` took.
  private var madeCPU: UInt64 = 0

  /// Returns whether another width, at the average cost so far, fits in the CPU time of a sheet.
  ///
  /// The first width that must be computed always fits.
  ///
  /// - Parameter cpu: the nanoseconds of CPU time that all layouts of the response have taken so far.
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
  /// - Parameter cpu: the nanoseconds of CPU time that computing the layout took; 0 if this sheet did not
  ///   compute it.
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
