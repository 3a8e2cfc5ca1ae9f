// The memory that layouts' specs use: estimated from the sizes of their types, for stored documents.

/// The bytes that an array or a box takes besides its contents.
private let headerByteCount = 32

extension LayoutVariants {
  /// The memory used, in bytes, without given frames.
  ///
  /// - Complexity: O(groups, items and supplementaries).
  var byteCount: Int {
    variants.reduce(
      headerByteCount + text.capacity + variants.capacity * MemoryLayout<LayoutVariant>.stride
    ) { $0 + $1.layout.byteCount + ($1.layout.effects?.byteCount ?? 0) }
  }

  /// Visits the frames given in any variant.
  func visitParts(_ visit: (any LayoutPart) -> Void) {
    for variant in variants { variant.layout.visitParts(visit) }
  }
}

extension ScrollEffects {
  /// The memory used besides the list itself, in bytes.
  ///
  /// - Complexity: O(effects).
  var byteCount: Int {
    effects.specByteCount { effect in
      [
        effect.alpha, effect.scale, effect.translationX, effect.translationY, effect.rotation,
        effect.zIndex,
        effect.dim,
      ].reduce(0) { $0 + ($1?.stops.specByteCount { _ in 0 } ?? 0) }
    }
  }
}

extension LayoutConfiguration {
  /// The memory used, in bytes.
  var byteCount: Int {
    text.capacity + boundarySupplementaryItems.specByteCount { $0.kind.heapByteCount }
  }
}

extension SectionLayout {
  /// The memory used, in bytes, without the given frames of sections.
  ///
  /// - Complexity: O(groups, items and supplementaries).
  @inline(never)
  var byteCount: Int {
    switch self {
    case .flow(let spec):
      headerByteCount + MemoryLayout<FlowSpec>.stride + spec.headerFooter.bodies.byteCount
    case .waterfall(let spec):
      headerByteCount + MemoryLayout<WaterfallSpec>.stride + spec.headerFooter.bodies.byteCount
        + spec.stamps.specByteCount { _ in 0 }
    case .justified(let spec):
      headerByteCount + MemoryLayout<JustifiedSpec>.stride + spec.headerFooter.bodies.byteCount
    case .magazine(let spec):
      headerByteCount + MemoryLayout<MagazineSpec>.stride + spec.bodies.byteCount
    case .list(let spec):
      headerByteCount + MemoryLayout<ListSpec>.stride + spec.headerFooter.bodies.byteCount
    case .custom: headerByteCount + MemoryLayout<CustomSpec>.stride
    case .compositional(let spec):
      headerByteCount + MemoryLayout<CompositionalSpec>.stride + spec.byteCount
    }
  }

  fileprivate func visitParts(_ visit: (any LayoutPart) -> Void) {
    switch self {
    case .custom(let spec): visit(spec.given)
    case .compositional(let spec): spec.group.visitParts(visit)
    case .flow, .waterfall, .justified, .magazine, .list: break
    }
  }
}

extension CompositionalSpec {
  /// The memory used besides the spec itself, in bytes.
  fileprivate var byteCount: Int {
    group.byteCount + bodies.byteCount
      + boundarySupplementaryItems.specByteCount { $0.kind.heapByteCount }
      + decorationItems.specByteCount { $0.kind.heapByteCount }
  }
}

extension LayoutGroup {
  /// The memory used besides the group itself, in bytes.
  ///
  /// Never inlined: groups contain groups, and inlining several levels into one function makes 10 kB of code.
  @inline(never)
  fileprivate var byteCount: Int {
    let content =
      switch content {
      case .subitems(_, let subitems, _): subitems.specByteCount { $0.byteCount }
      case .frames(let frames): frames.specByteCount { _ in 0 }
      case .arrangement(let layout): layout.byteCount
      }
    return headerByteCount + MemoryLayout<Content>.stride + content
      + supplementaryItems.specByteCount { $0.kind.heapByteCount }
  }

  fileprivate func visitParts(_ visit: (any LayoutPart) -> Void) {
    switch content {
    case .subitems(_, let subitems, _):
      for case .group(let group) in subitems { group.visitParts(visit) }
    case .frames: break
    case .arrangement(let layout): layout.visitParts(visit)
    }
  }
}

extension LayoutSubitem {
  /// The memory used besides the subitem itself, in bytes.
  fileprivate var byteCount: Int {
    switch self {
    case .item(let item): item.supplementaryItems.specByteCount { $0.kind.heapByteCount }
    case .group(let group): group.byteCount
    }
  }
}

extension Array {
  /// The bytes of the array, plus those that `besides` returns for each element; 0 if the array has no
  /// capacity.
  fileprivate func specByteCount(_ besides: (Element) -> Int) -> Int {
    guard capacity > 0 else { return 0 }
    return reduce(headerByteCount + capacity * MemoryLayout<Element>.stride) { $0 + besides($1) }
  }
}

extension String {
  /// The memory used besides the string itself, in bytes; 0 for short strings.
  fileprivate var heapByteCount: Int { utf8.count > 15 ? headerByteCount + utf8.count : 0 }
}
