extension Rect {
  /// The rectangle between the edges, whose far edges are not less than those given: adding a
  /// difference to what was subtracted may fall short by a rounding.
  init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.init(
      x: minX, y: minY, width: Self.length(from: minX, to: maxX),
      height: Self.length(from: minY, to: maxY))
  }

  /// The smallest rectangle that holds all of them, far edges included in floating point too;
  /// `.zero` without any.
  init(holding rects: [Rect]) {
    guard let first = rects.first else {
      self = .zero
      return
    }
    var (minX, minY, maxX, maxY) = (first.minX, first.minY, first.maxX, first.maxY)
    for rect in rects {
      (minX, minY) = (min(minX, rect.minX), min(minY, rect.minY))
      (maxX, maxY) = (max(maxX, rect.maxX), max(maxY, rect.maxY))
    }
    self.init(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
  }

  private static func length(from start: Double, to end: Double) -> Double {
    let length = end - start
    return start + length < end ? length + max(abs(start), abs(end), length).ulp : length
  }

  /// The rectangle grown by more than rounding moves an edge of what lies in it, but not beyond reach.
  var loosened: Rect {
    let slack = 0x1p-48 * farthest
    guard isWithinReach else { return self }
    let most = LayoutLimits.maxContentLength
    return Rect(
      minX: max(minX - slack, -most), minY: max(minY - slack, -most),
      maxX: min(maxX + slack, most), maxY: min(maxY + slack, most))
  }

  /// Whether every edge is within reach.
  var isWithinReach: Bool {
    minX.isWithinReach && maxX.isWithinReach && minY.isWithinReach && maxY.isWithinReach
  }
}

extension Double {
  /// Whether content may reach so far from its origin, either way: 2^53 points; false for NaN.
  var isWithinReach: Bool { magnitude <= LayoutLimits.maxContentLength }

  /// Whether it can be the length of something: within reach and not negative; false for NaN.
  var isLength: Bool { self >= 0 && self <= LayoutLimits.maxContentLength }
}

extension DocumentPath {
  /// Refuses what reaches farther than content may.
  ///
  /// - Throws: the reason, at this place, unless everything is within reach.
  func requireReach(
    _ isWithinReach: Bool, orThrow reason: String = "reaches farther than 2^53 points"
  ) throws(LayoutError) {
    guard isWithinReach else { throw LayoutError(self, reason) }
  }

  /// Refuses lengths that could come to more along the scroll axis than content may have, before they
  /// are summed (LayoutRules I4).
  ///
  /// - Parameter points: what the lengths could come to at most.
  /// - Throws: the sum, and what it may be.
  func requireScrollLength(_ points: Double) throws(LayoutError) {
    guard points <= LayoutLimits.maxScrollLength else {
      throw LayoutError(
        self,
        "could come to \(points.inPoints) points along the scroll axis; content may have at most 2^36"
          + " (68,719,476,736): send fewer or shorter items")
    }
  }
}
