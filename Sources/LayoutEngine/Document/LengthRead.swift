extension LayoutVariants {
  /// Returns the greatest length of the container along the scroll axis, less its insets, that any variant
  /// reads; infinity if a condition does.
  func maxLengthRead(along axis: LayoutAxis) -> Double {
    variants.reduce(0) { greatest, variant in
      variant.condition.readsLength(along: axis)
        ? .infinity : max(greatest, variant.traits.maxLengthRead(along: axis))
    }
  }

  /// Whether the layout may come out differently in a container of this length, less its insets, than in longer
  /// ones; false if the length is infinite.
  func reads(_ length: Double, along axis: LayoutAxis) -> Bool {
    length < .infinity && length <= maxLengthRead(along: axis)
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
