/// The category of element that each kind of a section names.
///
/// Contract §2 allows one category for each kind in a section, so that a kind and an index path identify
/// one element.
struct ElementKinds: Sendable {
  /// A category of element, in the words of error messages.
  enum Category: String, Sendable {
    case boundary = "a boundary item"
    case sectionGroup = "a supplementary of the section's groups"
    case nestedGroup = "a supplementary of nested groups"
    case item = "a supplementary of items"
    case decoration = "a decoration"
  }

  private var categories: [String: Category] = [:]

  /// Records that a kind names a category of element.
  ///
  /// - Returns: the category that the kind already names, if it is a different one; nil if there is no
  ///   conflict.
  mutating func conflict(of kind: String, as category: Category) -> Category? {
    guard let earlier = categories[kind] else {
      categories[kind] = category
      return nil
    }
    return earlier == category ? nil : earlier
  }
}

extension SectionLayout {
  /// The reason why the layout cannot be a group's arrangement (LayoutRules B14); nil if it can be.
  var reasonAgainstArrangement: String? {
    guard givenContentInsetsReference == .automatic else {
      return "has no contentInsetsReference in a group: the section has it"
    }
    return switch self {
    case .flow(let spec): spec.headerFooter.reasonAgainstArrangement
    case .waterfall(let spec): spec.headerFooter.reasonAgainstArrangement
    case .justified(let spec): spec.headerFooter.reasonAgainstArrangement
    case .list(let spec):
      spec.hasSeparators || spec.hasBackground || spec.headerMode == .supplementary
        || spec.footerMode == .supplementary
        ? "has no header, footer, separators or background in a group"
        : spec.headerFooter.reasonAgainstArrangement
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
