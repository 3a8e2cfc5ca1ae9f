import LayoutEngine
import LayoutWire

/// A layout that a page holds, by the name that what it shares with the service knows it by.
final class StoredLayout: Sendable {
  let id: LayoutID
  let layout: PreparedLayout
  /// The updates that made the layout; none for a document's.
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

  /// Bytes that the layout and its ancestry hold, shared or not.
  var byteCount: Int { layout.byteCount + ancestry.byteCount }
}

/// What stands where the service has a lock: an instance of the module has one thread.
final class Mutex<Value>: @unchecked Sendable {
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result { body(&value) }
}

/// There is no store of documents in a page, so it has nothing to do with any answer.
enum StoreStatus: Sendable {}

/// There is no limit of a body's bytes but the instance's memory.
enum BodyLimit: Sendable {
  var bytes: Int { switch self {} }
  var setting: StaticString { switch self {} }
}
