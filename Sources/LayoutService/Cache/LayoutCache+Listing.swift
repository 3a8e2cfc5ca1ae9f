import LayoutAPI
import LayoutEngine
import Synchronization

/// A cached layout in a list for operators.
struct ListedLayout: Sendable, Equatable {
  let id: LayoutID
  /// The bytes that the layout takes, including parts that other layouts share.
  let bytes: Int
  /// The number of uses since the layout was cached.
  let hits: Int
  /// The number of its items.
  let items: Int
}

extension ListedLayout {
  /// The number of cache entries that are read under one lock, so that no lookup waits for more than some
  /// microseconds.
  static let sliceSize = 256
}

extension LayoutCache {
  /// Returns the cached layouts that take most bytes, the largest first.
  ///
  /// The cache may change while it is read: a layout that is cached meanwhile may be missing, and one that is
  /// evicted meanwhile may be listed.
  ///
  /// - Complexity: O(places of the cache), under a short lock for each `ListedLayout.sliceSize` of them. Not for event
  ///   loops: a million layouts take tens of milliseconds.
  func largest(_ count: Int) -> [ListedLayout] {
    var largest: [ListedLayout] = []
    var slice = 0..<ListedLayout.sliceSize
    while true {
      let least = largest.count < count ? -1 : largest.last?.bytes ?? -1
      let (found, isEnd) = state.withLock { state in
        var found: [ListedLayout] = []
        state.stored.visit(slice) { id, layout, hits in
          guard layout.byteCount > least else { return }
          found.append(
            ListedLayout(
              id: id, bytes: layout.byteCount, hits: hits, items: layout.layout.itemCount))
        }
        return (found, slice.upperBound >= state.stored.placeCount)
      }
      largest += found
      if !found.isEmpty {
        largest.sort { ($0.bytes, $0.hits) > ($1.bytes, $1.hits) }
        largest.removeLast(max(0, largest.count - count))
      }
      if isEnd { return largest }
      slice = slice.upperBound..<slice.upperBound + ListedLayout.sliceSize
    }
  }
}
