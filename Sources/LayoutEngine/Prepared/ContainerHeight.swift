extension Container {
  /// Returns a length that grows along an axis by as much as the container has grown since an earlier one.
  ///
  /// It stays as it is if the axis is vertical, and either container has no height.
  func grown(_ length: Double, along axis: LayoutAxis, since old: Container) -> Double {
    let areKnown = axis == .horizontal || hasHeight && old.hasHeight
    return areKnown ? length + axis.main(size) - axis.main(old.size) : length
  }
}

extension LayoutConfiguration {
  /// Adds an issue for each reason why the configuration needs the height of a container that has none.
  func checkHeightIsUnread(_ issues: inout SpecIssues) {
    if scrollDirection == .horizontal {
      issues.addMissingHeight("content that scrolls horizontally is laid out in it")
    }
    if scrollDirection == .vertical, minimumContentLength == .container {
      issues.addMissingHeight(
        "\(DocumentPath.minimumContentLength.pointer) makes the content as long as it")
    }
    for (index, item) in boundarySupplementaryItems.enumerated()
    where item.size.readsLength(along: .vertical) {
      let path = DocumentPath.root.field("configuration").field("boundarySupplementaryItems")
      issues.addMissingHeight("\(path.index(index).pointer) has a fraction of it as a side")
    }
  }
}

extension LayoutVariants {
  /// Throws an error if choosing a variant, or the chosen layout, needs the height of a container that has
  /// none.
  ///
  /// - Parameters:
  ///   - chosen: the index of the variant that a container of any height would use; nil if there is none.
  ///   - path: the path of the variants.
  func requireHeightIsUnread(chosen: Int?, at path: DocumentPath) throws(LayoutError) {
    var issues = SpecIssues()
    for (index, variant) in variants.enumerated()
    where variant.condition.readsLength(along: .vertical) {
      issues.addMissingHeight("\(path.index(index).field("when").pointer) compares it")
      if issues.isFull { break }
    }
    if issues.isEmpty, let chosen,
      variants[chosen].traits.maxLengthRead(along: .vertical) == .infinity
    {
      let path = isList ? path.index(chosen).field("layout") : path
      issues.addMissingHeight("the layout at \(path.pointer) places elements by it")
    }
    try issues.throwIfAny()
  }
}

extension SpecIssues {
  fileprivate mutating func addMissingHeight(_ reason: String) {
    add(DocumentPath.root.field("container"), "needs \"height\": \(reason)")
  }
}

extension DocumentPath {
  /// The path as a JSON pointer; its fields must be those of documents, which need no escapes.
  fileprivate var pointer: String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .field(let name): text += "/" + name
      case .index(let index): text += "/\(index)"
      }
    }
  }
}
