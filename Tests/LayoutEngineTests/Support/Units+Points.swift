@testable import LayoutEngine

/// In tests a number is so many points.
extension Units: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// So many points.
  public init(floatLiteral points: Double) { self = Units(points: points) }
  /// So many points.
  public init(integerLiteral points: Int) { self = Units(points: Double(points)) }
}

extension FrameTransform {
  /// A section's own coordinates.
  static func own(_ axis: LayoutAxis) -> FrameTransform { FrameTransform(axis: axis) }
}

extension SectionCells {
  /// A cell's frame in the section's own coordinates.
  func frame(of item: Int, axis: LayoutAxis = .vertical) -> Rect { frame(of: item, .own(axis)) }
}

extension SectionElement {
  /// Its frame in a section that scrolls vertically.
  var frame: Rect { frame(.vertical) }

  /// Its frame in the section's own coordinates.
  func frame(_ axis: LayoutAxis) -> Rect { FrameTransform.own(axis).frame(place) }
}

extension SectionSupplementaries {
  /// A supplementary's frame in the section's own coordinates.
  func frame(of number: Int, axis: LayoutAxis = .vertical) -> Rect {
    FrameTransform.own(axis).frame(place(of: number))
  }
}

extension LayoutAxis {
  /// Where a rectangle of whole units stands.
  func place(_ rect: Rect) -> SectionFrame {
    SectionFrame(
      start: Units(points: mainMin(rect)), length: Units(points: main(rect.size)),
      cross: crossMin(rect), breadth: cross(rect.size))
  }
}
