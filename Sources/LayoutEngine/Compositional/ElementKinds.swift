/// What each element kind of a section names: Contract §2 allows one sort of element a kind, so
/// that a kind with an index path is one element.
struct ElementKinds: Sendable {
  /// A sort of element, as errors call it.
  enum Sort: String, Sendable {
    case boundary = "a boundary item"
    case sectionGroup = "a supplementary of the section's groups"
    case nestedGroup = "a supplementary of nested groups"
    case item = "a supplementary of items"
    case decoration = "a decoration"
  }

  private var sorts: [String: Sort] = [:]

  /// Notes that a kind names a sort of element.
  ///
  /// - Returns: the other sort that it names already; nil where there is none.
  mutating func conflict(of kind: String, as sort: Sort) -> Sort? {
    guard let known = sorts[kind] else {
      sorts[kind] = sort
      return nil
    }
    return known == sort ? nil : known
  }
}

extension SectionLayout {
  /// Why the layout cannot stand in a group (LayoutRules B14); nil where it can.
  var reasonAgainstArrangement: String? {
    switch self {
    case .flow(let spec): spec.headerFooter.reasonAgainstArrangement
    case .waterfall(let spec): spec.headerFooter.reasonAgainstArrangement
    case .justified(let spec): spec.headerFooter.reasonAgainstArrangement
    case .list(let spec): spec.headerFooter.reasonAgainstArrangement
    case .magazine(let spec):
      spec.header != nil || spec.footer != nil || spec.background
        ? "has no header, footer or background in a group" : nil
    case .custom: nil
    case .compositional:
      "must be one of flow, waterfall, justified, magazine, list and custom"
    }
  }
}

extension HeaderFooterSpec {
  fileprivate var reasonAgainstArrangement: String? {
    headerReferenceSize == .zero && footerReferenceSize == .zero
      ? nil : "has no header or footer in a group"
  }
}
