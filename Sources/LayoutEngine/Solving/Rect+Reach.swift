extension Rect {
  /// Creates a rectangle from its edges; its far edges are not less than the given ones.
  ///
  /// Adding the difference to the near edge may fall short of the far edge by a rounding error.
  init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.init(
      x: minX, y: minY, width: Self.length(from: minX, to: maxX),
      height: Self.length(from: minY, to: maxY))
  }

  /// Creates the smallest rectangle that contains all rectangles; `.zero` if there are none.
  ///
  /// It contains their far edges in floating point, too.
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

  /// The rectangle grown by more than rounding moves an edge within it, but not beyond reach.
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
  /// Whether content may reach this far from its origin, either way: 2^53 points; false if it is NaN.
  var isWithinReach: Bool { magnitude <= LayoutLimits.maxContentLength }

  /// Whether the number is a valid length: within reach and not negative; false if it is NaN.
  var isLength: Bool { self >= 0 && self <= LayoutLimits.maxContentLength }
}

extension DocumentPath {
  /// Refuses content that reaches too far.
  ///
  /// - Throws: an error with the reason, at this path, unless everything is within reach.
  func requireReach(
    _ isWithinReach: Bool, orThrow reason: String = "extends beyond 2^53 points"
  ) throws(LayoutError) {
    guard isWithinReach else { throw LayoutError(self, reason) }
  }

  /// Refuses lengths that may add up to more than content may have along the scroll axis.
  ///
  /// It is called before the lengths are summed (LayoutRules I4).
  ///
  /// - Parameter points: the greatest possible sum of the lengths.
  /// - Throws: an error with the sum and the limit.
  func requireScrollLength(_ points: Double) throws(LayoutError) {
    guard points <= LayoutLimits.maxScrollLength else {
      throw LayoutError(
        self,
        "could be \(points.inPoints) points long along the scroll axis; the limit is 2^36"
          + " (68,719,476,736): send fewer or shorter items")
    }
  }
}
