/// Measures the bodies of a section's items before the section is laid out (LayoutRules N).
///
/// The lengths count as measured by a view (LayoutRules K), so solvers read them like any others. Chunks whose
/// bodies an earlier version measured are shared with it.
struct ItemBodies {
  private let placing: any BodyPlacing
  private let measurer: BodyMeasurer
  private let path: DocumentPath
  private var issues = SpecIssues()

  /// - Parameter path: the path of the section's items in the document, for errors.
  init(
    _ placing: any BodyPlacing, _ styles: TextStyles, at path: DocumentPath, _ budget: LayoutBudget
  ) {
    self.placing = placing
    measurer = BodyMeasurer(styles: styles, options: placing.bodyOptions, budget: budget)
    self.path = path
  }

  /// Returns the items with the lengths of their bodies.
  ///
  /// - Parameter earlier: the items that this returned for an earlier version with equal spaces; nil if there
  ///   is none.
  /// - Throws: an error that lists the faults of bodies; `LayoutError.cancelled`.
  /// - Complexity: O(chunks + bytes of the bodies that are not shared).
  mutating func measured(_ items: Items, after earlier: Items?) throws(LayoutError) -> Items {
    let known = KnownChunks(earlier, period: placing.bodyPeriod)
    var (chunks, lengths): ([ItemChunk], [Int]) = ([], [])
    chunks.reserveCapacity(items.chunks.count)
    lengths.reserveCapacity(items.chunks.count)
    for block in items.blocks {
      lengths.append(block.count)
      guard block.chunk.haveBodies else {
        chunks.append(block.chunk)
        continue
      }
      let steps = BodyMeasurer.stepsPerByte * block.chunk.bodyLength
      guard measurer.budget.hasRoom(forSteps: steps) else {
        throw LayoutError(path, "makes the document have more text than one document may have")
      }
      let kept = measurer.styles.kept?.chunk(measuredOf: block.chunk)
      if let chunk = kept ?? known.chunk(measuredOf: block) {
        try measurer.budget.take(steps, at: path)
        chunks.append(chunk)
      } else {
        try measurer.budget.spend(steps, at: path)
        measurer.budget.addText(byteCount: block.chunk.bodyLength)
        let chunk = ItemChunk(block.chunk, try measure(block))
        try measurer.budget.reserve(chunk.byteCount)
        chunks.append(chunk)
      }
      if issues.isFull { break }
    }
    try issues.throwIfAny()
    return Items(chunks, lengths: lengths, assigned: items.assigned)
  }

  private mutating func measure(_ block: ItemBlock) throws(LayoutError) -> BodyLengths {
    var lengths = BodyLengths(count: block.chunk.count)
    for place in 0..<block.count {
      guard !issues.isFull, let body = block.chunk.body(of: place) else { continue }
      let item = block.items.lowerBound + place
      // Breaking lines takes some nanoseconds to microseconds per byte: check the deadline between bodies.
      try measurer.budget.count(16 * body.bytes.count)
      do throws(LayoutError) {
        try measure(body, of: item, in: block.chunk, at: place, into: &lengths)
      } catch {
        guard !error.isCancelled else { throw error }
        let error = error.below(path.index(item).field("body"))
        if measurer.budget.lacksTextSteps { throw error }
        for issue in error.issues {
          issues.add(issue.path, issue.reason)
        }
      }
    }
    return lengths
  }

  private func measure(
    _ body: Body, of item: Int, in chunk: ItemChunk, at place: Int, into lengths: inout BodyLengths
  ) throws(LayoutError) {
    let room: BodyRoom
    do throws(BodyRefusal) {
      room = try placing.bodyRoom(of: item, in: chunk, at: place)
    } catch {
      throw LayoutError(.root, error.reason)
    }
    guard chunk.bodyHeights.number(of: place) == nil else {
      throw LayoutError(.root, "cannot be combined with \"bodyHeight\"; give only one of them")
    }
    let bodyHeight: Double
    switch room {
    case .belowMedia(let width):
      bodyHeight = try measurer.height(of: body, width: width)
    case .fills(let width, let minHeight):
      bodyHeight = try measurer.height(of: body, width: width)
      lengths.heights.set(max(minHeight, bodyHeight), at: place)
    case .wraps(let maxWidth, let minHeight):
      let width = min(maxWidth, try measurer.naturalWidth(of: body))
      bodyHeight = try measurer.height(of: body, width: width)
      lengths.widths.set(width, at: place)
      lengths.heights.set(max(minHeight, bodyHeight), at: place)
    }
    guard bodyHeight.isLength else {
      throw LayoutError(.root, "must be at most 2^53 points high (got \(bodyHeight))")
    }
    lengths.bodyHeights.set(bodyHeight, at: place)
  }
}

/// The chunks whose bodies an earlier version has measured, by their sources.
private struct KnownChunks {
  private var numbers: [ObjectIdentifier: Int] = [:]
  private let items: Items?
  private let period: Int

  init(_ items: Items?, period: Int) {
    self.items = items
    self.period = period
    guard let items else { return }
    for (number, chunk) in items.chunks.enumerated() {
      if let source = chunk.source { numbers[ObjectIdentifier(source)] = number }
    }
  }

  /// Returns the chunk that was measured of a block's chunk, if the rooms of its items are the same; nil if
  /// there is none.
  func chunk(measuredOf block: ItemBlock) -> ItemChunk? {
    guard let items, let number = numbers[ObjectIdentifier(block.chunk)] else { return nil }
    let shift = items.start(ofChunk: number) - block.items.lowerBound
    return period == 1 || shift % period == 0 ? items.chunks[number] : nil
  }
}
