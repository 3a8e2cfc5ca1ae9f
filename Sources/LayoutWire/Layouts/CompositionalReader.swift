import LayoutEngine

private enum CompositionalField: String, JSONField {
  case type, group, interGroupSpacing, contentInsets, orthogonalScrollingBehavior
  case orthogonalScrollingProperties
  case boundarySupplementaryItems, decorationItems, supplementariesFollowContentInsets
  case contentInsetsReference, supplementaryContentInsetsReference
  case body, headerBody, footerBody, effects
  static let names = FieldNames<Self>()
}

private let behaviorWords = Words<OrthogonalScrollingBehavior>([
  "none": .none, "continuous": .continuous,
  "continuousGroupLeadingBoundary": .continuousGroupLeadingBoundary, "paging": .paging,
  "groupPaging": .groupPaging, "groupPagingCentered": .groupPagingCentered,
])

private enum ScrollingPropertiesField: String, JSONField {
  case decelerationRate, bounce
  static let names = FieldNames<Self>()
}

private let decelerationWords = Words<OrthogonalScrollingProperties.DecelerationRate>([
  "automatic": .automatic, "normal": .normal, "fast": .fast,
])

private let bounceWords = Words<OrthogonalScrollingProperties.Bounce>([
  "automatic": .automatic, "always": .always, "never": .never,
])

/// A placeholder for a refused size, so that reading can continue; never part of a document.
private let placeholderSize = LayoutSize(width: .absolute(0), height: .absolute(0))

extension DocumentReader {
  /// Reads the fields of a `compositional` layout (LayoutRules B and C); nil if it is not an object.
  mutating func readCompositional() throws(JSONSyntaxError) -> CompositionalSpec? {
    guard var scope = try openObject(of: CompositionalField.self) else { return nil }
    var spec = CompositionalSpec(
      group: LayoutGroup(size: placeholderSize, content: .frames([])))
    while let field = try nextField(of: &scope) {
      switch field {
      case .type: try skipLayoutType()
      case .effects: spec.effects = try readEffects()
      case .body: spec.body = try readBodyOptions()
      case .headerBody: spec.headerBody = try readBodyOptions()
      case .footerBody: spec.footerBody = try readBodyOptions()
      case .group: spec.group = try readGroup() ?? spec.group
      case .interGroupSpacing: try readNumber(into: &spec.interGroupSpacing, .finite)
      case .contentInsets: try readDirectionalInsets(into: &spec.contentInsets)
      case .orthogonalScrollingBehavior:
        spec.orthogonalScrollingBehavior = try readWord(behaviorWords) ?? .none
      case .orthogonalScrollingProperties:
        spec.orthogonalScrollingProperties = try readScrollingProperties()
      case .boundarySupplementaryItems:
        spec.boundarySupplementaryItems = try readBoundaryItems()
      case .decorationItems: spec.decorationItems = try readDecorationItems()
      case .supplementariesFollowContentInsets:
        try readBool(into: &spec.supplementariesFollowContentInsets)
      case .contentInsetsReference:
        spec.contentInsetsReference = try readContentInsetsReference()
      case .supplementaryContentInsetsReference:
        spec.supplementaryContentInsetsReference = try readContentInsetsReference()
      }
    }
    require(.group, in: scope)
    return spec
  }

  private mutating func readScrollingProperties() throws(JSONSyntaxError)
    -> OrthogonalScrollingProperties?
  {
    guard
      var scope = try openObject(
        of: ScrollingPropertiesField.self, like: ObjectExample(#"{"decelerationRate": "fast"}"#))
    else { return nil }
    var properties = OrthogonalScrollingProperties()
    while let field = try nextField(of: &scope) {
      switch field {
      case .decelerationRate:
        properties.decelerationRate = try readWord(decelerationWords) ?? .automatic
      case .bounce: properties.bounce = try readWord(bounceWords) ?? .automatic
      }
    }
    return properties
  }

  /// Reads a list of at most `maxListLength` elements.
  ///
  /// - Parameters:
  ///   - elements: the plural of the elements' name, for messages.
  ///   - readElement: reads one element; returns nil if it refused the element.
  mutating func readElements<Element>(
    _ elements: String,
    _ readElement: (inout DocumentReader) throws(JSONSyntaxError) -> Element?
  ) throws(JSONSyntaxError) -> [Element] {
    guard var list = try openArray("must be an array of \(elements)") else { return [] }
    var read: [Element] = []
    while try nextElement(of: &list) {
      guard list.count <= budget.limits.maxListLength else {
        try refuseRest(of: &list, limit: budget.limits.maxListLength, elements)
        break
      }
      if let element = try readElement(&self) { read.append(element) }
    }
    return read
  }
}
