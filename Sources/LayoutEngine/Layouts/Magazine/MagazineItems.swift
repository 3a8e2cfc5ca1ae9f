/// The items of a magazine section, and the item fields that its layout reads (Contract §2).
struct MagazineItems: Sendable {
  /// The height of items without one, in points.
  static let defaultHeight = 150.0
  /// The number of the width mode `.full`, which is also the mode of items without one.
  static let fullMode = MagazineWidthMode.full.number
  private static let stretchMode = MagazineHeightMode.stretch.number

  let items: Items

  /// A cell's width mode, by `MagazineWidthMode.number`.
  @inline(__always)
  func mode(of cell: Int) -> Double {
    guard let (chunk, place) = items.place(of: cell) else { return Self.fullMode }
    let modes = chunk.widthModes
    guard !modes.isEmpty else { return Self.fullMode }
    let mode = modes[place]
    return mode.isNaN ? Self.fullMode : mode
  }

  /// The height of a cell's item in points; nil if the cell is as tall as its row.
  @inline(__always)
  func ownHeight(of cell: Int) -> Double? {
    guard let (chunk, place) = items.place(of: cell) else { return Self.defaultHeight }
    let modes = chunk.heightModes
    guard modes.isEmpty || modes[place] != Self.stretchMode else { return nil }
    return Self.height(chunk.sizedHeights[place], chunk.numbers[place])
  }

  /// Returns the height, otherwise the lone number, otherwise the default height.
  ///
  /// An argument is NaN if the item lacks the field.
  @inline(__always)
  fileprivate static func height(_ height: Double, _ number: Double) -> Double {
    !height.isNaN ? height : !number.isNaN ? number : defaultHeight
  }
}

extension MagazineItems {
  /// Reads the fields of one block of items after another, and reuses the memory.
  struct Reader {
    private var unpackedHeights = UnpackedColumn()
    private var unpackedNumbers = UnpackedColumn()
    private var unpackedModes = UnpackedColumn()
    /// The unchecked heights of the items read last, in points, including those of items that stretch.
    private(set) var heights: [Double] = []
    /// The width modes of the items read last, by `MagazineWidthMode.number`; NaN if an item has none, and
    /// empty if no item has one.
    var modes: [Double] { unpackedModes.values }

    /// Reads the heights and the width modes of a block's items.
    ///
    /// - Complexity: O(items of the block).
    mutating func read(_ block: ItemBlock) {
      let (chunk, count) = (block.chunk, block.count)
      unpackedModes.unpack(chunk.widthModes, count: count)
      unpackedHeights.unpack(chunk.sizedHeights, count: count)
      unpackedNumbers.unpack(chunk.numbers, count: count)
      let (heights, numbers) = (unpackedHeights.values, unpackedNumbers.values)
      // Release the previous heights before the new ones are allocated.
      self.heights = []
      self.heights =
        switch (heights.isEmpty, numbers.isEmpty) {
        case (true, true): [Double](repeating: MagazineItems.defaultHeight, count: count)
        case (true, false): Self.heights(count) { MagazineItems.height(.nan, numbers[$0]) }
        case (false, true): Self.heights(count) { MagazineItems.height(heights[$0], .nan) }
        case (false, false): Self.heights(count) { MagazineItems.height(heights[$0], numbers[$0]) }
        }
    }

    @inline(__always)
    private static func heights(_ count: Int, _ height: (Int) -> Double) -> [Double] {
      [Double](count: count) { heights in
        for place in 0..<count { heights[place] = height(place) }
        return true
      }
    }
  }
}
