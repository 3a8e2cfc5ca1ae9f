/// A position in points, y growing downwards.
public struct Point: Sendable, Hashable {
  /// Distance from the left edge, in points.
  public var x: Double
  /// Distance from the top edge, in points.
  public var y: Double

  /// The point (0, 0).
  public static let zero = Point(x: 0, y: 0)

  /// Creates a point from its coordinates, in points.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// An extent in points.
public struct Size: Sendable, Hashable {
  /// Horizontal extent, in points.
  public var width: Double
  /// Vertical extent, in points.
  public var height: Double

  /// The empty size.
  public static let zero = Size(width: 0, height: 0)

  /// Creates a size from its sides, in points.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// An axis-aligned rectangle in points.
///
/// ```swift
/// let photo = Rect(x: 10, y: 10, width: 100, height: 80)
/// let below = photo.offsetBy(dx: 0, dy: 90)
/// // photo.maxY is 90; the two don't meet.
/// ```
public struct Rect: Sendable, Hashable, BitwiseCopyable {
  /// Left edge.
  public var x: Double
  /// Top edge.
  public var y: Double
  /// Horizontal extent.
  public var width: Double
  /// Vertical extent.
  public var height: Double

  /// The empty rectangle at (0, 0).
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// Creates a rectangle from its top left corner and its sides, in points.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Left edge, in points.
  public var minX: Double { x }
  /// Top edge, in points.
  public var minY: Double { y }
  /// Right edge, in points.
  public var maxX: Double { x + width }
  /// Bottom edge, in points.
  public var maxY: Double { y + height }
  /// The rectangle's sides.
  public var size: Size { Size(width: width, height: height) }

  /// Whether the two rectangles meet, as in `CGRectIntersectsRect`: edges don't belong to a rectangle, so
  /// rectangles that only touch do not meet (Contract §3).
  public func intersects(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// Whether the two rectangles share a point, edges included: they meet or only touch.
  func intersectsOrTouches(_ other: Rect) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  /// The greatest distance of an edge from 0.
  var farthest: Double { max(abs(minX), abs(maxX), abs(minY), abs(maxY)) }

  /// Returns the rectangle moved by the given distances.
  public func offsetBy(dx: Double, dy: Double) -> Rect {
    Rect(x: x + dx, y: y + dy, width: width, height: height)
  }

  /// Returns the rectangle grown by `dx` on the left and right, and by `dy` on the top and bottom.
  public func outsetBy(dx: Double, dy: Double) -> Rect {
    Rect(x: x - dx, y: y - dy, width: width + 2 * dx, height: height + 2 * dy)
  }

  /// Returns the smallest rectangle that contains both rectangles.
  public func union(_ other: Rect) -> Rect {
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}

extension Point: CustomStringConvertible {
  /// The coordinates, as in `(10.0, 20.0)`.
  public var description: String { "(\(x), \(y))" }
}

extension Size: CustomStringConvertible {
  /// Width and height, as in `320.0 × 480.0`.
  public var description: String { "\(width) × \(height)" }
}

extension Rect: CustomStringConvertible {
  /// The corner and the sides, as in `(10.0, 20.0, 320.0, 480.0)`.
  public var description: String { "(\(x), \(y), \(width), \(height))" }
}
