/// What a magazine section reads of its items (Contract §2).
struct MagazineItems: Sendable {
  /// The height of items without one, in points.
  static let defaultHeight = 150.0
  /// What stands for `.full`, which items without a mode have, too.
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

  /// A cell's own height in points; nil if it takes its row's.
  @inline(__always)
  func ownHeight(of cell: Int) -> Double? {
    guard let (chunk, place) = items.place(of: cell) else { return Self.defaultHeight }
    let modes = chunk.heightModes
    guard modes.isEmpty || modes[place] != Self.stretchMode else { return nil }
    return Self.height(chunk.sizedHeights[place], chunk.numbers[place])
  }

  /// The height, else the lone number, else the default; NaN stands for none.
  @inline(__always)
  fileprivate static func height(_ height: Double, _ number: Double) -> Double {
    !height.isNaN ? height : !number.isNaN ? number : defaultHeight
  }
}

extension MagazineItems {
  /// Reads blocks of items, one after the other into the same memory.
  struct Reader {
    private var unpackedHeights = UnpackedColumn()
    private var unpackedNumbers = UnpackedColumn()
    private var unpackedModes = UnpackedColumn()
    /// The heights of the items read last, in points, those that stretch included: not checked.
    private(set) var heights: [Double] = []
    /// Their width modes by `MagazineWidthMode.number`, NaN for none; no elements where all have none.
    var modes: [Double] { unpackedModes.values }

    /// Reads a block.
    ///
    /// - Complexity: O(items of the block).
    mutating func read(_ block: ItemBlock) {
      let (chunk, count) = (block.chunk, block.count)
      unpackedModes.unpack(chunk.widthModes, count: count)
      unpackedHeights.unpack(chunk.sizedHeights, count: count)
      unpackedNumbers.unpack(chunk.numbers, count: count)
      let (heights, numbers) = (unpackedHeights.values, unpackedNumbers.values)
      // Given up first, so that it is nobody else's.
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
