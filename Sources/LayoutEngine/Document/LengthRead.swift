extension SectionLayout {
  /// Returns the greatest length of the container along the scroll axis, less its insets, that the layout
  /// reads.
  ///
  /// The layout, and the errors that it reports, are the same in all longer containers. The result is 0 if no
  /// length matters, and infinity if every length does.
  func greatestLengthRead(along axis: LayoutAxis) -> Double {
    switch self {
    case .flow(let spec): spec.sectionInset == .centered ? .infinity : 0
    // Rows run from left to right, whatever the scroll axis is.
    case .justified, .magazine: axis == .horizontal ? .infinity : 0
    case .waterfall, .list, .custom: 0
    case .compositional(let spec): spec.greatestLengthRead(along: axis)
    }
  }
}

extension CompositionalSpec {
  /// Returns the greatest length of the container that the layout reads (LayoutRules B1).
  ///
  /// Only the section's own group and boundary items are sized relative to the container; everything else is
  /// relative to that group. The room for groups must be longer than 0.
  fileprivate func greatestLengthRead(along axis: LayoutAxis) -> Double {
    let isRead =
      group.size.readsLength(along: axis)
      || boundarySupplementaryItems.contains { $0.size.readsLength(along: axis) }
    guard !isRead else { return .infinity }
    let insets = contentInsets.unmirrored
    return max(0, axis.mainStart(insets) + axis.mainEnd(insets))
  }
}

extension LayoutSize {
  /// Whether a side is a fraction of the parent's length along an axis.
  func readsLength(along axis: LayoutAxis) -> Bool {
    [width, height].contains {
      switch $0 {
      case .fractionalWidth: axis == .horizontal
      case .fractionalHeight: axis == .vertical
      case .absolute, .estimated, .uniformAcrossSiblings: false
      }
    }
  }
}

extension LayoutVariants {
  /// Returns the greatest length of the container along the scroll axis, less its insets, that any variant
  /// reads; infinity if a condition does.
  func greatestLengthRead(along axis: LayoutAxis) -> Double {
    variants.reduce(0) { greatest, variant in
      variant.condition.readsLength(along: axis)
        ? .infinity : max(greatest, variant.layout.greatestLengthRead(along: axis))
    }
  }

  /// Whether the layout may come out differently in a container of this length, less its insets, than in longer
  /// ones; false if the length is infinite.
  func reads(_ length: Double, along axis: LayoutAxis) -> Bool {
    length < .infinity && length <= greatestLengthRead(along: axis)
  }
}

extension LayoutCondition {
  /// Whether the condition compares the container's length along an axis.
  func readsLength(along axis: LayoutAxis) -> Bool {
    axis == .vertical
      ? minHeight != nil || maxHeight != nil : minWidth != nil || maxWidth != nil
  }
}

extension Container {
  /// Returns the shorter length of two containers along an axis, less its insets; infinity if both containers
  /// are equally long and leave equal lengths.
  ///
  /// A layout differs between the containers only if it reads this length (`LayoutVariants.reads(_:along:)`).
  func changedLength(along axis: LayoutAxis, from other: Container) -> Double {
    let (length, before) = (axis.main(innerSize), axis.main(other.innerSize))
    return axis.main(size) == axis.main(other.size) && length == before
      ? .infinity : min(length, before)
  }

  /// Whether the containers differ in nothing but their lengths and insets along the scroll axis.
  func differsOnly(along axis: LayoutAxis, from other: Container) -> Bool {
    let (insets, others) = (contentInsets.unmirrored, other.contentInsets.unmirrored)
    return axis.cross(size) == axis.cross(other.size)
      && axis.crossStart(insets) == axis.crossStart(others)
      && axis.crossEnd(insets) == axis.crossEnd(others)
      && direction == other.direction && scale == other.scale
      && hasEqualReferences(across: axis, as: other)
  }
}
