@testable import LayoutEngine

/// The rules of LayoutRules G1–G6 read literally: every offer sums the ratios of its row anew, as
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
  private var rowTop: Double
  private var completeRows = 0
  private var lastHeight: Double?

  init(ratios: [Double], spec: JustifiedSpec, containerWidth: Double) {
    self.spec = spec
    width = containerWidth - spec.sectionInset.left - spec.sectionInset.right
    rowTop = spec.sectionInset.top
    var row: [Double] = []
    var shown = true
    for ratio in ratios {
      if completeRows == spec.maxNumRows { shown = false }
      if !shown || lacksRoom { break }
      if !offer(ratio, to: &row) { _ = offer(ratio, to: &row) }
    }
    if completeRows == spec.maxNumRows { shown = false }
    if shown, spec.showWidows, !row.isEmpty { finishWidows(row) }
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
    let target = spec.targetRowHeight
    let tolerance = spec.targetRowHeightTolerance
    if isBreakout(completeRows), row.isEmpty, ratio >= 1 {
      complete([ratio])
      return true
    }
    let joined = row + [ratio]
    let sum = joined.reduce(0, +)
    if sum < width / target * (1 - tolerance) {
      row = joined
      return true
    }
    if sum > width / target * (1 + tolerance), !row.isEmpty {
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

  /// LayoutRules G3.
  private mutating func complete(_ row: [Double]) {
    if room(row.count) <= 0 {
      lacksRoom = true
      return
    }
    let height = room(row.count) / row.reduce(0, +)
    let clamped = min(max(height, spec.targetRowHeight / 2), spec.targetRowHeight * 2)
    add(justified(placed(row, height: height)), height: clamped)
    completeRows += 1
    lastHeight = clamped
  }

  /// LayoutRules G5.
  private mutating func finishWidows(_ row: [Double]) {
    let follows = lastHeight != nil && !isBreakout(completeRows - 1)
    let height = follows ? lastHeight ?? 0 : spec.targetRowHeight
    var spans = placed(row, height: height)
    switch spec.widowLayoutStyle {
    case .left: break
    case .justify: spans = justified(spans)
    case .center:
      let widths = spans.reduce(0) { $0 + $1.width }
      let gaps = Double(row.count) * spec.horizontalSpacing
      let left = spec.sectionInset.left
      let offset = (width - left - widths - gaps) / 2 + spec.horizontalSpacing
      spans = spans.map { ($0.x + offset, $0.width) }
    }
    add(spans, height: height)
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
