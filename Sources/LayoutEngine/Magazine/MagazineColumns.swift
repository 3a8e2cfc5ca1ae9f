/// Where the items of a magazine row stand: their common width and left edges, by width mode
/// (LayoutRules H2).
struct MagazineColumns: Sendable, Equatable {
  /// The most items that a row may be divided for.
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

  /// How many items a row of that mode holds at most.
  func capacity(_ mode: MagazineWidthMode) -> Int {
    if case .fraction(let count) = mode { max(1, min(count, Self.maxCount)) } else { 1 }
  }

  /// The width of each of the row's items, also in a row that is not full; a multiple of 1/scale.
  func itemWidth(_ mode: MagazineWidthMode) -> Double {
    grid.rounded(exactWidth(mode))
  }

  /// The left edge of the row's item with that number, from 0.
  func itemLeft(_ number: Int, _ mode: MagazineWidthMode) -> Double {
    let start = mode == .fullBleed ? bleedLeft : left
    return number == 0 ? start : start + Double(number) * (itemWidth(mode) + spacing)
  }

  /// The numbers of a row's items, of which there are `count`, that may meet the span of x, both
  /// ends exclusive; some at its ends may not.
  func numbers(
    meeting minX: Double, _ maxX: Double, _ mode: MagazineWidthMode, count: Int
  ) -> Range<Int> {
    let start = itemLeft(0, mode)
    let step = itemWidth(mode) + spacing
    guard count > 1, step > 0 else { return 0..<count }
    // One more on both sides outweighs the rounding of the quotients.
    let first = ((minX - start) / step).rounded(.down) - 1
    let last = ((maxX - start) / step).rounded(.up) + 1
    let lower = first >= Double(count) ? count : first > 0 ? Int(first) : 0
    let upper = last >= Double(count) ? count : last > 0 ? Int(last) : 0
    return lower..<max(lower, upper)
  }

  /// Why there can be no row of that mode; nil if there can.
  func reason(against mode: MagazineWidthMode) -> String? {
    if case .fraction(let count) = mode, !(1...Self.maxCount).contains(count) {
      return "must have a widthMode from 1 to \(Self.maxCount), has \(count)"
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
