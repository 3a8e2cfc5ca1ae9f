/// A subitem's length along one axis with the room around it there (LayoutRules B12).
struct SubitemSpan: Sendable {
  /// The subitem's own length, in points.
  let length: Double
  /// The room before and after it.
  let edges: (near: LayoutSpacing, far: LayoutSpacing)

  /// The least length with both edge spacings.
  var least: Double { edges.near.minimum + length + edges.far.minimum }

  /// By how much the fit test forgives it to pass the end of its group (LayoutRules B8): half a
  /// pixel, for rounding errors and rounded sizes, but never so much of its own length that one too
  /// many would fit.
  ///
  /// - Parameter halfPixel: half a pixel in points.
  func tolerance(_ halfPixel: Double) -> Double { min(halfPixel, length / 2) }

  /// How many of its two edge spacings may grow.
  var flexibleCount: Int { (edges.near.isFlexible ? 1 : 0) + (edges.far.isFlexible ? 1 : 0) }

  /// Where it begins when it stands alone in `room`, as across its group's axis: fixed spacing
  /// moves it, flexible spacing takes an equal share of what is left over.
  func start(in room: Double) -> Double {
    guard edges.near.isFlexible else { return edges.near.minimum }
    return edges.near.minimum + max(0, room - least) / Double(flexibleCount)
  }
}

/// Subitems offered in a cycle, A, B, A, B …, along one axis (LayoutRules B8, B11).
struct SubitemCycle: Sendable {
  /// The subitems; at least one.
  let spans: [SubitemSpan]
  /// The room between two.
  let spacing: LayoutSpacing
  /// The length there is for all, in points.
  let room: Double

  /// Where each placed subitem begins.
  ///
  /// - Parameters:
  ///   - halfPixel: half a pixel in points, for the fit test's tolerance.
  ///   - limit: the most subitems to place.
  ///   - path: where the subitems stand in the document.
  /// - Throws: a cycle that would never end, more than `limit` subitems.
  func starts(
    halfPixel: Double, limit: Int, at path: DocumentPath
  ) throws(LayoutError) -> [Double] {
    var (starts, used) = try packed(halfPixel: halfPixel, limit: limit, at: path)
    share(max(0, room - used), among: &starts)
    return starts
  }

  /// Step 1: greedy, every spacing at its minimum (LayoutRules B8).
  private func packed(
    halfPixel: Double, limit: Int, at path: DocumentPath
  ) throws(LayoutError) -> (starts: [Double], used: Double) {
    let advance =
      spans.reduce(0) { $0 + $1.least } + spacing.minimum * Double(spans.count)
    var starts: [Double] = []
    var used = 0.0
    while true {
      let span = spans[starts.count % spans.count]
      let gap = starts.isEmpty ? 0 : spacing.minimum
      guard used + gap + span.least <= room + span.tolerance(halfPixel) else {
        return (starts, used)
      }
      guard starts.count < limit else { throw TemplateAllowance.excess("items", at: path) }
      starts.append(used + gap + span.edges.near.minimum)
      used += gap + span.least
      if starts.count == spans.count, advance <= 0 {
        throw LayoutError(
          path,
          "would never fill the group: the subitems and the spacing between them come to"
            + " \(advance.inPoints) points")
      }
    }
  }

  /// Step 2: flexible gaps and flexible edges grow by equal shares of what is left over
  /// (LayoutRules B11).
  private func share(_ leftOver: Double, among starts: inout [Double]) {
    let flexibleGaps = spacing.isFlexible ? starts.count - 1 : 0
    let flexibleEdges = starts.indices.reduce(0) {
      $0 + spans[$1 % spans.count].flexibleCount
    }
    guard flexibleGaps + flexibleEdges > 0 else { return }
    let part = leftOver / Double(flexibleGaps + flexibleEdges)
    var passed = 0
    for index in starts.indices {
      let edges = spans[index % spans.count].edges
      if index > 0, spacing.isFlexible { passed += 1 }
      if edges.near.isFlexible { passed += 1 }
      starts[index] += part * Double(passed)
      if edges.far.isFlexible { passed += 1 }
    }
  }
}
