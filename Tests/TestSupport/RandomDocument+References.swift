package import LayoutEngine

extension RandomDocument {
  /// Gives a container some of a safe area, layout margins and a readable width.
  package mutating func addReferences(to container: inout Container) {
    if chance(0.7) { container.safeAreaInsets = lengths() }
    if chance(0.5) { container.layoutMargins = lengths() }
    if chance(0.5) { container.readableContentWidth = pick([1, 100, 250.5, 600]) }
    if chance(0.3) { container.scrollPadding = lengths() }
    if chance(wildness) { container.safeAreaInsets.leading = distance() }
    if chance(wildness) { container.readableContentWidth = distance() }
  }

  private mutating func lengths() -> DirectionalInsets {
    func side() -> Double { chance(wildness) ? distance() : pick([0, 0, 8, 14.5, 30]) }
    return DirectionalInsets(top: side(), leading: side(), bottom: side(), trailing: side())
  }

  /// Returns the layout, now and then with a reference of its own for its insets.
  package mutating func referring(_ layout: SectionLayout) -> SectionLayout {
    guard chance(0.25) else { return layout }
    let reference = pick(ContentInsetsReference.allCases)
    switch layout {
    case .flow(var spec):
      spec.contentInsetsReference = reference
      return .flow(spec)
    case .waterfall(var spec):
      spec.contentInsetsReference = reference
      return .waterfall(spec)
    case .justified(var spec):
      spec.contentInsetsReference = reference
      return .justified(spec)
    case .magazine(var spec):
      spec.contentInsetsReference = reference
      return .magazine(spec)
    case .list(var spec):
      spec.contentInsetsReference = reference
      return .list(spec)
    case .custom(var spec):
      spec.contentInsetsReference = reference
      return .custom(spec)
    case .compositional(var spec):
      spec.contentInsetsReference = reference
      spec.supplementaryContentInsetsReference = pick(ContentInsetsReference.allCases)
      return .compositional(spec)
    }
  }
}
