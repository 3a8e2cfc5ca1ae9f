/// The edges from which a section's insets are measured (UIContentInsetsReference; LayoutRules C22).
public enum ContentInsetsReference: Sendable, Hashable, CaseIterable {
  /// For a section the configuration's reference, for the configuration `safeArea`.
  case automatic
  /// The edges of the container less its content insets.
  case none
  /// The edges of the safe area.
  case safeArea
  /// The edges of the layout margins.
  case layoutMargins
  /// The edges of the layout margins, and of a column as wide as text is easy to read.
  case readableContent

  /// Returns this reference, or `other` if this one is automatic.
  func orElse(_ other: ContentInsetsReference) -> ContentInsetsReference {
    self == .automatic ? other : self
  }
}

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
      let layout = (sections[number].layout ?? layout)?.chosen(for: container)
      let reference = configuration.resolved(layout?.contentInsetsReference ?? .none)
      return container.insets(of: reference, scrolling: axis)
    }
    guard sections.count > 0 else { return (0, 0) }
    return (
      axis.mainStart(insets(ofSection: 0)), axis.mainEnd(insets(ofSection: sections.count - 1))
    )
  }
}

extension SectionLayout {
  /// The reference of the section's insets.
  ///
  /// A flow section that centres an item in the container has none.
  var contentInsetsReference: ContentInsetsReference {
    if case .flow(let spec) = self, spec.sectionInset == .centered { return .none }
    return givenContentInsetsReference
  }

  /// The reference that the layout gives.
  var givenContentInsetsReference: ContentInsetsReference {
    switch self {
    case .flow(let spec): spec.contentInsetsReference
    case .waterfall(let spec): spec.contentInsetsReference
    case .justified(let spec): spec.contentInsetsReference
    case .magazine(let spec): spec.contentInsetsReference
    case .list(let spec): spec.contentInsetsReference
    case .custom(let spec): spec.contentInsetsReference
    case .compositional(let spec): spec.contentInsetsReference
    }
  }

  /// The reference within which headers, footers and boundary items are pinned, and boundary items placed.
  var supplementaryContentInsetsReference: ContentInsetsReference {
    guard case .compositional(let spec) = self else { return contentInsetsReference }
    return spec.supplementaryContentInsetsReference.orElse(spec.contentInsetsReference)
  }

  /// Returns the layout with the insets across the scroll axis that its references have in a document added
  /// to its own (LayoutRules C22).
  ///
  /// The insets along the scroll axis are the content's (`LayoutBuilder`), so that a section is the same
  /// wherever it is stacked.
  func insetByReferences(in document: LayoutDocument) -> SectionLayout {
    let axis = document.configuration.scrollDirection
    func across(_ reference: ContentInsetsReference) -> Insets {
      let reference = document.configuration.resolved(reference)
      return axis.across(document.container.insets(of: reference, scrolling: axis))
    }
    if case .list(var spec) = self, spec.isInset {
      guard spec.layoutMargins == nil else { return self }
      spec.layoutMargins =
        spec.contentInsetsReference == .automatic
          && !document.container.hasLayoutMargins(across: axis)
        ? across(.automatic) + ListSpec.ownMargins(along: axis)
        : across(spec.contentInsetsReference.orElse(.layoutMargins))
      return .list(spec)
    }
    let content = across(contentInsetsReference)
    let supplementary = across(supplementaryContentInsetsReference)
    return content == .zero && supplementary == .zero
      ? self : inset(by: content, supplementaries: supplementary)
  }

  /// Returns the layout with insets added to its own.
  private func inset(by content: Insets, supplementaries: Insets) -> SectionLayout {
    switch self {
    case .flow(var spec):
      guard case .points(let own) = spec.sectionInset else { return self }
      spec.sectionInset = .points(own + content)
      return .flow(spec)
    case .waterfall(var spec):
      spec.sectionInset = spec.sectionInset + content
      return .waterfall(spec)
    case .justified(var spec):
      spec.sectionInset = spec.sectionInset + content
      return .justified(spec)
    case .magazine(var spec):
      spec.sectionInset = spec.sectionInset + content
      return .magazine(spec)
    case .list(var spec):
      spec.sectionInset = spec.sectionInset + content
      return .list(spec)
    case .custom(var spec):
      spec.sectionInset = content
      return .custom(spec)
    case .compositional(var spec):
      spec.supplementaryInsets = spec.supplementaryInsets + supplementaries
      spec.contentInsets = spec.contentInsets + content
      return .compositional(spec)
    }
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

extension Insets {
  fileprivate static func + (one: Insets, other: Insets) -> Insets {
    Insets(
      top: one.top + other.top, left: one.left + other.left, bottom: one.bottom + other.bottom,
      right: one.right + other.right)
  }
}

extension DirectionalInsets {
  fileprivate static func + (one: DirectionalInsets, other: Insets) -> DirectionalInsets {
    DirectionalInsets(
      top: one.top + other.top, leading: one.leading + other.left,
      bottom: one.bottom + other.bottom, trailing: one.trailing + other.right)
  }
}
