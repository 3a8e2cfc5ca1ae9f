/// A subitem's length along one axis, and the room before and after it (LayoutRules B12).
struct SubitemSpan: Sendable {
  /// The subitem's own length, in points.
  let length: Double
  /// The room before and after it.
  let edges: (near: LayoutSpacing, far: LayoutSpacing)

  /// The least length with both edge spacings.
  var least: Double { edges.near.minimum + length + edges.far.minimum }

  /// Returns how far the subitem may pass the end of its group and still fit (LayoutRules B8).
  ///
  /// It is half a pixel, for rounding errors and rounded sizes, but at most half the subitem's length, so
  /// that no extra subitem fits.
  ///
  /// - Parameter halfPixel: half a pixel in points.
  func tolerance(_ halfPixel: Double) -> Double { min(halfPixel, length / 2) }

  /// The number of its two edge spacings that may grow.
  var flexibleCount: Int { (edges.near.isFlexible ? 1 : 0) + (edges.far.isFlexible ? 1 : 0) }

  /// Returns where the subitem begins if it is alone in `room`, as it is across its group's axis.
  ///
  /// Fixed spacing moves it; flexible spacing takes an equal share of the room left over.
  func start(in room: Double) -> Double {
    guard edges.near.isFlexible else { return edges.near.minimum }
    return edges.near.minimum + max(0, room - least) / Double(flexibleCount)
  }
}

/// Subitems offered in a cycle, A, B, A, B …, along one axis (LayoutRules B8, B11).
struct SubitemCycle: Sendable {
  /// The subitems; at least one.
  let spans: [SubitemSpan]
  /// The spacing between two subitems.
  let spacing: LayoutSpacing
  /// The length available for all subitems, in points.
  let room: Double

  /// Returns where each placed subitem begins.
  ///
  /// - Parameters:
  ///   - halfPixel: half a pixel in points, for the fit test's tolerance.
  ///   - limit: the most subitems to place.
  ///   - path: the subitems' place in the document.
  /// - Throws: if the cycle would never end, or would place more than `limit` subitems.
  func starts(
    halfPixel: Double, limit: Int, at path: DocumentPath
  ) throws(LayoutError) -> [Double] {
    var (starts, used) = try packed(halfPixel: halfPixel, limit: limit, at: path)
    share(max(0, room - used), among: &starts)
    return starts
  }

  /// Step 1: places subitems greedily, with every spacing at its minimum (LayoutRules B8).
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

  /// Step 2: flexible gaps and flexible edges grow by equal shares of the room left over (LayoutRules
  /// B11).
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
