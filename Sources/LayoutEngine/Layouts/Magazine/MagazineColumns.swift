/// The common width and the left edges of the items in a magazine row, by the row's width mode (LayoutRules
/// H2).
struct MagazineColumns: Sendable, Equatable {
  /// The greatest number of items into which a row may be divided.
  static let maxCount = 10_000

  private let spacing: Double
  private let grid: PixelGrid
  private let left: Double
  private let width: Double
  private let bleedLeft: Double
  private let bleedWidth: Double

  /// - Parameter contentWidth: the container's width less the section's insets.
  init(_ spec: MagazineSpec, contentWidth: Double, grid: PixelGrid) {
    spacing = spec.horizontalSpacing
    self.grid = grid
    bleedLeft = spec.sectionInset.left
    bleedWidth = contentWidth
    left = bleedLeft + spec.itemInsets.left
    width = contentWidth - spec.itemInsets.horizontal
  }

  /// The greatest number of items in a row of a width mode.
  func capacity(_ mode: MagazineWidthMode) -> Int {
    if case .fraction(let count) = mode { max(1, min(count, Self.maxCount)) } else { 1 }
  }

  /// The width of each item in a row of a width mode, even if the row is not full; a multiple of 1/scale.
  func itemWidth(_ mode: MagazineWidthMode) -> Double {
    grid.rounded(exactWidth(mode))
  }

  /// The left edge of an item in a row of a width mode.
  ///
  /// - Parameter number: the item's index in its row, from 0.
  func itemLeft(_ number: Int, _ mode: MagazineWidthMode) -> Double {
    let start = mode == .fullBleed ? bleedLeft : left
    return number == 0 ? start : start + Double(number) * (itemWidth(mode) + spacing)
  }

  /// The numbers, in their row, of the items that may intersect the span between `minX` and `maxX`.
  ///
  /// The first and the last of these items may not intersect the span, to which its two ends don't belong.
  ///
  /// - Parameter count: the number of the row's items.
  func indices(
    intersecting minX: Double, _ maxX: Double, _ mode: MagazineWidthMode, count: Int
  ) -> Range<Int> {
    let start = itemLeft(0, mode)
    let step = itemWidth(mode) + spacing
    guard count > 1, step > 0 else { return 0..<count }
    // One more item on both sides covers the rounding of the quotients.
    let first = ((minX - start) / step).rounded(.down) - 1
    let last = ((maxX - start) / step).rounded(.up) + 1
    let lower = first >= Double(count) ? count : first > 0 ? Int(first) : 0
    let upper = last >= Double(count) ? count : last > 0 ? Int(last) : 0
    return lower..<max(lower, upper)
  }

  /// The reason why a row of a width mode is impossible, as a phrase for errors; nil if it is possible.
  func reason(against mode: MagazineWidthMode) -> String? {
    if case .fraction(let count) = mode, !(1...Self.maxCount).contains(count) {
      return "must have a widthMode from 1 to \(Self.maxCount) (got \(count))"
    }
    let width = exactWidth(mode)
    return width > 0 ? nil : "has no room in its row: its width would be \(width) points"
  }

  private func exactWidth(_ mode: MagazineWidthMode) -> Double {
    switch mode {
    case .full: width
    case .fullBleed: bleedWidth
    case .fraction(let count): (width - spacing * (Double(count) - 1)) / Double(count)
    }
  }
}
