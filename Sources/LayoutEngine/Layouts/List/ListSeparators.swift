/// The separators of a list, computed from its rows (LayoutRules S3–S5).
///
/// They are numbered from the top: the one above the first row, if there is one, then those below the rows.
/// A separator takes no memory; only hidden separators do.
final class ListSeparators: SectionSupplementaries {
  /// The kind of the separators below rows; their index paths are those of the rows.
  static let kind = "separator"
  /// The kind of the separator above a section's first row.
  static let topKind = "topSeparator"

  let count: Int
  let bounds: Rect
  private let style: ListSeparatorStyle
  private let rows: LineCells<ListPlaces>
  /// The items, which have separators of their own; nil if no item does.
  private let items: Items?
  /// Finds the separators that are shown between rows; nil if no item sets its own separators, so all are shown.
  private let shown: ShownSeparators?
  /// Whether there is a separator above the first row: 1 or 0.
  private let topCount: Int
  private let hasLast: Bool
  /// The number of separators below the items before the first row.
  private let leadingCount: Int

  /// Finds a section's separators.
  ///
  /// - Complexity: O(chunks).
  init(_ style: ListSeparatorStyle, _ rows: LineCells<ListPlaces>, _ items: Items) {
    self.style = style
    self.rows = rows
    let own = items.haveSeparators
    self.items = own ? items : nil
    shown = own ? ShownSeparators(items) : nil
    let (first, end) = (style.firstRow, rows.count)
    let hasRows = first < end
    func shows(_ own: ItemSeparators.Visibility?) -> Bool {
      own == .visible || own != .hidden && style.hasEdges
    }
    topCount = hasRows && shows(own ? items.separators(of: first)?.top : nil) ? 1 : 0
    hasLast = hasRows && shows(own ? items.separators(of: end - 1)?.bottom : nil)
    guard hasRows else {
      (leadingCount, count, bounds) = (0, 0, .zero)
      return
    }
    leadingCount = shown?.count(before: first) ?? first
    let between = (shown?.count(before: end - 1) ?? end - 1) - leadingCount
    count = topCount + between + (hasLast ? 1 : 0)
    bounds = style.grown(rows.bounds).outsetByRounding
  }

  /// None: there are hardly more separators than items, which are limited already.
  var countedElements: Int { 0 }

  var byteCount: Int { 96 + (shown?.byteCount ?? 0) }

  func place(of number: Int) -> SectionFrame {
    guard number >= topCount else {
      let insets = items?.separators(of: style.firstRow)?.topInsets
      return style.top(of: rows.place(of: style.firstRow), insets)
    }
    let row = row(of: number)
    let isLast = row == rows.count - 1
    return style.bottom(of: rows.place(of: row), isLast: isLast, insets(below: row, isLast: isLast))
  }

  /// Returns the insets that items choose for the separator below a row; nil if none does.
  ///
  /// - Complexity: O(log n).
  private func insets(below row: Int, isLast: Bool) -> ItemSeparators.Insets? {
    guard let items else { return nil }
    let (upper, lower) = (
      items.separators(of: row)?.bottomInsets,
      isLast ? nil : items.separators(of: row + 1)?.topInsets
    )
    return upper?.replacingMissing(by: lower) ?? lower
  }

  func element(_ number: Int) -> SectionElement {
    SectionElement(
      rank: .decoration, category: .decoration,
      kind: number < topCount ? Self.topKind : Self.kind, item: row(of: number),
      place: place(of: number), zIndex: style.zIndex)
  }

  func number(kind: String, item: Int) -> Int? {
    if kind == Self.topKind { return topCount == 1 && item == style.firstRow ? 0 : nil }
    guard kind == Self.kind, item >= style.firstRow, item < rows.count else { return nil }
    guard item < rows.count - 1 else { return hasLast ? count - 1 : nil }
    if let shown, shown.count(before: item + 1) == shown.count(before: item) { return nil }
    return firstNumber(below: item)
  }

  var effectKind: ScrollEffect.Elements { [] }

  func standsOnItems(_ kind: String) -> Bool { kind == Self.kind || kind == Self.topKind }

  func firstItem(of number: Int) -> Int { row(of: number) }

  func keptEnd(ofItems end: Int) -> Int {
    end == .max ? .max : end < rows.count ? firstNumber(from: end) : count
  }

  func sharedCount(from number: Int, with other: any SectionSupplementaries) -> Int {
    guard let other = other as? ListSeparators, style == other.style, topCount == other.topCount
    else { return 0 }
    let row = row(of: number)
    guard row < other.rows.count, firstNumber(below: row) == other.firstNumber(below: row) else {
      return 0
    }
    let shared = rows.sharedCount(from: row, with: other.rows)
    // A separator depends on the row after it, too.
    let end = row + shared - 1
    return end > row ? max(0, firstNumber(from: end) - number) : 0
  }

  func addCandidates(intersecting rect: Rect, to numbers: inout IndexRuns) {
    var found = IndexRuns(limit: numbers.room)
    rows.addCandidates(intersecting: style.grown(rect), to: &found)
    // All numbers together exceed the limit, too, so that the search tests each separator.
    guard !found.isFull else { return numbers.append(0..<count) }
    numbers.countVisits(found.visitCount)
    found.normalize()
    for run in found.runs {
      let end = run.upperBound < rows.count ? firstNumber(from: run.upperBound) : count
      numbers.append(min(firstNumber(from: run.lowerBound), end)..<end)
    }
  }

  /// Returns the row of a separator.
  private func row(of number: Int) -> Int {
    guard number >= topCount else { return style.firstRow }
    let place = number - topCount + leadingCount
    return shown?.row(of: place) ?? place
  }

  /// Returns the number of the first separator of a row or a later one; the row must be before the last
  /// row's end.
  private func firstNumber(from row: Int) -> Int {
    row <= style.firstRow ? 0 : firstNumber(below: row)
  }

  /// Returns the number of the first separator below a row or a later one.
  private func firstNumber(below row: Int) -> Int {
    topCount + (shown?.count(before: row) ?? row) - leadingCount
  }
}

/// The form of a list's separators, the same for all sections of a layout.
struct ListSeparatorStyle: Sendable, Equatable {
  let axis: LayoutAxis
  /// The length of a separator along the scroll axis: one pixel, but at most one point.
  let thickness: Units
  /// The beginning of rows across the scroll axis, in points.
  let rowStart: Double
  /// The length of rows across the scroll axis, in points.
  let rowLength: Double
  /// The distances of a separator between two rows from the rows' ends.
  let insets: ListSeparatorInsets
  /// Whether there are separators above the first and below the last row, unless an item hides them.
  let hasEdges: Bool
  /// The item of the first row.
  let firstRow: Int
  /// The stacking order: above the rows.
  let zIndex: WholeNumber

  init(_ spec: ListSpec, _ metrics: ListMetrics, scale: Double?) {
    axis = metrics.axis
    thickness = Units(points: min(1 / (scale ?? 1), 1))
    (rowStart, rowLength) = (metrics.crossStart, metrics.crossLength)
    insets = spec.separatorInsets
    hasEdges = !spec.isInset
    firstRow = spec.headerItemCount
    zIndex = spec.hasBackground ? 2 : 1
  }

  /// Returns the place of the separator above a section's first row.
  ///
  /// - Parameter own: the insets that the row's item chooses; nil if it chooses none.
  func top(of row: SectionFrame, _ own: ItemSeparators.Insets?) -> SectionFrame {
    place(from: row.start, min(thickness, row.length), own, else: .zero)
  }

  /// Returns the place of the separator below a row, at the row's end.
  ///
  /// - Parameter own: the insets that items choose; nil if they choose none.
  func bottom(
    of row: SectionFrame, isLast: Bool, _ own: ItemSeparators.Insets?
  ) -> SectionFrame {
    let length = min(thickness, row.length)
    return place(
      from: row.start + row.length - length, length, own, else: isLast ? .zero : insets)
  }

  private func place(
    from start: Units, _ length: Units, _ own: ItemSeparators.Insets?,
    else insets: ListSeparatorInsets
  ) -> SectionFrame {
    let leading = min(own?.leading ?? insets.leading, rowLength)
    let breadth = max(0, rowLength - leading - (own?.trailing ?? insets.trailing))
    return SectionFrame(start: start, length: length, cross: rowStart + leading, breadth: breadth)
  }

  /// Returns a rectangle that contains the separators of all rows within `rect`, and that every row touches
  /// whose separators touch `rect`.
  func grown(_ rect: Rect) -> Rect {
    let points = 2 * thickness.points
    return axis == .vertical ? rect.outsetBy(dx: 0, dy: points) : rect.outsetBy(dx: points, dy: 0)
  }
}

/// Numbers the separators between the rows of a list that are not hidden, from 0.
///
/// The separator below the last row counts as shown. It takes 8 bytes per chunk of items.
private struct ShownSeparators: Sendable {
  private let items: Items
  /// The number of separators shown before each chunk.
  private let starts: [Int]

  /// Numbers the separators.
  ///
  /// - Complexity: O(chunks).
  init(_ items: Items) {
    self.items = items
    var starts: [Int] = []
    starts.reserveCapacity(items.chunks.count)
    var count = 0
    for (number, chunk) in items.chunks.enumerated() {
      starts.append(count)
      count += chunk.count - chunk.hiddenSeparators.count
      guard number + 1 < items.chunks.count else { break }
      let isHidden = ItemSeparators.isHidden(
        below: chunk.separators(of: chunk.count - 1),
        above: items.chunks[number + 1].separators(of: 0))
      if isHidden { count -= 1 }
    }
    self.starts = starts
  }

  var byteCount: Int { 8 * starts.capacity }

  /// Returns the number of separators that are shown below the rows before a row.
  ///
  /// - Complexity: O(log n).
  func count(before row: Int) -> Int {
    let chunk = items.starts.chunk(of: row)
    let place = row - items.starts.start(of: chunk)
    let hidden = items.chunks[chunk].hiddenSeparators
    return starts[chunk] + place - hidden.indices.firstIndex { hidden[$0] >= place }
  }

  /// Returns the row of the separator with a number.
  ///
  /// - Complexity: O(log n).
  func row(of number: Int) -> Int {
    // Chunks that show nothing begin with the same number as the next chunk.
    let chunk = max(1, starts.indices.firstIndex { starts[$0] > number }) - 1
    let place = number - starts[chunk]
    let hidden = items.chunks[chunk].hiddenSeparators
    let before = hidden.indices.firstIndex { Int(hidden[$0]) - $0 > place }
    return items.starts.start(of: chunk) + place + before
  }
}
