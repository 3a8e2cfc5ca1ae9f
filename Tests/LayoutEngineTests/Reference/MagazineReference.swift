@testable import LayoutEngine

/// The rules of LayoutRules H1 and H2 read literally, a list of rows with every frame written
/// down: the oracle of `MagazineSolver`.
struct MagazineReference {
  struct Item {
    var mode: MagazineWidthMode
    var height: Double
    var stretches: Bool
  }

  /// The items' frames, in the section's coordinates.
  private(set) var frames: [Rect] = []
  /// Points from the section's start to its end.
  private(set) var length: Double

  init(items: [Item], spec: MagazineSpec, containerWidth: Double, scale: Double) {
    var y = spec.sectionInset.top + (spec.header?.height ?? 0)
    var rest = items[...]
    if !items.isEmpty { y += spec.itemInsets.top }
    while let first = rest.first {
      let run = rest.prefix { $0.mode == first.mode }
      var slots = 1
      if case .fraction(let count) = first.mode { slots = count }
      let row = run.prefix(slots)
      let inset = first.mode == .fullBleed ? Insets.zero : spec.itemInsets
      let left = spec.sectionInset.left + inset.left
      let available =
        containerWidth - spec.sectionInset.left - spec.sectionInset.right - inset.left
        - inset.right
      let exact = (available - spec.horizontalSpacing * Double(slots - 1)) / Double(slots)
      let width = (exact * scale).rounded(.toNearestOrAwayFromZero) / scale
      let height = row.reduce(0) { max($0, $1.height) }
      for (number, item) in row.enumerated() {
        frames.append(
          Rect(
            x: left + Double(number) * (width + spec.horizontalSpacing), y: y, width: width,
            height: item.stretches ? height : item.height))
      }
      rest = rest.dropFirst(row.count)
      y += height + (rest.isEmpty ? spec.itemInsets.bottom : spec.verticalSpacing)
    }
    length = y + (spec.footer?.height ?? 0) + spec.sectionInset.bottom
  }
}
