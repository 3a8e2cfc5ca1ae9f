extension Items {
  /// All items as they were before they were packed.
  ///
  /// - Complexity: O(n).
  package var unpacked: ItemColumns {
    var all = ItemColumns(count: count)
    for block in blocks {
      for place in 0..<block.count { all.set(block.items.lowerBound + place, block.chunk, place) }
    }
    return all
  }
}

extension ItemColumns {
  /// Gives an item the fields of one of a chunk.
  fileprivate mutating func set(_ item: Int, _ chunk: ItemChunk, _ place: Int) {
    if let number = chunk.numbers.number(of: place) { numbers.set(number, at: item) }
    if let number = chunk.widths.number(of: place) { widths.set(number, at: item) }
    if let number = chunk.heights.number(of: place) { heights.set(number, at: item) }
    if let ratio = chunk.aspectRatios.number(of: place) { aspectRatios.set(ratio, at: item) }
    if let height = chunk.bodyHeights.number(of: place) { bodyHeights.set(height, at: item) }
    if let span = chunk.columnSpans.number(of: place) { columnSpans.set(span, at: item) }
    if let zIndex = chunk.zIndexes.number(of: place) { zIndexes.set(zIndex, at: item) }
    if let mode = MagazineWidthMode(number: chunk.widthModes[place]) {
      widthModes.set(mode, at: item)
    }
    if let mode = MagazineHeightMode(number: chunk.heightModes[place]) {
      heightModes.set(mode, at: item)
    }
    if let id = chunk.id(of: place) { _ = ids.set(Array(id.utf8), at: item) }
  }
}
