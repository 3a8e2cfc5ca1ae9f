@testable import LayoutEngine

/// A justified section with an array for everything: ratios, rows, widths and left edges of all items,
/// each row's sum carried through the section in one go.
///
/// It makes the same additions in the same order as `JustifiedSolver`, whose frames must be the same to
/// the last bit; it knows of no chunks, and recomputes nothing.
struct FlatJustified {
  private let spec: JustifiedSpec
  private let rowWidth: Double
  private let top: Units
  private let path: DocumentPath

  /// The cells' frames, in the section's coordinates.
  private(set) var frames: [Rect] = []
  /// Where the last row ends; where the first would begin without any.
  private(set) var bottom: Units
  /// The most cells of a row.
  private(set) var maxRowLength = 0

  private var widths: [Double] = []
  private var lefts: [Double] = []

  /// - Parameter header: how long what stands above the section's insets is.
  init(
    _ spec: JustifiedSpec, width: Double, items: ItemColumns, path: DocumentPath,
    header: Units = .zero
  ) throws(LayoutError) {
    self.spec = spec
    self.path = path
    rowWidth = width - spec.sectionInset.horizontal
    top = header + Units(points: spec.sectionInset.top)
    bottom = top
    let ratios = try ratios(of: items)
    var breaker = FlatJustifiedRowBreaker(spec, rowWidth: rowWidth)
    breaker.alone = Set((0..<items.count).filter { items.fullWidths[$0] == 1 })
    try breaker.breakIntoRows(ratios, at: path)
    place(ratios, breaker)
  }

  private func ratios(of items: ItemColumns) throws(LayoutError) -> [Double] {
    var issues = SpecIssues()
    var ratios: [Double] = []
    for item in 0..<items.count {
      let (width, height) = (items.widths[item], items.heights[item])
      let own = items.aspectRatios[item]
      var ratio = items.numbers[item] ?? 1
      if let width, let height { ratio = width > 0 ? width / height : .nan }
      ratio = spec.forceAspectRatio ?? own ?? ratio
      ratios.append(ratio)
      guard !(ratio > 0 && ratio < .infinity) else { continue }
      let place = path.index(item)
      let rule = "must have an aspect ratio that is a finite number greater than 0"
      if own != nil {
        issues.add(place.field("aspectRatio"), "\(rule) (got \(ratio))")
      } else if let width, let height {
        issues.add(place, "\(rule) (got \(width) × \(height))")
      } else {
        issues.add(place, "\(rule) (got \(ratio))")
      }
    }
    try issues.throwIfAny()
    return ratios
  }

  private mutating func place(_ ratios: [Double], _ rows: FlatJustifiedRowBreaker) {
    let (left, spacing) = (spec.sectionInset.left, spec.horizontalSpacing)
    var nextTop = top
    var rowFrames: [(top: Units, height: Units)] = []
    var end = left
    for (row, height) in rows.heights.enumerated() {
      var (x, lastWidth) = (left + rows.rests[row], 0.0)
      for cell in rows.cells(of: row) {
        if cell > rows.starts[row] { x += lastWidth + spacing }
        lastWidth = ratios[cell] * height
        lefts.append(x)
        widths.append(lastWidth)
      }
      end = x + lastWidth + spacing
      maxRowLength = max(maxRowLength, rows.cells(of: row).count)
      let shown = Units(points: rows.shownHeights[row])
      rowFrames.append((nextTop, shown))
      bottom = nextTop + shown
      nextTop = bottom + Units(points: spec.verticalSpacing)
    }
    if rows.hasWidows { correct(rows.cells(of: rows.heights.count - 1), end: end) }
    let placement = FrameTransform(axis: .vertical)
    for (row, place) in rowFrames.enumerated() {
      for cell in rows.cells(of: row) {
        frames.append(
          placement.frame(
            SectionFrame(
              start: place.top, length: place.height, cross: lefts[cell], breadth: widths[cell])))
      }
    }
  }

  /// LayoutRules G5, with G4.
  private mutating func correct(_ cells: Range<Int>, end: Double) {
    switch spec.widowLayoutStyle {
    case .left: break
    case .center:
      let (left, spacing) = (spec.sectionInset.left, spec.horizontalSpacing)
      let offset =
        spec.rowHeightRange == nil && !spec.lastRowFits
        ? (rowWidth - end) / 2 + spacing : max(0, rowWidth - (end - spacing - left)) / 2
      for cell in cells { lefts[cell] += offset }
    case .justify:
      let excess = end - (spec.horizontalSpacing + spec.sectionInset.left) - rowWidth
      let share = excess / Double(cells.count)
      var taken = 0.0
      for cell in cells {
        let number = cell - cells.lowerBound
        let correction = (Double(number + 1) * share + 0.5).rounded(.down)
        if number > 0 { lefts[cell] -= taken }
        widths[cell] -= correction - taken
        taken = correction
      }
    }
  }
}

/// Breaks the ratios of all items into rows (LayoutRules G1–G3, G5, G6, G8, G9).
struct FlatJustifiedRowBreaker {
  private let spec: JustifiedSpec
  private let rowWidth: Double
  private let minRatio: Double
  private let maxRatio: Double
  /// The first cell of each row.
  private(set) var starts: [Int] = []
  /// Each row's height before it is clamped.
  private(set) var heights: [Double] = []
  /// Each row's height as shown.
  private(set) var shownHeights: [Double] = []
  /// The room to the left of each row.
  private(set) var rests: [Double] = []
  /// The sum of the ratios of the last, open row.
  private var openSum = 0.0
  /// The items that stand alone.
  var alone: Set<Int> = []
  private let target: Double
  private(set) var cellCount = 0
  /// Whether the last row is the open one.
  private(set) var hasWidows = false

  init(_ spec: JustifiedSpec, rowWidth: Double) {
    self.spec = spec
    self.rowWidth = rowWidth
    let range = spec.rowHeightRange
    target =
      range.map { max($0.least, min(spec.targetRowHeight, $0.greatest)) } ?? spec.targetRowHeight
    minRatio = rowWidth / target * (1 - spec.targetRowHeightTolerance)
    maxRatio = rowWidth / target * (1 + spec.targetRowHeightTolerance)
  }

  func cells(of row: Int) -> Range<Int> {
    starts[row]..<(row + 1 < starts.count ? starts[row + 1] : cellCount)
  }

  func shownHeight(_ height: Double) -> Double {
    max(
      spec.rowHeightRange?.least ?? spec.targetRowHeight / 2,
      min(height, spec.rowHeightRange?.greatest ?? spec.targetRowHeight * 2))
  }

  mutating func breakIntoRows(_ ratios: [Double], at path: DocumentPath) throws(LayoutError) {
    let maxRows = spec.maxNumRows ?? .max
    var sum = 0.0
    var item = 0
    while item < ratios.count, starts.count < maxRows {
      let ratio = ratios[item]
      let count = item - cellCount
      let joined = sum + ratio
      if alone.contains(item) {
        if count > 0 {
          try completeRow(before: item, sum: sum, at: path)
        } else {
          try completeRow(before: item + 1, sum: ratio, at: path)
          item += 1
        }
        sum = 0
        continue
      }
      if count > 0, let range = spec.rowHeightRange, room(count + 1) < range.least * joined {
        try completeRow(before: item, sum: sum, at: path)
        sum = 0
        continue
      }
      if completesBreakout(ratio, count) {
        try completeRow(before: item + 1, sum: joined, at: path)
      } else if joined < minRatio || isTooHigh(joined, count + 1) {
        sum = joined
        item += 1
        continue
      } else if joined > maxRatio, count > 0, !isTooHigh(sum, count),
        isBetterWithout(joined, sum, count)
      {
        try completeRow(before: item, sum: sum, at: path)
        sum = 0
        continue
      } else {
        try completeRow(before: item + 1, sum: joined, at: path)
      }
      sum = 0
      item += 1
    }
    openSum = sum
    addWidows(before: ratios.count, maxRows)
  }

  private func room(_ count: Int) -> Double {
    rowWidth - Double(count - 1) * spec.horizontalSpacing
  }

  /// Whether a row would be higher than the range of heights.
  private func isTooHigh(_ sum: Double, _ count: Int) -> Bool {
    spec.rowHeightRange.map { room(count) > $0.greatest * sum } ?? false
  }

  private func isBreakoutRow(_ row: Int) -> Bool {
    spec.fullWidthBreakoutRowCadence.map { (row + 1) % $0 == 0 } ?? false
  }

  private func completesBreakout(_ ratio: Double, _ count: Int) -> Bool {
    count == 0 && ratio >= 1 && isBreakoutRow(starts.count)
  }

  private func isBetterWithout(_ joined: Double, _ sum: Double, _ count: Int) -> Bool {
    abs(joined - room(count + 1) / target) > abs(sum - room(count) / target)
  }

  private mutating func completeRow(
    before end: Int, sum: Double, at path: DocumentPath
  ) throws(LayoutError) {
    let count = end - cellCount
    let room = room(count)
    guard room > 0 else {
      throw LayoutError(
        path.index(end - 1), "has no room in its row: \(count) items leave \(room) points")
    }
    let (height, isAlone) = (room / sum, alone.contains(cellCount))
    var (free, rest) = (height, 0.0)
    if let range = spec.rowHeightRange, height > range.greatest, !isAlone {
      free = range.greatest
      if spec.widowLayoutStyle == .center { rest = max(0, room - sum * free) / 2 }
    }
    starts.append(cellCount)
    heights.append(free)
    rests.append(rest)
    shownHeights.append(
      isAlone && spec.rowHeightRange == nil ? height : shownHeight(height))
    cellCount = end
  }

  private mutating func addWidows(before end: Int, _ maxRows: Int) {
    guard cellCount < end, starts.count < maxRows else { return }
    if let range = spec.rowHeightRange, openSum >= minRatio {
      // The row would be complete, but for its height.
      let room = room(end - cellCount)
      let free = min(range.greatest, room / openSum)
      starts.append(cellCount)
      heights.append(free)
      rests.append(spec.widowLayoutStyle == .center ? max(0, room - openSum * free) / 2 : 0)
      shownHeights.append(shownHeight(free))
      cellCount = end
      return
    }
    guard spec.showWidows else { return }
    let follows =
      !starts.isEmpty && !isBreakoutRow(starts.count - 1) && !alone.contains(cellCount - 1)
    var height = heights.last.map { follows ? shownHeight($0) : target } ?? target
    let room = room(end - cellCount)
    if spec.rowHeightRange != nil || spec.lastRowFits && room > 0 {
      height = min(height, room / openSum)
    }
    starts.append(cellCount)
    heights.append(height)
    rests.append(0)
    shownHeights.append(
      spec.lastRowFits && spec.rowHeightRange == nil ? height : shownHeight(height))
    cellCount = end
    hasWidows = true
  }
}
