#if canImport(CoreGraphics)
  public import CoreGraphics

  extension Point {
    /// Creates a point from CoreGraphics'.
    public init(_ point: CGPoint) { self.init(x: Double(point.x), y: Double(point.y)) }

    /// The point as CoreGraphics'.
    public var cgPoint: CGPoint { CGPoint(x: x, y: y) }
  }

  extension Size {
    /// Creates a size from CoreGraphics'.
    public init(_ size: CGSize) {
      self.init(width: Double(size.width), height: Double(size.height))
    }

    /// The size as CoreGraphics'.
    public var cgSize: CGSize { CGSize(width: width, height: height) }
  }

  extension Rect {
    /// Creates a rectangle from CoreGraphics'; queries refuse one that is null or infinite.
    public init(_ rect: CGRect) {
      self.init(
        x: Double(rect.origin.x), y: Double(rect.origin.y), width: Double(rect.size.width),
        height: Double(rect.size.height))
    }

    /// The rectangle as CoreGraphics'.
    public var cgRect: CGRect { CGRect(x: x, y: y, width: width, height: height) }
  }
#endif
