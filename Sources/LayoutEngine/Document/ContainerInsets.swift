extension LayoutConfiguration {
  /// Returns the reference that a section's reference stands for; never `automatic`.
  func resolved(_ reference: ContentInsetsReference) -> ContentInsetsReference {
    reference.orElse(contentInsetsReference).orElse(.safeArea)
  }
}

extension Container {
  /// Returns the distances from the edges of the container less its content insets to the edges of a
  /// reference, before mirroring; none is negative (LayoutRules C22).
  ///
  /// - Parameter axis: the scroll axis. Content is centred in the readable width across it, never along it.
  func insets(of reference: ContentInsetsReference, scrolling axis: LayoutAxis) -> Insets {
    guard hasEdges else { return .zero }
    var edges: Insets
    switch reference {
    case .automatic, .none: return .zero
    case .safeArea: edges = safeAreaInsets.unmirrored
    case .layoutMargins, .readableContent: edges = layoutMargins.unmirrored
    }
    if reference == .readableContent, axis == .vertical, let readableContentWidth {
      let rest = max(0, (size.width - edges.horizontal - readableContentWidth) / 2)
      edges.left += rest
      edges.right += rest
    }
    // A side of 0 leaves content that bleeds beyond the container by negative content insets as it is.
    func beyond(_ inset: Double, _ edge: Double) -> Double { edge > 0 ? max(0, edge - inset) : 0 }
    let inner = contentInsets.unmirrored
    return Insets(
      top: beyond(inner.top, edges.top), left: beyond(inner.left, edges.left),
      bottom: beyond(inner.bottom, edges.bottom), right: beyond(inner.right, edges.right))
  }

  /// Whether a reference may have other edges than the container.
  private var hasEdges: Bool {
    safeAreaInsets != .zero || layoutMargins != .zero || readableContentWidth != nil
  }

  /// Whether the container gives layout margins across the scroll axis.
  func hasLayoutMargins(across axis: LayoutAxis) -> Bool {
    axis.across(layoutMargins.unmirrored) != .zero
  }

  /// Returns the container's length across the scroll axis, less its content insets and those of a reference.
  func crossLength(of reference: ContentInsetsReference, scrolling axis: LayoutAxis) -> Double {
    let insets = insets(of: reference, scrolling: axis)
    return axis.cross(innerSize) - (axis.crossStart(insets) + axis.crossEnd(insets))
  }

  /// Whether every reference has equal insets across the scroll axis in both containers.
  func hasEqualReferences(across axis: LayoutAxis, as other: Container) -> Bool {
    guard hasLayoutMargins(across: axis) == other.hasLayoutMargins(across: axis) else {
      return false
    }
    return ContentInsetsReference.allCases.allSatisfy { reference in
      let insets = insets(of: reference, scrolling: axis)
      let others = other.insets(of: reference, scrolling: axis)
      return axis.crossStart(insets) == axis.crossStart(others)
        && axis.crossEnd(insets) == axis.crossEnd(others)
    }
  }
}

extension LayoutDocument {
  /// The insets along the scroll axis, in points: of the first section's reference at the content's start, of
  /// the last section's at its end.
  ///
  /// - Complexity: O(log sections + variants).
  var insetsAtEnds: (start: Double, end: Double) {
    let axis = configuration.scrollDirection
    func insets(ofSection number: Int) -> Insets {
      let traits = (sections[number].layout ?? layout)?.chosenTraits(for: container)
      let reference = configuration.resolved(traits?.insetsReference ?? .none)
      return container.insets(of: reference, scrolling: axis)
    }
    guard sections.count > 0 else { return (0, 0) }
    return (
      axis.mainStart(insets(ofSection: 0)), axis.mainEnd(insets(ofSection: sections.count - 1))
    )
  }
}

extension LayoutTraits {
  /// Returns the layout with the insets across the scroll axis that its references have in a document added
  /// to its own (LayoutRules C22).
  func insetByReferences(in document: LayoutDocument) -> any LayoutTraits {
    let axis = document.configuration.scrollDirection
    return inset(
      by: ReferenceInsets(
        axis: axis, hasLayoutMargins: document.container.hasLayoutMargins(across: axis)
      ) { reference in
        let reference = document.configuration.resolved(reference)
        return axis.across(document.container.insets(of: reference, scrolling: axis))
      })
  }
}

extension LayoutAxis {
  /// Returns insets without their sides along this axis.
  func across(_ insets: Insets) -> Insets {
    self == .vertical
      ? Insets(top: 0, left: insets.left, bottom: 0, right: insets.right)
      : Insets(top: insets.top, left: 0, bottom: insets.bottom, right: 0)
  }
}
