/// The text that a layout is made of, by name: a document, or an update of another layout.
struct LayoutSource: Sendable {
  /// The layout's id.
  let id: LayoutID
  /// The layout that the text is an update of; nil for a document.
  let parent: LayoutID?
  /// Whether the text may be kept in the store.
  var keeps = true
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
