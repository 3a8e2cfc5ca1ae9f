import LayoutEngine

/// Walks a selection in drawing order: by zIndex, and elements with equal zIndex in response order.
///
/// Up to `maxDetailed` elements are sorted. A larger selection is walked once per layer of z-indexes
/// (`ZLayers`), so that its elements are never all in memory.
struct SVGElementOrder: Sendable {
  /// The maximum number of elements drawn with labels, titles and rounded corners.
  static let maxDetailed = 20_000
  /// The maximum number of elements visited in all walks; a very large selection gets fewer layers.
  private static let maxWalked = 8_000_000

  /// Whether the elements are few enough to be sorted, and to have labels and titles.
  let isDetailed: Bool

  private let selection: AttributesSelection
  /// The elements in response order; empty if there are too many.
  private var elements: [LayoutAttributes] = []
  /// The places of the elements in drawing order.
  private var places: [Int] = []
  /// The number of sorted elements already drawn.
  private var drawn = 0
  private var layers: ZLayers
  private var layer = 0
  private var cursor: AttributesSelection.Cursor

  /// The place of the last element that `next` returned, in response order; nil in a large selection.
  var place: Int? { drawn > 0 ? places[drawn - 1] : nil }

  /// The smallest rectangle around the frames visited so far; nil if no element has been visited.
  private(set) var bounds: Rect?

  /// Prepares to walk a selection.
  init(_ selection: AttributesSelection) {
    self.selection = selection
    isDetailed = selection.count <= Self.maxDetailed
    cursor = selection.makeCursor()
    layers = ZLayers(maxCount: Self.maxWalked / max(1, selection.walkedCount))
  }

  /// Continues the first walk through the selection; call it until it returns true, before `next`.
  ///
  /// - Parameter allowance: the number of elements to visit at most; reduced by the number visited.
  /// - Returns: whether all elements have been visited.
  /// - Complexity: O(`allowance`), and the last time O(n log n) for n elements to be sorted.
  mutating func gather(lookingAt allowance: inout Int) -> Bool {
    while allowance > 0 {
      guard
        let attributes = isDetailed
          ? cursor.next(steppingOver: &allowance) : nextFound(steppingOver: &allowance)
      else {
        guard allowance > 0 else { return false }
        cursor = selection.makeCursor()
        // The standard library's sort is stable, but does not promise it, so the index breaks ties.
        places = elements.indices.sorted {
          (elements[$0].zIndex, $0) < (elements[$1].zIndex, $1)
        }
        return true
      }
      allowance -= 1
      if isDetailed { elements.append(attributes) } else { layers.insert(attributes.zIndex) }
      bounds = bounds?.union(attributes.frame) ?? attributes.frame
    }
    return false
  }

  /// The number of bytes retained for the elements to draw.
  var heldByteCount: Int {
    isDetailed
      ? selection.count * (MemoryLayout<LayoutAttributes>.stride + MemoryLayout<Int>.stride)
        + selection.idByteCount : 0
  }

  /// Returns the next element to draw; in a large selection, without its id.
  ///
  /// - Parameter allowance: the number of elements to visit at most; reduced by the number visited.
  /// - Returns: nil after the last element, or if the allowance is used up before the next one.
  mutating func next(lookingAt allowance: inout Int) -> LayoutAttributes? {
    guard !isDetailed else {
      guard drawn < places.count, allowance > 0 else { return nil }
      allowance -= 1
      drawn += 1
      return elements[places[drawn - 1]]
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

  /// Returns the next element in response order, without its id.
  ///
  /// - Returns: nil after the last element, or if the allowance is used up before the next one.
  private mutating func nextFound(steppingOver allowance: inout Int) -> LayoutAttributes? {
    guard let cell = cursor.nextIfCell(steppingOver: &allowance) else {
      return cursor.next(steppingOver: &allowance)
    }
    var attributes = LayoutAttributes(
      section: cell.section, item: cell.item, category: .cell, frame: cell.frame,
      zIndex: cell.zIndex, imageHeight: cell.imageHeight)
    attributes.effects = cursor.effects(of: cell)
    return attributes
  }
}

/// The z-indexes of a large selection, grouped into a few layers.
///
/// Up to `maxCount` different z-indexes have a layer each; if there are more, neighbours share a layer.
struct ZLayers: Sendable {
  /// The maximum number of layers, 1 to 16.
  let maxCount: Int

  init(maxCount: Int = 16) {
    self.maxCount = min(max(1, maxCount), 16)
  }

  /// The lowest z-index of each layer, ascending; the first layer also contains all lower ones.
  private var bounds: [WholeNumber] = []

  /// The number of layers.
  var count: Int { bounds.count }

  /// Ensures that a z-index has a layer: adds one, and merges two layers if there are too many.
  mutating func insert(_ zIndex: WholeNumber) {
    let place = bounds.firstIndex { $0 >= zIndex } ?? bounds.count
    if place < bounds.count, bounds[place] == zIndex { return }
    bounds.insert(zIndex, at: place)
    guard bounds.count > maxCount else { return }
    // Merge the two layers that are nearest to each other.
    let nearest = bounds.indices.dropFirst().min { gap(before: $0) < gap(before: $1) }
    if let nearest { bounds.remove(at: nearest) }
  }

  /// Returns the number of a z-index's layer.
  func layer(of zIndex: WholeNumber) -> Int {
    max(0, (bounds.firstIndex { $0 > zIndex } ?? bounds.count) - 1)
  }

  private func gap(before place: Int) -> WholeNumber.Magnitude {
    WholeNumber.Magnitude(bitPattern: bounds[place])
      &- WholeNumber.Magnitude(bitPattern: bounds[place - 1])
  }
}
