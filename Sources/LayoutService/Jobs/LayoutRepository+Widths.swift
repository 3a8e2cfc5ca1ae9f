import HTTPMessage
import LayoutAPI
import LayoutEngine
import LayoutWire

// The layouts of a style sheet's widths are ordinary versions, computed in jobs of their own.
extension LayoutRepository {
  /// Looks up the version of a layout with another container width, or has a worker compute it.
  ///
  /// The update that changes the width is not written to the store.
  ///
  /// - Parameters:
  ///   - parent: the layout; it need not be cached.
  ///   - client: the client to whom the job counts while it waits.
  ///   - spent: nanoseconds that the request's earlier jobs took.
  ///   - waiter: receives the version if it is computed later.
  /// - Complexity: O(1), under one short lock.
  func layout(
    _ parent: StoredLayout, width: Double, for client: HTTPClient, after spent: UInt64,
    _ waiter: any LayoutWaiter
  ) -> Lookup {
    if parent.layout.document.container.size.width == width { return .here(parent) }
    let update = WidthUpdate.text(width)
    let source = LayoutSource(
      id: .child(of: parent.id, update: update), parent: parent.id, keeps: false)
    let now = store == nil ? 0 : MonotonicClock.now
    switch cache.begin(source.id, at: now, keeps: false, { waiter }) {
    case .stored(let layout): return .here(layout)
    case .joined: queue.advance(source.id, for: client)
    case .computes:
      guard let reservation = jobMemory.reserve(update.count) else {
        fail(source.id, .outOfMemory)
        break
      }
      let job = LayoutJob(
        source: source, text: DocumentBytes(update, reservation), client: client, spent: spent)
      submit(job, of: parent)
    }
    return .later
  }
}
