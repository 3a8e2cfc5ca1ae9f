import TestSupport

@testable import LayoutEngine

/// A document whose references are written into its sections' own insets by hand, from LayoutRules C22.
struct WrittenInsets {
  /// The document without references; every section has its chosen layout.
  var document: LayoutDocument
  /// As `document`, but for groups: the insets of compositional sections are those of their boundary items.
  var boundaries: LayoutDocument
  /// The insets along the scroll axis at the content's start and at its end, in points.
  var ends = (start: 0.0, end: 0.0)

  private let source: LayoutDocument
  private var isVertical: Bool { source.configuration.scrollDirection == .vertical }

  /// Nil if a section has no layout.
  init?(_ source: LayoutDocument) {
    self.source = source
    document = source
    document.container.safeAreaInsets = .zero
    document.container.layoutMargins = .zero
    document.container.readableContentWidth = nil
    document.configuration.contentInsetsReference = .automatic
    boundaries = document
    for number in source.sections.indices {
      guard
        let layout = (source.sections[number].layout ?? source.layout)?.chosen(
          for: source.container)
      else { return nil }
      let edges = edges(of: reference(of: layout).content)
      if number == 0 { ends.start = isVertical ? edges.top : edges.left }
      if number == source.sections.count - 1 { ends.end = isVertical ? edges.bottom : edges.right }
      document.sections[number].layout = LayoutVariants(written(layout))
      boundaries.sections[number].layout = LayoutVariants(writtenForBoundaries(layout))
    }
  }

  private func reference(
    of layout: SectionLayout
  ) -> (content: ContentInsetsReference, supplementary: ContentInsetsReference) {
    switch layout {
    case .flow(let spec):
      let own = spec.sectionInset == .centered ? .none : spec.contentInsetsReference
      return (own, own)
    case .waterfall(let spec): return (spec.contentInsetsReference, spec.contentInsetsReference)
    case .justified(let spec): return (spec.contentInsetsReference, spec.contentInsetsReference)
    case .magazine(let spec): return (spec.contentInsetsReference, spec.contentInsetsReference)
    case .list(let spec): return (spec.contentInsetsReference, spec.contentInsetsReference)
    case .custom(let spec): return (spec.contentInsetsReference, spec.contentInsetsReference)
    case .compositional(let spec):
      let own = spec.supplementaryContentInsetsReference
      return (
        spec.contentInsetsReference, own == .automatic ? spec.contentInsetsReference : own
      )
    }
  }

  /// The insets of a reference beyond the container's own.
  func edges(of given: ContentInsetsReference) -> Insets {
    var reference = given
    if reference == .automatic { reference = source.configuration.contentInsetsReference }
    if reference == .automatic { reference = .safeArea }
    let container = source.container
    var edges = DirectionalInsets.zero
    if reference == .safeArea { edges = container.safeAreaInsets }
    if reference == .layoutMargins || reference == .readableContent {
      edges = container.layoutMargins
    }
    if reference == .readableContent, isVertical, let width = container.readableContentWidth {
      let room = container.size.width - edges.leading - edges.trailing
      if room > width {
        edges.leading += (room - width) / 2
        edges.trailing += (room - width) / 2
      }
    }
    guard reference != .none else { return .zero }
    let own = container.contentInsets
    return Insets(
      top: edges.top > max(0, own.top) ? edges.top - own.top : 0,
      left: edges.leading > max(0, own.leading) ? edges.leading - own.leading : 0,
      bottom: edges.bottom > max(0, own.bottom) ? edges.bottom - own.bottom : 0,
      right: edges.trailing > max(0, own.trailing) ? edges.trailing - own.trailing : 0)
  }

  private func across(_ reference: ContentInsetsReference) -> (start: Double, end: Double) {
    let edges = edges(of: reference)
    return isVertical ? (edges.left, edges.right) : (edges.top, edges.bottom)
  }

  private func grown(_ insets: Insets, by across: (start: Double, end: Double)) -> Insets {
    var insets = insets
    if isVertical {
      insets.left += across.start
      insets.right += across.end
    } else {
      insets.top += across.start
      insets.bottom += across.end
    }
    return insets
  }

  private func grown(
    _ insets: DirectionalInsets, by across: (start: Double, end: Double)
  ) -> DirectionalInsets {
    let grown = grown(insets.unmirrored, by: across)
    return DirectionalInsets(
      top: grown.top, leading: grown.left, bottom: grown.bottom, trailing: grown.right)
  }

  private func written(_ layout: SectionLayout) -> SectionLayout {
    let across = across(reference(of: layout).content)
    switch layout {
    case .flow(var spec):
      if case .points(let own) = spec.sectionInset {
        spec.sectionInset = .points(grown(own, by: across))
      }
      return .flow(spec)
    case .waterfall(var spec):
      spec.sectionInset = grown(spec.sectionInset, by: across)
      return .waterfall(spec)
    case .justified(var spec):
      spec.sectionInset = grown(spec.sectionInset, by: across)
      return .justified(spec)
    case .magazine(var spec):
      spec.sectionInset = grown(spec.sectionInset, by: across)
      return .magazine(spec)
    case .list(var spec) where spec.appearance == .insetGrouped || spec.appearance == .sidebar:
      spec.layoutMargins = margins(of: spec)
      return .list(spec)
    case .list(var spec):
      spec.sectionInset = grown(spec.sectionInset, by: across)
      return .list(spec)
    case .custom(let spec):
      let frames = spec.given.frames.indices.map { number in
        var frame = spec.given.frames[number]
        if isVertical { frame.x += across.start } else { frame.y += across.start }
        return CustomFrame(frame: frame, zIndex: spec.given.zIndexes[number])
      }
      return .custom(CustomSpec(frames: frames))
    case .compositional(var spec):
      spec.contentInsets = grown(spec.contentInsets, by: across)
      return .compositional(spec)
    }
  }

  /// The margins of an inset list (LayoutRules S1).
  private func margins(of spec: ListSpec) -> Insets {
    if spec.contentInsetsReference != .automatic {
      return grown(.zero, by: across(spec.contentInsetsReference))
    }
    let margins = source.container.layoutMargins
    let sides =
      isVertical ? [margins.leading, margins.trailing] : [margins.top, margins.bottom]
    if sides != [0, 0] { return grown(.zero, by: across(.layoutMargins)) }
    let across = across(.automatic)
    return grown(.zero, by: (across.start + 16, across.end + 16))
  }

  private func writtenForBoundaries(_ layout: SectionLayout) -> SectionLayout {
    guard case .compositional(var spec) = layout else { return written(layout) }
    if !spec.supplementariesFollowContentInsets { spec.contentInsets = .zero }
    spec.contentInsets = grown(
      spec.contentInsets, by: across(reference(of: layout).supplementary))
    spec.supplementariesFollowContentInsets = true
    spec.orthogonalScrollingBehavior = .none
    let size = LayoutSize(width: .absolute(1), height: .absolute(1))
    spec.group = LayoutGroup.horizontal(size: size, subitems: [LayoutItem(size: size)])
    return .compositional(spec)
  }
}
