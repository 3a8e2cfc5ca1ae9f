// Which items of each layout may have bodies, and how wide these are (LayoutRules N2).

extension BodyRefusal {
  fileprivate static let horizontal = BodyRefusal(
    reason: "needs vertical scrolling: along a horizontal axis a text has no width to wrap at")
}

extension WaterfallSolver: BodyPlacing {
  var bodyOptions: BodyOptions { spec.body }

  func bodyRoom(of item: Int, in chunk: ItemChunk, at place: Int) throws(BodyRefusal) -> BodyRoom {
    guard metrics.axis == .vertical else { throw .horizontal }
    let span = WaterfallItem.span(chunk.columnSpan(of: place), of: metrics.columnCount)
    return .belowMedia(width: metrics.width(ofSpan: span))
  }
}

extension ListSolver: BodyPlacing {
  var bodyOptions: BodyOptions { spec.body }

  func bodyRoom(of item: Int, in chunk: ItemChunk, at place: Int) throws(BodyRefusal) -> BodyRoom {
    guard metrics.axis == .vertical else { throw .horizontal }
    let minHeight = chunk.heights.number(of: place) ?? (spec.rowHeightIsGiven ? spec.rowHeight : 0)
    return .fills(width: metrics.crossLength, minHeight: minHeight)
  }
}

extension FlowSolver: BodyPlacing {
  var bodyOptions: BodyOptions { spec.body }

  func bodyRoom(of item: Int, in chunk: ItemChunk, at place: Int) throws(BodyRefusal) -> BodyRoom {
    guard metrics.axis == .vertical else { throw .horizontal }
    let (width, height) = (chunk.sizedWidths[place], chunk.heights[place])
    if width.isNaN, height.isNaN { return .wraps(maxWidth: metrics.available) }
    return .fills(
      width: width.isNaN ? itemSize.width : width, minHeight: height.isNaN ? 0 : height)
  }
}

extension MagazineSolver: BodyPlacing {
  var bodyOptions: BodyOptions { spec.body }

  func bodyRoom(of item: Int, in chunk: ItemChunk, at place: Int) throws(BodyRefusal) -> BodyRoom {
    guard MagazineHeightMode(number: chunk.heightModes[place]) ?? .dynamic == .dynamic else {
      throw BodyRefusal(reason: "needs an item whose heightMode is dynamic")
    }
    let mode = MagazineWidthMode(number: chunk.widthModes[place]) ?? .full
    return .fills(width: columns.itemWidth(mode), minHeight: 0)
  }
}

extension CompositionalSolver: BodyPlacing {
  /// The number of items in a repetition of the section's group; 1 if all its items have one width.
  var bodyPeriod: Int {
    guard let group = repeatedGroup else { return 1 }
    let frames = group.cells.frames.frames
    return group.selfSizing?.followsAll == true && frames.allSatisfy { $0.width == frames[0].width }
      ? 1 : group.cells.count
  }

  func bodyRoom(of item: Int, in chunk: ItemChunk, at place: Int) throws(BodyRefusal) -> BodyRoom {
    guard let group = repeatedGroup, group.axis == .vertical else { throw .horizontal }
    guard followsMeasured(item) else {
      throw BodyRefusal(
        reason: "needs an item whose height is estimated, and so are those of all groups it is in")
    }
    let frame = group.cells.frames.frames[item % group.cells.count]
    return .fills(width: frame.width, minHeight: 0)
  }
}
