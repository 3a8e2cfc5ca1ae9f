import LayoutEngine

/// Walks a selection in the order in which its elements are drawn: by zIndex, those of the same
/// zIndex in the order of answers.
///
/// Up to `maxDetailed` elements are sorted; more are walked once a layer, so that they are never
/// in memory at once.
struct SVGElementOrder: Sendable {
  /// The most elements that are drawn with labels, titles and rounded corners.
  static let maxDetailed = 20_000
  /// Elements looked at in all: of very many there are fewer layers.
  private static let maxWalked = 8_000_000

  /// Whether elements are few enough to be sorted, and to have labels and titles.
  let isDetailed: Bool

  private let selection: AttributesSelection
  /// The elements as they are drawn; empty if there are too many.
  private var sorted: [LayoutAttributes] = []
  /// How many of the sorted ones have been drawn.
  private var drawn = 0
  private var layers: ZLayers
  private var layer = 0
  private var cursor: AttributesSelection.Cursor

  /// The smallest rectangle that holds all frames; nil if nothing was found.
  private(set) var bounds: Rect?

  /// Begins to look through what was selected.
  init(_ selection: AttributesSelection) {
    self.selection = selection
    isDetailed = selection.count <= Self.maxDetailed
    cursor = selection.makeCursor()
    layers = ZLayers(maxCount: Self.maxWalked / max(1, selection.walkedCount))
  }

  /// Looks on through what was selected, once, before anything is drawn.
  ///
  /// - Parameter allowance: how many elements may be looked at; those that were are taken off it.
  /// - Returns: whether all have been looked at.
  /// - Complexity: O(`allowance`), and the last time O(n log n) for n elements to be sorted.
  mutating func gather(lookingAt allowance: inout Int) -> Bool {
    while allowance > 0 {
      guard
        let attributes = isDetailed
          ? cursor.next(steppingOver: &allowance) : nextFound(steppingOver: &allowance)
      else {
        guard allowance > 0 else { return false }
        cursor = selection.makeCursor()
        // The standard library's sort is stable, but doesn't promise to be: the place decides.
        let places = sorted.indices.sorted {
          (sorted[$0].zIndex, $0) < (sorted[$1].zIndex, $1)
        }
        sorted = places.map { sorted[$0] }
        return true
      }
      allowance -= 1
      if isDetailed { sorted.append(attributes) } else { layers.insert(attributes.zIndex) }
      bounds = bounds?.union(attributes.frame) ?? attributes.frame
    }
    return false
  }

  /// Bytes held for the elements to be drawn.
  var heldByteCount: Int {
    isDetailed
      ? selection.count * MemoryLayout<LayoutAttributes>.stride + selection.idByteCount : 0
  }

  /// The next element to draw; of many, without its id.
  ///
  /// - Parameter allowance: how many elements may be looked at; those that were are taken off it.
  /// - Returns: nil after the last, and where the allowance is used up before the next.
  mutating func next(lookingAt allowance: inout Int) -> LayoutAttributes? {
    guard !isDetailed else {
      guard drawn < sorted.count, allowance > 0 else { return nil }
      allowance -= 1
      drawn += 1
      return sorted[drawn - 1]
    }
    while layer < layers.count {
      while allowance > 0 {
        guard let attributes = nextFound(steppingOver: &allowance) else {
          guard allowance > 0 else { return nil }
          layer += 1
          cursor = selection.makeCursor()
          break
        }
        allowance -= 1
        if layers.layer(of: attributes.zIndex) == layer { return attributes }
      }
      guard allowance > 0 else { return nil }
    }
    return nil
  }

  /// The next element in the order of answers, without its id.
  private mutating func nextFound(steppingOver allowance: inout Int) -> LayoutAttributes? {
    guard let cell = cursor.nextIfCell(steppingOver: &allowance) else {
      return cursor.next(steppingOver: &allowance)
    }
    return LayoutAttributes(
      section: cell.section, item: cell.item, category: .cell, frame: cell.frame,
      zIndex: cell.zIndex, imageHeight: cell.imageHeight)
  }
}

/// The stacking orders of a large selection, gathered into few layers.
///
/// Up to `maxCount` different ones have a layer each; of more, neighbours share one.
struct ZLayers: Sendable {
  /// The most layers, 1 to 16.
  let maxCount: Int

  init(maxCount: Int = 16) {
    self.maxCount = min(max(1, maxCount), 16)
  }

  /// The least stacking order of each layer, ascending; the first layer holds all below it, too.
  private var bounds: [WholeNumber] = []

  /// How many layers there are.
  var count: Int { bounds.count }

  /// Makes sure of a layer for a stacking order.
  mutating func insert(_ zIndex: WholeNumber) {
    let place = bounds.firstIndex { $0 >= zIndex } ?? bounds.count
    if place < bounds.count, bounds[place] == zIndex { return }
    bounds.insert(zIndex, at: place)
    guard bounds.count > maxCount else { return }
    // The two that are nearest to each other become one.
    let nearest = bounds.indices.dropFirst().min { gap(before: $0) < gap(before: $1) }
    if let nearest { bounds.remove(at: nearest) }
  }

  /// The layer of a stacking order.
  func layer(of zIndex: WholeNumber) -> Int {
    max(0, (bounds.firstIndex { $0 > zIndex } ?? bounds.count) - 1)
  }

  private func gap(before place: Int) -> WholeNumber.Magnitude {
    WholeNumber.Magnitude(bitPattern: bounds[place])
      &- WholeNumber.Magnitude(bitPattern: bounds[place - 1])
  }
}
