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
    let bodies = try PlacedBodies(of: block, placing, measurer)
    for body in bodies.bodies where !issues.isFull {
      do throws(LayoutError) {
        try measure(body, of: bodies, into: &lengths)
      } catch {
        guard !error.isCancelled else { throw error }
        let item = block.items.lowerBound + body.place
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
    _ body: PlacedBodies.PlacedBody, of bodies: PlacedBodies, into lengths: inout BodyLengths
  ) throws(LayoutError) {
    let room = try body.room.get()
    let bodyHeight = try bodies.height(of: body, measurer)
    guard bodyHeight.isLength else {
      throw LayoutError(.root, "must be at most 2^53 points high (got \(bodyHeight))")
    }
    let place = body.place
    switch room {
    case .belowMedia: break
    case .fills(_, let minHeight): lengths.heights.set(max(minHeight, bodyHeight), at: place)
    case .wraps(let width, let minHeight):
      lengths.widths.set(width, at: place)
      lengths.heights.set(max(minHeight, bodyHeight), at: place)
    }
    lengths.bodyHeights.set(bodyHeight, at: place)
  }
}

/// The bodies of a chunk with their rooms, and with the heights of those texts that had their width before.
///
/// The heights of all texts are looked up together, because a look-up waits for memory, and those of several texts wait
/// at the same time.
private struct PlacedBodies {
  /// A body of an item.
  struct PlacedBody {
    /// The item's index in the chunk.
    let place: Int
    /// The body's room, `wraps` with the width that the body has; or the reason why there is none.
    let room: Result<BodyRoom, LayoutError>
    /// The indices of the body's blocks.
    let blocks: Range<Int>
  }

  private(set) var bodies: [PlacedBody] = []
  private var blocks: [BodyBlock] = []
  private let bytes: ArraySlice<UInt8>

  /// - Throws: `LayoutError.cancelled`.
  init(
    of block: ItemBlock, _ placing: any BodyPlacing, _ measurer: BodyMeasurer
  ) throws(LayoutError) {
    let chunk = block.chunk
    bytes = chunk.bytesOfBodies
    bodies.reserveCapacity(block.count)
    blocks.reserveCapacity(block.count)
    for place in 0..<block.count {
      guard let body = chunk.body(of: place) else { continue }
      // Breaking lines takes some nanoseconds to microseconds per byte: check the deadline between bodies.
      try measurer.budget.count(16 * body.bytes.count)
      let first = blocks.count
      var room: Result<BodyRoom, LayoutError>
      do throws(LayoutError) {
        let item = block.items.lowerBound + place
        let found = try Self.room(of: body, placing, item, in: chunk, at: place, measurer)
        try add(body, width: measurer.room(found.width), measurer)
        room = .success(found)
      } catch {
        guard !error.isCancelled else { throw error }
        blocks.removeSubrange(first...)
        room = .failure(error)
      }
      bodies.append(PlacedBody(place: place, room: room, blocks: first..<blocks.count))
    }
    measurer.styles.measurer?.setKnownHeights(of: &blocks, in: bytes)
  }

  /// Returns the height of a body that has a room.
  func height(of body: PlacedBody, _ measurer: BodyMeasurer) throws(LayoutError) -> Double {
    var stack = BodyStack()
    for block in blocks[body.blocks] {
      let height =
        block.height.isNaN
        ? try measurer.height(of: bytes[block.range], style: block.style, width: block.width)
        : block.height
      stack.add(height, measurer.options)
    }
    return stack.height(measurer.options)
  }

  private mutating func add(
    _ body: Body, width: Double, _ measurer: BodyMeasurer
  ) throws(LayoutError) {
    for block in body.blocks {
      switch block {
      case .space(let height):
        blocks.append(BodyBlock(range: 0..<0, style: 0, width: width, height: height))
      case .text(let text, let style):
        blocks.append(
          BodyBlock(
            range: text.indices, style: try measurer.number(of: style), width: width,
            height: .nan))
      }
    }
  }

  private static func room(
    of body: Body, _ placing: any BodyPlacing, _ item: Int, in chunk: ItemChunk, at place: Int,
    _ measurer: BodyMeasurer
  ) throws(LayoutError) -> BodyRoom {
    let room: BodyRoom
    do throws(BodyRefusal) {
      room = try placing.bodyRoom(of: item, in: chunk, at: place)
    } catch {
      throw LayoutError(.root, error.reason)
    }
    guard chunk.bodyHeights.number(of: place) == nil else {
      throw LayoutError(.root, "cannot be combined with \"bodyHeight\"; give only one of them")
    }
    guard case .wraps(let maxWidth, let minHeight) = room else { return room }
    return .wraps(
      maxWidth: min(maxWidth, try measurer.naturalWidth(of: body)), minHeight: minHeight)
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
