extension Rect {
  /// Creates a rectangle from its edges; its computed `maxX` and `maxY` are at least the given ones.
  ///
  /// The width is increased if `minX + (maxX − minX)` falls short of `maxX` by a rounding error; so is
  /// the height.
  init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.init(
      x: minX, y: minY, width: Self.length(from: minX, to: maxX),
      height: Self.length(from: minY, to: maxY))
  }

  /// Creates the smallest rectangle that contains all rectangles; `.zero` if there are none.
  ///
  /// Its `maxX` and `maxY` are at least those of every rectangle, even after rounding.
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

  /// The rectangle, grown on each side by more than rounding can move the edge of a frame inside it.
  ///
  /// It does not grow beyond 2^53 points; a rectangle that already extends beyond is returned unchanged.
  var outsetByRounding: Rect {
    let slack = 0x1p-48 * farthest
    guard isWithinMaxExtent else { return self }
    let most = LayoutLimits.maxContentLength
    return Rect(
      minX: max(minX - slack, -most), minY: max(minY - slack, -most),
      maxX: min(maxX + slack, most), maxY: min(maxY + slack, most))
  }

  /// Whether every edge is at most 2^53 points from the origin, in either direction.
  var isWithinMaxExtent: Bool {
    minX.isWithinMaxExtent && maxX.isWithinMaxExtent && minY.isWithinMaxExtent
      && maxY.isWithinMaxExtent
  }
}

extension Double {
  /// Whether the number is a valid coordinate: from −2^53 to 2^53 points; false if it is NaN.
  var isWithinMaxExtent: Bool { magnitude <= LayoutLimits.maxContentLength }

  /// Whether the number is a valid length: from 0 to 2^53 points; false if it is NaN.
  var isLength: Bool { self >= 0 && self <= LayoutLimits.maxContentLength }
}

extension DocumentPath {
  /// Throws an error with this path if content is out of reach.
  ///
  /// - Parameters:
  ///   - isWithinMaxExtent: whether all content at the path is at most 2^53 points from the origin.
  ///   - reason: the reason that the error gives.
  /// - Throws: an error at this path if `isWithinMaxExtent` is false.
  func checkExtent(
    _ isWithinMaxExtent: Bool, orThrow reason: String = "extends beyond 2^53 points"
  ) throws(LayoutError) {
    guard isWithinMaxExtent else { throw LayoutError(self, reason) }
  }

  /// Throws an error if lengths may add up to more than content may have along the scroll axis.
  ///
  /// Solvers must call it before they add the lengths in units (LayoutRules I4).
  ///
  /// - Parameter points: the greatest possible sum of the lengths.
  /// - Throws: an error at this path with the sum and the limit.
  func requireScrollLength(_ points: Double) throws(LayoutError) {
    guard points <= LayoutLimits.maxScrollLength else {
      throw LayoutError(
        self,
        "could be \(points.inPoints) points long along the scroll axis; the limit is 2^36"
          + " (68,719,476,736): send fewer or shorter items")
    }
  }
}
