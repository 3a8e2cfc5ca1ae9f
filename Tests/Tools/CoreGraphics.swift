// swift-format-ignore-file
// What LayoutEngine uses of CoreGraphics, for apple.sh: declared as there, without a body.

public struct CGFloat {}

extension Double {
  public init(_ value: CGFloat) { fatalError() }
}

public struct CGPoint {
  public var x: CGFloat, y: CGFloat
  public init(x: Double, y: Double) { fatalError() }
}

public struct CGSize {
  public var width: CGFloat, height: CGFloat
  public init(width: Double, height: Double) { fatalError() }
}

public struct CGRect {
  public var origin: CGPoint, size: CGSize
  public init(x: Double, y: Double, width: Double, height: Double) { fatalError() }
}
