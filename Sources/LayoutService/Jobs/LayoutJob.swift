import HTTPMessage
import LayoutAPI

/// The ids of a layout and of its parent, which tell whether its text is a document or an update.
struct LayoutSource: Sendable {
  /// The layout's id.
  let id: LayoutID
  /// The layout that the update is applied to; nil if the text is a document.
  let parent: LayoutID?
  /// Whether the text may be written to the store.
  var keeps = true
}

/// The work of computing the layout of a document or an update: its resources, and the client in whose turns it runs.
///
/// It ends once: when its layout is finished, by `LayoutRepository.fail`, or because nobody waits for it or
/// another job already computes the layout.
struct LayoutJob: Sendable {
  let source: LayoutSource
  /// The text; released when the work ends, before the waiters are notified.
  let text: DocumentBytes
  /// The client to whom its waiting jobs count.
  let client: HTTPClient
  /// The nanoseconds already spent by the jobs that this one continues.
  var spent: UInt64 = 0
}

/// The parent of a job's update, counted in memory for as long as the job uses it.
struct HeldParent: Sendable {
  let layout: StoredLayout
  let reservation: Reservation

  /// Reserves memory for a layout; nil if there is not enough.
  init?(_ layout: StoredLayout, in memory: InflightBytes) {
    guard let reservation = layout.held(in: memory) else { return nil }
    self.layout = layout
    self.reservation = reservation
  }
}
