import LayoutEngine
import LayoutWire

/// A layout that a page has stored.
///
/// The service has a class with this name, too, so that code compiled for both can use either.
final class StoredLayout: Sendable {
  let id: LayoutID
  let layout: PreparedLayout
  /// The updates that led to the layout; empty if it was made from a document.
  let ancestry: Ancestry
  let summary: LayoutSummary

  init(
    _ id: LayoutID, _ layout: PreparedLayout, _ ancestry: Ancestry = Ancestry(),
    losesColumns: Bool = false
  ) {
    self.id = id
    self.layout = layout
    self.ancestry = ancestry
    summary = LayoutSummary(
      id: Array(id.text.utf8), layout: layout,
      parent: ancestry.last.map { Array($0.parent.text.utf8) }, losesColumns: losesColumns)
  }

  /// The number of bytes that the layout and its ancestry take, including shared ones.
  var byteCount: Int { layout.byteCount + ancestry.byteCount }
}

/// A replacement for `Synchronization.Mutex` without a lock: an instance of the module has one thread.
final class Mutex<Value>: @unchecked Sendable {
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result { body(&value) }
}

/// A type without values in place of the service's: a page has no store whose status affects an answer.
enum StoreStatus: Sendable {}

/// A type without values in place of the service's: only the instance's memory limits a body's size.
enum BodyLimit: Sendable {
  var bytes: Int { switch self {} }
  var setting: StaticString { switch self {} }
}

/// The resources that the service's problems tell apart; a page's problems are about none of them.
enum RouteLabel: Sendable {
  case layout, attributes, attributesPicture, attributesSheet, attributesColumns, attributesPacked
  case other
}
