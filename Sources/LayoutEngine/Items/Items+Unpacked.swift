extension Items {
  /// All items, unpacked.
  ///
  /// - Complexity: O(n).
  package var unpacked: ItemColumns {
    var all = ItemColumns()
    for block in blocks { all.append(block, 0..<block.count) }
    return all
  }
}

extension ItemColumns {
  /// Adds some items of a block, with their fields and the waterfall columns that they keep.
  ///
  /// - Parameter places: the items' indexes in the block, from 0.
  mutating func append(_ block: ItemBlock, _ places: Range<Int>) {
    let first = count
    append(block.chunk, places)
    guard let assigned = block.assigned else { return }
    for place in places {
      let item = first + place - places.lowerBound
      guard columns[item] == nil, keptColumns[item] == nil else { continue }
      keptColumns.set(Double(assigned.column(of: place)), at: item)
    }
  }

  /// Adds some items of a chunk, with their fields.
  ///
  /// - Parameter places: the items' indexes in the chunk, from 0.
  /// - Complexity: O(count of `places`).
  mutating func append(_ chunk: ItemChunk, _ places: Range<Int>) {
    let first = count
    append(places.count)
    numbers.append(chunk.numbers, places, at: first)
    widths.append(chunk.widths, places, at: first)
    heights.append(chunk.heights, places, at: first)
    guard chunk.haveRareFields else { return }
    for field in ItemNumberField.allCases where !chunk[field].isEmpty {
      self[field].append(chunk[field], places, at: first)
    }
    for place in places {
      let item = first + place - places.lowerBound
      if let mode = MagazineWidthMode(number: chunk.widthModes[place]) {
        widthModes.set(mode, at: item)
      }
      if let mode = MagazineHeightMode(number: chunk.heightModes[place]) {
        heightModes.set(mode, at: item)
      }
      if let shown = chunk.separators(of: place) { separators.set(shown, at: item) }
      if let id = chunk.idBytes(of: place) { _ = ids.set(id, at: item) }
      if let data = chunk.data(of: place) { _ = self.data.set(data, at: item) }
      if let body = chunk.body(of: place) { _ = bodies.set(body.bytes, at: item) }
    }
  }
}

extension NumberColumn {
  /// Adds the numbers of some of a chunk's items; the first one becomes the number of `item`.
  ///
  /// - Parameter places: the items' indexes in the chunk, from 0.
  fileprivate mutating func append(_ column: PackedColumn, _ places: Range<Int>, at item: Int) {
    guard !column.isEmpty else { return }
    guard places.count >= 32 else {
      for place in places {
        if let number = column.number(of: place) {
          set(number, at: item + place - places.lowerBound)
        }
      }
      return
    }
    var unpacked = UnpackedColumn()
    unpacked.unpack(column, count: places.upperBound)
    set(unpacked.values[places].span, from: item)
  }
}
