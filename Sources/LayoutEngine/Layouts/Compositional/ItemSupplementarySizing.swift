/// Gives the supplementaries of items and groups the sizes of their bodies, when the solver of their layout knows the
/// sizes of their hosts (LayoutRules N4).
///
/// A body is measured once for each width, however many supplementaries have it.
final class ItemSupplementarySizing {
  /// The lengths that have been measured for a kind.
  private struct Known {
    /// The width of the longest line, with the body's insets; nil if it has not been needed.
    var naturalWidth: Double?
    /// The body's heights by widths.
    var heights: [Double: Double] = [:]
  }

  private let bodies: ItemSupplementaryBodies
  private let styles: TextStyles
  private let budget: LayoutBudget
  private var known: [Known]

  /// Prepares to size the supplementaries on one section's items and groups, such as badges; nil if none of them has
  /// text.
  init?(_ environment: SectionEnvironment, _ budget: LayoutBudget) {
    guard let bodies = environment.itemBodies, !bodies.entries.isEmpty else { return nil }
    self.bodies = bodies
    styles = environment.texts ?? TextStyles(names: [], styles: [])
    self.budget = budget
    known = [Known](repeating: Known(), count: bodies.entries.count)
  }

  /// Returns a subitem whose own supplementaries have the sizes of their bodies.
  ///
  /// - Parameter slot: the subitem's rectangle without its content insets.
  func sized(
    _ subitem: LayoutSubitem, in slot: Rect
  ) throws(LayoutError) -> LayoutSubitem {
    switch subitem {
    case .item(var item):
      let host = slot.inset(by: item.size.effectiveInsets(item.contentInsets))
      item.supplementaryItems = try sized(item.supplementaryItems, on: host.size)
      return .item(item)
    case .group(let group): return .group(try sized(group, in: slot))
    }
  }

  /// Returns a group whose own supplementaries have the sizes of their bodies.
  ///
  /// - Parameter slot: the group's rectangle without its content insets.
  func sized(_ group: LayoutGroup, in slot: Rect) throws(LayoutError) -> LayoutGroup {
    var group = group
    let host = slot.inset(by: group.size.effectiveInsets(group.contentInsets))
    group.supplementaryItems = try sized(group.supplementaryItems, on: host.size)
    return group
  }

  /// Returns supplementaries with the sizes of their bodies, if they have one.
  ///
  /// An estimated width becomes that of the longest line, at most the host's.
  ///
  /// - Throws: an error with the faults of bodies; `LayoutError.cancelled`.
  /// - Complexity: O(bytes of the bodies) for each width that is new.
  func sized(
    _ items: [SupplementaryItem], on host: Size
  ) throws(LayoutError) -> [SupplementaryItem] {
    var sized = items
    for (number, item) in items.enumerated() {
      guard let entry = bodies.entries.firstIndex(where: { $0.kind == item.kind }) else { continue }
      var width = DimensionResolver(parent: host).points(item.size.width)
      if item.size.width.isEstimated {
        width = max(0, min(host.width, try naturalWidth(of: entry)))
      }
      // The frame's own check refuses such a width, with the path of the size.
      guard width.isLength else { continue }
      sized[number].size = LayoutSize(
        width: .absolute(width), height: .absolute(try height(of: entry, width: width)))
    }
    return sized
  }

  private func naturalWidth(of number: Int) throws(LayoutError) -> Double {
    if let width = known[number].naturalWidth { return width }
    let width = try measured(number) { (measurer, body) throws(LayoutError) in
      try measurer.naturalWidth(of: body)
    }
    known[number].naturalWidth = width
    return width
  }

  private func height(of number: Int, width: Double) throws(LayoutError) -> Double {
    if let height = known[number].heights[width] { return height }
    let height = try measured(number) { (measurer, body) throws(LayoutError) in
      let height = try measurer.height(of: body, width: width)
      guard height.isLength else {
        throw LayoutError(.root, "must be at most 2^53 points high (got \(height))")
      }
      return height
    }
    try budget.reserve(64)
    known[number].heights[width] = height
    return height
  }

  /// The most steps charged for a byte of text each time the text is measured at another width than its first.
  ///
  /// At its first width, a byte costs as much as any other text's. One text can be measured at many widths, and kerned
  /// text costs microseconds per byte.
  private static let maxStepsPerByte = 2048
  /// The steps that a byte of a body takes at a further width, for each byte of the body.
  private static let stepsPerByteSquared = 16

  /// Returns a length of an entry's body, and counts the work; errors have the path of the body.
  private func measured(
    _ number: Int, _ measure: (BodyMeasurer, Body) throws(LayoutError) -> Double
  ) throws(LayoutError) -> Double {
    let entry = bodies.entries[number]
    let place = bodies.path.field(entry.kind)
    let bytes = entry.body.bytes.count
    let stepsPerByte =
      known[number].heights.isEmpty
      ? BodyMeasurer.stepsPerByte
      : min(Self.maxStepsPerByte, Self.stepsPerByteSquared * bytes)
    try budget.spend(stepsPerByte * bytes, at: place)
    // Breaking lines takes some nanoseconds to microseconds per byte: check the deadline between bodies.
    try budget.count(16 * bytes)
    do throws(LayoutError) {
      return try measure(
        BodyMeasurer(styles: styles, options: entry.options, budget: budget), entry.body)
    } catch {
      throw error.below(place)
    }
  }
}
