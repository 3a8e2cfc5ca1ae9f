/// The device's pixels: 1/scale of a point each (LayoutRules C18).
///
/// ```swift
/// let grid = PixelGrid(scale: 3)
/// // grid.rounded(10.4) is 10⅓: a third of a point is a pixel.
/// ```
package struct PixelGrid: Sendable, Hashable {
  /// Pixels per point; finite and > 0.
  package let scale: Double

  /// Creates the grid of a screen with `scale` pixels per point.
  package init(scale: Double) {
    self.scale = scale
  }

  /// The nearest multiple of 1/scale, halves away from zero.
  package func rounded(_ value: Double) -> Double {
    (value * scale).rounded(.toNearestOrAwayFromZero) / scale
  }

  /// The rectangle with x, y, width and height rounded separately; a gap of a pixel may open between
  /// neighbouring rectangles.
  package func rounded(_ rect: Rect) -> Rect {
    Rect(
      x: rounded(rect.x), y: rounded(rect.y), width: rounded(rect.width),
      height: rounded(rect.height))
  }

  /// The smallest multiple of 1/scale that is not below `value`, less 1e-6 px of float noise.
  package func roundedUp(_ value: Double) -> Double {
    (value * scale - 1e-6).rounded(.up) / scale
  }

  /// The largest multiple of 1/scale that is not above `value`; 1e-6 px are added first against float noise
  /// (LayoutRules B6).
  package func roundedDown(_ value: Double) -> Double {
    (value * scale + 1e-6).rounded(.down) / scale
  }
}
