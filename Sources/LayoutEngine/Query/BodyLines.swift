/// A block of a cell's body as it is drawn (LayoutRules N1).
public struct BodyBlockLines: Sendable, Equatable {
  /// The distance from the cell's top to the block's, in points.
  public var y: Double
  /// The block's height, in points.
  public var height: Double
  /// The lines of a text; empty if the block is a space.
  public var lines: [String] { text?.lines.map { $0.text } ?? [] }
  /// The lines of a text and where each is; nil if the block is a space.
  public var text: TextLines?
  /// The number of the text's style; nil if the block is a space.
  public var style: Int?
}

extension PreparedLayout {
  /// Returns how a section's layout sets the bodies of its items; nil if no item of the section has a body.
  ///
  /// - Complexity: O(1).
  package func bodyOptions(ofSection section: Int) -> BodyOptions? {
    content.sections[section].solution.bodies?.placing.bodyOptions
  }

  /// Returns the blocks of a cell's body that have a height, with the lines of their texts; nil if the cell
  /// has no body.
  ///
  /// - Parameters:
  ///   - cell: a cell of this layout.
  ///   - changesCase: whether the lines have the case in which their style shows them, not the text's own.
  ///   - isDetailed: whether lines have the details of their places.
  ///   - budget: the budget charged for measuring.
  /// - Throws: `LayoutError.cancelled` if the budget ended the work.
  /// - Complexity: O(bytes of the body) for texts that have been measured before.
  package func bodyLines(
    of cell: CellAttributes, changesCase: Bool = false, isDetailed: Bool = false,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> [BodyBlockLines]? {
    try bodyLines(
      of: cell.item, in: cell.section, below: cell.imageHeight ?? 0, changesCase, isDetailed, budget
    )
  }

  private func bodyLines(
    of item: Int, in section: Int, below mediaHeight: Double, _ changesCase: Bool,
    _ isDetailed: Bool, _ budget: LayoutBudget
  ) throws(LayoutError) -> [BodyBlockLines]? {
    let solution = content.sections[section].solution
    guard let bodies = solution.bodies, let (chunk, place) = bodies.items.place(of: item),
      let body = chunk.body(of: place)
    else { return nil }
    let placing = bodies.placing
    let styles = content.textStyles ?? TextStyles(names: [], styles: [])
    let room: BodyRoom
    do throws(BodyRefusal) {
      room = try placing.bodyRoom(of: item, in: chunk, at: place)
    } catch {
      return nil
    }
    let measurer = BodyMeasurer(
      styles: styles, options: placing.bodyOptions, budget: budget, changesCase: changesCase,
      isDetailed: isDetailed)
    return switch room {
    case .belowMedia(let width):
      try measurer.lines(of: body, width: width, below: mediaHeight)
    case .fills(let width, _): try measurer.lines(of: body, width: width, below: 0)
    case .wraps(let maxWidth, _):
      try measurer.lines(
        of: body, width: min(maxWidth, try measurer.naturalWidth(of: body)), below: 0)
    }
  }
}

extension PreparedLayout {
  /// Returns the blocks of the body of a cell or a supplementary that have a height, with the lines of their texts;
  /// nil if the element has no body.
  ///
  /// - Parameters:
  ///   - element: an element of this layout.
  ///   - changesCase: whether the lines have the case in which their style shows them, not the text's own.
  ///   - isDetailed: whether lines have the details of their places.
  ///   - budget: the budget charged for measuring.
  /// - Throws: `LayoutError.cancelled` if the budget ended the work.
  /// - Complexity: O(bytes of the body) for texts that have been measured before.
  public func bodyLines(
    of element: LayoutAttributes, changesCase: Bool = false, isDetailed: Bool = false,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> [BodyBlockLines]? {
    if element.category == .cell, let section = element.section {
      return try bodyLines(
        of: element.item, in: section, below: element.imageHeight ?? 0, changesCase, isDetailed,
        budget)
    }
    guard let (measured, size) = measuredSupplementary(element) else { return nil }
    let measurer = BodyMeasurer(
      styles: content.textStyles ?? TextStyles(names: [], styles: []), options: measured.options,
      budget: budget, changesCase: changesCase,
      isDetailed: isDetailed)
    return try measurer.lines(of: measured.body, width: size.width, below: 0)
  }

  /// Returns how the body of a supplementary is set; nil if it has none.
  ///
  /// - Complexity: O(1).
  package func bodyOptions(of element: LayoutAttributes) -> BodyOptions? {
    measuredSupplementary(element)?.measured.options
  }

  /// Returns the measured body of a supplementary, and the size that it gave the element; nil if it has none.
  private func measuredSupplementary(
    _ element: LayoutAttributes
  ) -> (measured: MeasuredSupplementary, size: Size)? {
    guard element.category == .supplementary, let section = element.section,
      let kind = element.kind
    else { return nil }
    let solution = content.sections[section].solution
    guard let measured = solution.measuredSupplementary(kind) else { return nil }
    if let size = measured.size { return (measured, size) }
    guard let supplementaries = solution.supplementaries,
      let number = supplementaries.number(kind: kind, item: element.item),
      let size = supplementaries.templateSize(of: number)
    else { return nil }
    return (measured, size)
  }
}

extension BodyMeasurer {
  /// Returns the blocks of a body that have a height, with the lines of their texts.
  ///
  /// - Parameter top: the distance from the cell's top to the body's.
  fileprivate func lines(
    of body: Body, width: Double, below top: Double
  ) throws(LayoutError) -> [BodyBlockLines] {
    var blocks: [BodyBlockLines] = []
    var y = top + options.insets.top
    let room = max(0, width - (options.insets.leading + options.insets.trailing))
    for block in body.blocks {
      var found: BodyBlockLines
      switch block {
      case .space(let height): found = BodyBlockLines(y: 0, height: height)
      case .text(let text, let style):
        let lines = try self.lines(of: text, style: style, width: room)
        found = BodyBlockLines(
          y: 0, height: lines.height, text: lines, style: try number(of: style))
      }
      guard found.height > 0 else { continue }
      if !blocks.isEmpty { y += options.spacing }
      found.y = y
      y += found.height
      blocks.append(found)
    }
    return blocks
  }
}
