@testable import LayoutEngine

/// The rules of LayoutRules G1–G6, G8 and G9 read literally: every offer sums the ratios of its row anew, as
/// the original does, and every cell's frame is written down.
///
/// Quadratic in the length of rows; it stays as the oracle of `JustifiedSolver`.
struct JustifiedReference {
  /// The shown cells' frames, in the section's coordinates.
  private(set) var frames: [Rect] = []
  /// Points from the section's start to its end.
  private(set) var length = 0.0
  /// Whether some complete row's gaps alone fill the width.
  private(set) var lacksRoom = false

  private let spec: JustifiedSpec
  private let width: Double
  /// The height that rows aim for.
  private let target: Double
  /// Whether the last row is an item that stands alone.
  private var lastIsAlone = false
  private var rowTop: Double
  private var completeRows = 0
  private var lastHeight: Double?

  /// - Parameter alone: the numbers of the items that stand alone in a row.
  init(
    ratios: [Double], alone: Set<Int> = [], spec: JustifiedSpec, containerWidth: Double
  ) {
    self.spec = spec
    target = min(
      max(spec.targetRowHeight, spec.rowHeightRange?.least ?? 0),
      spec.rowHeightRange?.greatest ?? .infinity)
    width = containerWidth - spec.sectionInset.left - spec.sectionInset.right
    rowTop = spec.sectionInset.top
    var row: [Double] = []
    var shown = true
    for (item, ratio) in ratios.enumerated() {
      if alone.contains(item), !row.isEmpty, completeRows != spec.maxNumRows {
        complete(row)
        row = []
      }
      if completeRows == spec.maxNumRows { shown = false }
      if !shown || lacksRoom { break }
      if alone.contains(item) {
        fill(ratio)
        continue
      }
      if !offer(ratio, to: &row) { _ = offer(ratio, to: &row) }
    }
    if completeRows == spec.maxNumRows { shown = false }
    if shown, !row.isEmpty {
      if spec.rowHeightRange != nil,
        row.reduce(0, +) >= width / target * (1 - spec.targetRowHeightTolerance)
      {
        // Open only because it is above the range.
        complete(row)
      } else if spec.showWidows {
        finishWidows(row)
      }
    }
    let rowCount = frames.isEmpty ? 0 : 1
    length =
      rowTop - Double(rowCount) * spec.verticalSpacing + spec.sectionInset.bottom
  }

  private func room(_ count: Int) -> Double {
    width - Double(count - 1) * spec.horizontalSpacing
  }

  private func isBreakout(_ row: Int) -> Bool {
    spec.fullWidthBreakoutRowCadence.map { (row + 1) % $0 == 0 } ?? false
  }

  /// LayoutRules G1, G2: whether the item was taken.
  private mutating func offer(_ ratio: Double, to row: inout [Double]) -> Bool {
    if completeRows == spec.maxNumRows { return true }
    let tolerance = spec.targetRowHeightTolerance
    if isBreakout(completeRows), row.isEmpty, ratio >= 1 {
      complete([ratio])
      return true
    }
    let joined = row + [ratio]
    let sum = joined.reduce(0, +)
    if let range = spec.rowHeightRange, !row.isEmpty, room(joined.count) < range.least * sum {
      complete(row)
      row = []
      return false
    }
    if sum < width / target * (1 - tolerance) || isTooHigh(joined) {
      row = joined
      return true
    }
    if sum > width / target * (1 + tolerance), !row.isEmpty, !isTooHigh(row) {
      let without = row.reduce(0, +)
      if abs(sum - room(joined.count) / target) > abs(without - room(row.count) / target) {
        complete(row)
        row = []
        return false
      }
    }
    complete(joined)
    row = []
    return true
  }

  /// LayoutRules G8: whether a row would be above the range of heights.
  private func isTooHigh(_ row: [Double]) -> Bool {
    spec.rowHeightRange.map { room(row.count) > $0.greatest * row.reduce(0, +) } ?? false
  }

  /// LayoutRules G9.
  private mutating func fill(_ ratio: Double) {
    let height = width / ratio
    let range = spec.rowHeightRange
    add(
      [(spec.sectionInset.left, width)],
      height: min(max(height, range?.least ?? 0), range?.greatest ?? .infinity))
    completeRows += 1
    lastIsAlone = true
  }

  /// LayoutRules G3, G8.
  private mutating func complete(_ row: [Double]) {
    if room(row.count) <= 0 {
      lacksRoom = true
      return
    }
    let height = room(row.count) / row.reduce(0, +)
    let least = spec.rowHeightRange?.least ?? spec.targetRowHeight / 2
    let greatest = spec.rowHeightRange?.greatest ?? spec.targetRowHeight * 2
    let clamped = min(max(height, least), greatest)
    if spec.rowHeightRange != nil, height > greatest {
      let spans = placed(row, height: greatest)
      add(spec.widowLayoutStyle == .center ? centered(spans) : spans, height: greatest)
    } else {
      add(justified(placed(row, height: height)), height: clamped)
    }
    completeRows += 1
    lastIsAlone = false
    lastHeight = clamped
  }

  /// LayoutRules G5.
  private mutating func finishWidows(_ row: [Double]) {
    let follows = lastHeight != nil && !lastIsAlone && !isBreakout(completeRows - 1)
    var height = follows ? lastHeight ?? 0 : target
    let fits = spec.rowHeightRange != nil || spec.lastRowFits
    let room = room(row.count)
    if spec.rowHeightRange != nil || fits && room > 0 {
      height = min(height, room / row.reduce(0, +))
    }
    var spans = placed(row, height: height)
    switch spec.widowLayoutStyle {
    case .left: break
    case .justify: spans = justified(spans)
    case .center where fits: spans = centered(spans)
    case .center:
      let widths = spans.reduce(0) { $0 + $1.width }
      let gaps = Double(row.count) * spec.horizontalSpacing
      let left = spec.sectionInset.left
      let offset = (width - left - widths - gaps) / 2 + spec.horizontalSpacing
      spans = spans.map { ($0.x + offset, $0.width) }
    }
    add(spans, height: height)
  }

  /// In the middle of the width.
  private func centered(_ spans: [(x: Double, width: Double)]) -> [(x: Double, width: Double)] {
    let end = (spans.last?.x ?? 0) + (spans.last?.width ?? 0)
    let rest = max(0, width - (end - spec.sectionInset.left))
    return spans.map { ($0.x + rest / 2, $0.width) }
  }

  private func placed(_ row: [Double], height: Double) -> [(x: Double, width: Double)] {
    var x = spec.sectionInset.left
    return row.map { ratio in
      defer { x += ratio * height + spec.horizontalSpacing }
      return (x, ratio * height)
    }
  }

  /// LayoutRules G4.
  private func justified(_ spans: [(x: Double, width: Double)]) -> [(x: Double, width: Double)] {
    let widths = spans.reduce(0) { $0 + $1.width }
    let gaps = Double(spans.count - 1) * spec.horizontalSpacing
    let share = (widths + gaps - width) / Double(spans.count)
    func correction(_ number: Int) -> Double {
      number < 0 ? 0 : (Double(number + 1) * share + 0.5).rounded(.down)
    }
    return spans.enumerated().map { number, span in
      (
        span.x - correction(number - 1),
        span.width - (correction(number) - correction(number - 1))
      )
    }
  }

  private mutating func add(_ spans: [(x: Double, width: Double)], height: Double) {
    frames += spans.map { Rect(x: $0.x, y: rowTop, width: $0.width, height: height) }
    rowTop += height + spec.verticalSpacing
  }
}
