/// Places items some of which begin in a column that the document gives them or that they keep
/// (LayoutRules F10, K7).
///
/// The remaining items get their columns by F2–F5 from the bottoms that the items before them left.
struct AssignedColumnPlacing {
  private let metrics: WaterfallMetrics
  private let placement: WaterfallSpec.Placement
  /// The rule that chooses columns for items without a kept column; nil if columns are filled in turn (F4).
  private let rule: ColumnRule?

  init(_ metrics: WaterfallMetrics, _ placement: WaterfallSpec.Placement) {
    self.metrics = metrics
    self.placement = placement
    switch placement {
    case .roundRobin, .balanced, .gridLanes(.infinity): rule = nil
    case .shortestColumn: rule = .shortest
    case .gridLanes(let tolerance): rule = .lanes(tolerance: tolerance)
    }
  }

  /// Places items after the items that left the columns in `state`, and updates `state`.
  ///
  /// - Throws: if placing needs more steps than the document has left; `LayoutError.cancelled`.
  /// - Complexity: O(n · log c) for n items in c columns; O(n · c · s) if items cover up to s columns.
  func place(
    _ items: WaterfallLengths, in places: inout ItemPlaces, _ state: inout ColumnState,
    at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) {
    if items.spans.isEmpty {
      placeSingles(items, in: &places, &state)
    } else {
      try placeSpans(items, in: &places, &state, at: path, budget)
    }
  }

  private func placeSingles(
    _ items: WaterfallLengths, in places: inout ItemPlaces, _ state: inout ColumnState
  ) {
    guard items.givenColumns.contains(.none) else {
      return placeGiven(items, in: &places, &state)
    }
    var bottoms = ColumnTree(state.bottoms)
    for item in items.lengths.indices {
      let given = items.givenColumns[item]
      let column =
        given.column ?? rule?.column(bottoms, cursor: state.cursor) ?? state.cursor
      let top = bottoms[column]
      places.tops[item] = top
      places.columns[item] = UInt16(truncatingIfNeeded: column)
      bottoms.set(metrics.bottom(top, items.lengths[item]), at: column)
      if !given.leavesCursor { state.cursor = next(after: column, span: 1) }
    }
    bottoms.store(in: &state.bottoms)
  }

  /// Places items whose columns are all given, so that no column has to be searched for.
  private func placeGiven(
    _ items: WaterfallLengths, in places: inout ItemPlaces, _ state: inout ColumnState
  ) {
    for item in items.lengths.indices {
      let given = items.givenColumns[item]
      let column = given.column ?? 0
      let top = state.bottoms[column]
      places.tops[item] = top
      places.columns[item] = UInt16(truncatingIfNeeded: column)
      state.bottoms[column] = metrics.bottom(top, items.lengths[item])
      if !given.leavesCursor { state.cursor = next(after: column, span: 1) }
    }
  }

  /// Returns the cursor after an item that covers `span` columns from `column` on.
  private func next(after column: Int, span: Int) -> Int {
    switch placement {
    case .roundRobin, .balanced, .gridLanes(.infinity):
      column + span == metrics.columnCount ? 0 : column + span
    case .shortestColumn, .gridLanes: column + span
    }
  }

  private func placeSpans(
    _ items: WaterfallLengths, in places: inout ItemPlaces, _ state: inout ColumnState,
    at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) {
    for item in items.lengths.indices {
      let span = Int(items.spans[item])
      let last = metrics.columnCount - span
      let given = items.givenColumns[item]
      let column: Int
      if let own = given.column {
        try budget.spend(span, at: path)
        column = min(own, last)
      } else {
        try budget.spend((last + 1) * span + 1, at: path)
        column = self.column(span: span, through: last, state)
      }
      let top = highest(from: column, span: span, state)
      places.tops[item] = top
      places.columns[item] = UInt16(truncatingIfNeeded: column)
      let bottom = metrics.bottom(top, items.lengths[item])
      for covered in column..<column + span { state.bottoms[covered] = bottom }
      if !given.leavesCursor { state.cursor = next(after: column, span: span) }
    }
  }

  private func highest(from column: Int, span: Int, _ state: ColumnState) -> Units {
    state.bottoms[column..<column + span].reduce(state.bottoms[column]) { max($0, $1) }
  }

  /// Returns the first column of the next item, which covers `span` columns and keeps none, by
  /// LayoutRules F3, F4 or F5.
  ///
  /// - Parameter last: the last column in which the item may begin.
  private func column(span: Int, through last: Int, _ state: ColumnState) -> Int {
    func top(_ column: Int) -> Units { highest(from: column, span: span, state) }
    guard let rule else { return state.cursor <= last ? state.cursor : 0 }
    let tops = (0...last).map(top)
    let farthest = tops.reduce(tops[0]) { min($0, $1) } + rule.slack
    let near = tops.indices.filter { tops[$0] <= farthest }
    let following = rule.usesCursor ? near.first { $0 >= state.cursor } : nil
    return following ?? near.first ?? 0
  }
}
