import LayoutEngine
import LayoutWire

/// A layout that a page stores; code shared with the service uses it under the same name.
final class StoredLayout: Sendable {
  let id: LayoutID
  let layout: PreparedLayout
  /// The updates that led to the layout; empty if it was made from a document.
  let ancestry: Ancestry
  let summary: LayoutSummary

  init(_ id: LayoutID, _ layout: PreparedLayout, _ ancestry: Ancestry = Ancestry()) {
    self.id = id
    self.layout = layout
    self.ancestry = ancestry
    summary = LayoutSummary(
      id: Array(id.text.utf8), layout: layout,
      parent: ancestry.last.map { Array($0.parent.text.utf8) })
  }

  /// The number of bytes that the layout and its ancestry take, including shared ones.
  var byteCount: Int { layout.byteCount + ancestry.byteCount }
}

/// A replacement for the service's lock: an instance of the module has one thread.
final class Mutex<Value>: @unchecked Sendable {
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result { body(&value) }
}

/// A page has no store, so no answer depends on the store's status.
enum StoreStatus: Sendable {}

/// A page limits a body's size only by the instance's memory.
enum BodyLimit: Sendable {
  var bytes: Int { switch self {} }
  var setting: StaticString { switch self {} }
}
