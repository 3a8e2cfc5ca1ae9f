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
    guard traits.contentInsetsReference == .automatic else {
      return "has no contentInsetsReference in a group: the section has it"
    }
    return traits.reasonAgainstArrangement
  }
}
