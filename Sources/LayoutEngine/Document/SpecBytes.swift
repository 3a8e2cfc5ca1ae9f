// What layouts' specs take: estimated from types' sizes, for documents that are kept.

/// What an array and a box take beside what is in them.
private let headerByteCount = 32

extension LayoutVariants {
  /// Bytes held, given frames not among them.
  ///
  /// - Complexity: O(groups, items and supplementaries).
  var byteCount: Int {
    variants.reduce(
      headerByteCount + text.capacity + variants.capacity * MemoryLayout<LayoutVariant>.stride
    ) { $0 + $1.layout.byteCount }
  }

  /// Visits the frames given in any variant.
  func visitParts(_ visit: (any LayoutPart) -> Void) {
    for variant in variants { variant.layout.visitParts(visit) }
  }
}

extension LayoutConfiguration {
  /// Bytes held.
  var byteCount: Int {
    text.capacity + boundarySupplementaryItems.specByteCount { $0.kind.heapByteCount }
  }
}

extension SectionLayout {
  /// Bytes held, given frames of sections not among them.
  ///
  /// - Complexity: O(groups, items and supplementaries).
  @inline(never)
  var byteCount: Int {
    switch self {
    case .flow: headerByteCount + MemoryLayout<FlowSpec>.stride
    case .waterfall: headerByteCount + MemoryLayout<WaterfallSpec>.stride
    case .justified: headerByteCount + MemoryLayout<JustifiedSpec>.stride
    case .magazine: headerByteCount + MemoryLayout<MagazineSpec>.stride
    case .list: headerByteCount + MemoryLayout<ListSpec>.stride
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
  /// Bytes held beside the spec itself.
  fileprivate var byteCount: Int {
    group.byteCount + boundarySupplementaryItems.specByteCount { $0.kind.heapByteCount }
      + decorationItems.specByteCount { $0.kind.heapByteCount }
  }
}

extension LayoutGroup {
  /// Bytes held beside the group itself.
  ///
  /// Never inlined: groups hold groups, and several levels of them in one function are 10 kB of code.
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
  /// Bytes held beside the subitem itself.
  fileprivate var byteCount: Int {
    switch self {
    case .item(let item): item.supplementaryItems.specByteCount { $0.kind.heapByteCount }
    case .group(let group): group.byteCount
    }
  }
}

extension Array {
  /// Bytes of the elements and of what they hold besides; 0 without any.
  fileprivate func specByteCount(_ besides: (Element) -> Int) -> Int {
    guard capacity > 0 else { return 0 }
    return reduce(headerByteCount + capacity * MemoryLayout<Element>.stride) { $0 + besides($1) }
  }
}

extension String {
  /// Bytes held beside the string itself: none for short ones.
  fileprivate var heapByteCount: Int { utf8.count > 15 ? headerByteCount + utf8.count : 0 }
}
