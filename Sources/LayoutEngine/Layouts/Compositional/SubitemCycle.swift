/// A subitem's length along one axis, and its edge spacing along that axis (LayoutRules B12).
struct SubitemSpan: Sendable {
  /// The subitem's own length, in points.
  let length: Double
  /// The edge spacing before and after the subitem.
  let edges: (near: LayoutSpacing, far: LayoutSpacing)

  /// The subitem's length with both edge spacings at their minimums, in points.
  var least: Double { edges.near.minimum + length + edges.far.minimum }

  /// Returns how far the subitem may extend beyond the end of its group and still fit (LayoutRules B8).
  ///
  /// It is half a pixel, because of rounding errors and rounded sizes, but at most half the subitem's
  /// length, so that no additional subitem fits.
  ///
  /// - Parameter halfPixel: half a pixel in points.
  func tolerance(_ halfPixel: Double) -> Double { min(halfPixel, length / 2) }

  /// The number of its edge spacings that are flexible: 0, 1 or 2.
  var flexibleCount: Int { (edges.near.isFlexible ? 1 : 0) + (edges.far.isFlexible ? 1 : 0) }

  /// Returns where the subitem begins if it alone takes `room`, as it does across its group's axis.
  ///
  /// Fixed spacing before the subitem moves it. The room that remains is shared equally by the flexible
  /// edge spacings.
  func start(in room: Double) -> Double {
    guard edges.near.isFlexible else { return edges.near.minimum }
    return edges.near.minimum + max(0, room - least) / Double(flexibleCount)
  }
}

/// Subitems that are placed in a cycle, A, B, A, B …, along one axis until the next one does not fit
/// (LayoutRules B8, B11).
struct SubitemCycle: Sendable {
  /// The subitems of the cycle; there must be at least one.
  let spans: [SubitemSpan]
  /// The spacing between two subitems.
  let spacing: LayoutSpacing
  /// The length in points that is available for all placed subitems.
  let room: Double

  /// Returns where each placed subitem begins along the axis, in points.
  ///
  /// - Parameters:
  ///   - halfPixel: half a pixel in points, from which the tolerance of the fit test follows.
  ///   - limit: the maximum number of subitems to place.
  ///   - path: the path of the subitems in the document.
  /// - Throws: if the cycle would never end, or would place more than `limit` subitems.
  func starts(
    halfPixel: Double, limit: Int, at path: DocumentPath
  ) throws(LayoutError) -> [Double] {
    var (starts, used) = try packed(halfPixel: halfPixel, limit: limit, at: path)
    share(max(0, room - used), among: &starts)
    return starts
  }

  /// Returns where each of `count` subitems begins along the axis, in points, even if they do not fit
  /// (LayoutRules B16).
  ///
  /// - Complexity: O(`count`).
  func starts(placing count: Int) -> [Double] {
    var starts: [Double] = []
    starts.reserveCapacity(count)
    var used = 0.0
    for number in 0..<count {
      let span = spans[number % spans.count]
      let gap = number == 0 ? 0 : spacing.minimum
      starts.append(used + gap + span.edges.near.minimum)
      used += gap + span.least
    }
    share(max(0, room - used), among: &starts)
    return starts
  }

  /// Step 1: places subitems until the next one does not fit, with every spacing at its minimum
  /// (LayoutRules B8).
  ///
  /// - Returns: where each placed subitem begins, and the length that all of them take.
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

  /// Step 2: adds equal shares of the space left over to all flexible spacings between subitems and all
  /// flexible edge spacings (LayoutRules B11).
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
