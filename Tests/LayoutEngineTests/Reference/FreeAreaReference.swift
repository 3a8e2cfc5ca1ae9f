@testable import LayoutEngine

/// Where an item may rest beside what is pinned (LayoutRules C23, C24), by what queries with visible bounds
/// answer: a slow version of `FreeArea`.
struct FreeAreaReference {
  let layout: PreparedLayout
  let section: Int
  let axis: LayoutAxis
  /// The item's frame.
  let frame: Rect
  /// The frames of the headers and footers beside the item, as they are without visible bounds.
  private let natural: [Rect]
  /// The numbers of those headers and footers in the answer for everything.
  private let numbers: [Int]

  /// Creates the reference of an item; nil if the layout has no cell for it.
  init?(_ layout: PreparedLayout, section: Int, item: Int) throws {
    self.layout = layout
    self.section = section
    axis = layout.scrollAxis
    let path = LayoutIndexPath(section: section, item: item)
    guard let frame = layout.frame(at: path) else { return nil }
    self.frame = frame
    let all = try layout.attributes(LayoutQuery(.all).withoutEffects)
    let numbers = all.indices.filter { index in
      all[index].category == .supplementary
        && (all[index].section == nil || all[index].section == section
          || Self.pinsAcross(all[index], over: section, in: layout))
    }
    self.numbers = numbers
    natural = numbers.map { all[$0].frame }
  }

  /// Whether an element is a header of an earlier section that stays over later ones (LayoutRules C26).
  private static func pinsAcross(
    _ element: LayoutAttributes, over section: Int, in layout: PreparedLayout
  ) -> Bool {
    guard layout.content.pinsHeadersAcrossSections, let own = element.section, own < section
    else { return false }
    return layout.content.sections[own].solution.elements.contains {
      guard case .header? = $0.pin else { return false }
      return $0.kind == element.kind && $0.item == element.item
    }
  }

  private var container: Container { layout.document.container }

  private var isMirrored: Bool { container.direction == .rightToLeft }

  private func physical(_ insets: DirectionalInsets) -> Insets {
    isMirrored
      ? Insets(
        top: insets.top, left: insets.trailing, bottom: insets.bottom, right: insets.leading)
      : insets.unmirrored
  }

  /// The part of the view less the container's insets, along the scroll axis, at an offset.
  func view(at offset: Double) -> ClosedRange<Double> {
    let insets = physical(container.contentInsets)
    let near = offset + axis.mainStart(insets)
    return near...max(near, offset + axis.main(container.size) - axis.mainEnd(insets))
  }

  /// The view less the scroll padding.
  func padded(at offset: Double) -> (near: Double, far: Double) {
    let (view, padding) = (view(at: offset), physical(container.scrollPadding))
    let (near, far) = (axis.mainStart(padding), axis.mainEnd(padding))
    guard near + far < view.upperBound - view.lowerBound else {
      return (view.lowerBound, view.upperBound)
    }
    return (view.lowerBound + near, view.upperBound - far)
  }

  /// The frames of the elements that pinning moves at an offset, each with the place from which it moves it.
  func moved(at offset: Double) throws -> [(number: Int, frame: Rect, from: Rect)] {
    let bounds = axis.rect(
      main: offset, cross: 0, mainLength: axis.main(container.size),
      crossLength: axis.cross(container.size))
    let all = try layout.attributes(LayoutQuery(.all, bounds: bounds).withoutEffects)
    return zip(numbers, natural).compactMap { number, from in
      let frame = all[number].frame
      return abs(axis.mainMin(frame) - axis.mainMin(from)) > tolerance ? (number, frame, from) : nil
    }
  }

  /// A pixel, and what sums may be off.
  var tolerance: Double {
    (container.scale.map { 1 / $0 } ?? 0) + 1e-7
      + 1e-12 * (abs(axis.mainMax(frame)) + axis.main(layout.contentSize))
  }

  /// Whether the frames meet along the scroll axis by more than the tolerance.
  private func overlap(_ one: Rect, _ other: Rect) -> Bool {
    axis.mainMin(one) + tolerance < axis.mainMax(other)
      && axis.mainMin(other) + tolerance < axis.mainMax(one)
  }

  /// Whether pinning moves an element over the item at an offset, or, if the element covers the item where it
  /// lies, over other parts of it.
  func isCovered(at offset: Double) throws -> Bool {
    try moved(at: offset).contains { overlap($0.frame, frame) }
  }

  /// Whether something is pinned farther from the view's edge than the item's edge is.
  ///
  /// Below a safe area, the item may be before it as a whole.
  func isPassed(at offset: Double) throws -> Bool {
    try moved(at: offset).contains { _, element, from in
      axis.mainMin(element) > axis.mainMin(from)
        ? axis.mainMax(element) > axis.mainMin(frame) + tolerance
          && axis.mainMin(from) < axis.mainMax(frame)
        : axis.mainMin(element) < axis.mainMax(frame) - tolerance
          && axis.mainMax(from) > axis.mainMin(frame)
    }
  }

  /// Whether the item is before the padding's edge at its near or far side.
  func isInPadding(at offset: Double, near: Bool) -> Bool {
    let padded = padded(at: offset)
    return near
      ? axis.mainMin(frame) < padded.near - tolerance
      : axis.mainMax(frame) > padded.far + tolerance
  }

  /// The near and the far edge of what is free at an offset; nil if something is pinned that its section has
  /// pushed from the edge, or would push from it before it reaches the item.
  func free(at offset: Double) throws -> (near: Double, far: Double)? {
    var (near, far) = padded(at: offset)
    let view = view(at: offset)
    // What is pinned when the item is at the view's edges.
    let atNear = try moved(at: offset + axis.mainMin(frame) - view.lowerBound)
      .filter { axis.mainMax($0.frame) > axis.mainMin(frame) + tolerance }.map(\.number)
    let atFar = try moved(at: offset + axis.mainMax(frame) - view.upperBound)
      .filter { axis.mainMin($0.frame) < axis.mainMax(frame) - tolerance }.map(\.number)
    for (number, element, from) in try moved(at: offset) {
      let isNear = axis.mainMin(element) > axis.mainMin(from)
      guard (isNear ? atNear : atFar).contains(number) else { return nil }
      let length = axis.main(element.size)
      guard length < view.upperBound - view.lowerBound else { return nil }
      if isNear {
        guard axis.mainMin(element) >= view.lowerBound - tolerance else { return nil }
        near = max(near, axis.mainMax(element))
      } else {
        guard axis.mainMax(element) <= view.upperBound + tolerance else { return nil }
        far = min(far, axis.mainMin(element))
      }
    }
    return (near, far)
  }

  /// Whether the item and everything that may be pinned beside it fit into the view together.
  var hasRoom: Bool {
    let lengths = natural.map { axis.main($0.size) }.sorted().suffix(2).reduce(0, +)
    let edges = layout.content.container
    let others = [edges.safeAreaInsets, edges.layoutMargins].reduce(0.0) {
      $0 + axis.mainStart($1.unmirrored) + axis.mainEnd($1.unmirrored)
    }
    let padded = padded(at: 0)
    let view = view(at: 0)
    let padding = view.upperBound - view.lowerBound - (padded.far - padded.near)
    return axis.main(frame.size) + lengths + others + padding
      < view.upperBound - view.lowerBound
  }

  /// The offsets at which the view can rest.
  var rests: ClosedRange<Double> {
    let insets = physical(container.contentInsets)
    let least = -axis.mainStart(insets)
    let greatest = axis.main(layout.contentSize) + axis.mainEnd(insets) - axis.main(container.size)
    return isMirrored && axis == .horizontal
      ? min(least, greatest)...greatest : least...max(least, greatest)
  }
}
