/// The direction in which content scrolls.
///
/// Sections are stacked along it (the *main* axis); the axis across it is the *cross* axis. Algorithms
/// are written once, in main and cross terms.
public enum LayoutAxis: Sendable, Hashable {
  /// Content scrolls up and down: main is y.
  case vertical
  /// Content scrolls sideways: main is x.
  case horizontal

  /// The axis across this one.
  public var crossed: LayoutAxis { self == .vertical ? .horizontal : .vertical }

  /// The size's component along this axis.
  public func main(_ size: Size) -> Double { self == .vertical ? size.height : size.width }
  /// The size's component across this axis.
  public func cross(_ size: Size) -> Double { self == .vertical ? size.width : size.height }
  /// The point's component along this axis.
  public func main(_ point: Point) -> Double { self == .vertical ? point.y : point.x }
  /// The point's component across this axis.
  public func cross(_ point: Point) -> Double { self == .vertical ? point.x : point.y }
  /// The rectangle's near edge along this axis.
  public func mainMin(_ rect: Rect) -> Double { self == .vertical ? rect.y : rect.x }
  /// The rectangle's far edge along this axis.
  public func mainMax(_ rect: Rect) -> Double { self == .vertical ? rect.maxY : rect.maxX }
  /// The rectangle's near edge across this axis.
  public func crossMin(_ rect: Rect) -> Double { self == .vertical ? rect.x : rect.y }
  /// The rectangle's far edge across this axis.
  public func crossMax(_ rect: Rect) -> Double { self == .vertical ? rect.maxX : rect.maxY }

  /// The inset at the start of this axis (top, or left).
  public func mainStart(_ insets: Insets) -> Double { self == .vertical ? insets.top : insets.left }
  /// The inset at the end of this axis (bottom, or right).
  public func mainEnd(_ insets: Insets) -> Double {
    self == .vertical ? insets.bottom : insets.right
  }
  /// The inset at the start of the cross axis (left, or top).
  public func crossStart(_ insets: Insets) -> Double {
    self == .vertical ? insets.left : insets.top
  }
  /// The inset at the end of the cross axis (right, or bottom).
  public func crossEnd(_ insets: Insets) -> Double {
    self == .vertical ? insets.right : insets.bottom
  }

  /// Sets the inset at the start of this axis (top, or left).
  func setMainStart(of insets: inout Insets, to distance: Double) {
    if self == .vertical { insets.top = distance } else { insets.left = distance }
  }

  /// A size from its components along and across this axis.
  public func size(main: Double, cross: Double) -> Size {
    self == .vertical ? Size(width: cross, height: main) : Size(width: main, height: cross)
  }
  /// A point from its components along and across this axis.
  public func point(main: Double, cross: Double) -> Point {
    self == .vertical ? Point(x: cross, y: main) : Point(x: main, y: cross)
  }
  /// A rectangle from its near edges and lengths along and across this axis.
  public func rect(
    main: Double, cross: Double, mainLength: Double, crossLength: Double
  ) -> Rect {
    self == .vertical
      ? Rect(x: cross, y: main, width: crossLength, height: mainLength)
      : Rect(x: main, y: cross, width: mainLength, height: crossLength)
  }
  /// Returns the rectangle moved by a distance along this axis.
  public func offset(_ rect: Rect, main distance: Double) -> Rect {
    self == .vertical ? rect.offsetBy(dx: 0, dy: distance) : rect.offsetBy(dx: distance, dy: 0)
  }
}
