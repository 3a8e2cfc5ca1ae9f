import HTTPMessage

/// The text that a layout is made of, by name: a document, or an update of another layout.
struct LayoutSource: Sendable {
  /// The layout's id.
  let id: LayoutID
  /// The layout that the text is an update of; nil for a document.
  let parent: LayoutID?
  /// Whether the text may be kept in the store.
  var keeps = true
}

/// The work of making a layout of a text: what it holds until it ends, and whose turns it takes.
///
/// It ends once: as its layout is finished, or by `LayoutRepository.fail`.
struct LayoutJob: Sendable {
  let source: LayoutSource
  /// Released when the work ends, before anyone hears of it.
  let text: DocumentBytes
  /// Whom its jobs are counted to while they wait.
  let client: HTTPClient
  /// Nanoseconds that the jobs took which it goes on with.
  var spent: UInt64 = 0
}

/// The layout that a job's update is of, counted for as long as the job holds it.
struct HeldParent: Sendable {
  let layout: StoredLayout
  let reservation: Reservation

  /// Holds a layout; nil if there is no room.
  init?(_ layout: StoredLayout, in memory: InflightBytes) {
    guard let reservation = layout.held(in: memory) else { return nil }
    self.layout = layout
    self.reservation = reservation
  }
}
