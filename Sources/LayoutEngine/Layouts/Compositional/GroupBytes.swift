extension CompositionalSpec {
  /// The memory used besides the spec itself, in bytes.
  var byteCount: Int {
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
  var byteCount: Int {
    let content =
      switch content {
      case .subitems(_, let subitems, _): subitems.specByteCount { $0.byteCount }
      case .frames(let frames): frames.specByteCount { _ in 0 }
      case .arrangement(let layout): headerByteCount + layout.traits.byteCount
      }
    return headerByteCount + MemoryLayout<Content>.stride + content
      + supplementaryItems.specByteCount { $0.kind.heapByteCount }
  }

  func visitSharedNodes(_ visit: (any SharedNode) -> Void) {
    switch content {
    case .subitems(_, let subitems, _):
      for case .group(let group) in subitems { group.visitSharedNodes(visit) }
    case .frames: break
    case .arrangement(let layout): layout.traits.visitSharedNodes(visit)
    }
  }
}

extension LayoutSubitem {
  /// The memory used besides the subitem itself, in bytes.
  var byteCount: Int {
    switch self {
    case .item(let item): item.supplementaryItems.specByteCount { $0.kind.heapByteCount }
    case .group(let group): group.byteCount
    }
  }
}
