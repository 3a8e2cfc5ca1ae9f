public import LayoutEngine

/// Reads layout documents (Contract §2).
///
/// ```swift
/// let deadline = ContinuousClock.now + .seconds(1)
/// let budget = LayoutBudget(isWanted: { ContinuousClock.now < deadline })
/// let document = try LayoutDocumentReader.read(
///   bytes, limits: DocumentLimits(maxItems: 10_000), budget)
/// let layout = try PreparedLayout(document, budget)
/// // A text from a stranger: at most 10,000 items, and a second of work.
/// ```
public enum LayoutDocumentReader {
  /// Reads a document from JSON text.
  ///
  /// Fields may come in any order. The values are checked one by one; the engine checks whether they
  /// can be laid out together.
  ///
  /// - Parameters:
  ///   - bytes: JSON text in UTF-8.
  ///   - limits: the greatest numbers of items and elements.
  ///   - budget: the budget charged for reading; use the same one to lay the document out.
  /// - Throws: `DocumentError.malformed` if the text is not JSON, has an object with a duplicate field,
  ///   or has anything after the document; otherwise `DocumentError.invalid` with up to 20 reasons;
  ///   `DocumentError.cancelled` if the budget ended the work.
  /// - Complexity: O(bytes).
  public static func read(
    _ bytes: [UInt8], limits: DocumentLimits = DocumentLimits(), _ budget: LayoutBudget? = nil
  ) throws(DocumentError) -> LayoutDocument {
    try DocumentReader.read(bytes, limits, budget) { reader throws(JSONSyntaxError) in
      try reader.readDocument()
    }
  }

  /// Checks that a text is JSON, whether or not it is a document.
  ///
  /// - Throws: `DocumentError.malformed` at the first syntax error.
  /// - Complexity: O(bytes).
  public static func validate(_ bytes: [UInt8]) throws(DocumentError) {
    var reader = JSONReader(bytes, UnlimitedReading())
    do {
      try reader.checkStart()
      try reader.skipValue()
      try reader.checkEnd()
    } catch {
      throw .malformed(MalformedJSON(error, in: bytes, reader.budget))
    }
  }
}

extension LayoutDocument {
  /// Reads a document from JSON text (Contract §2), within the service's limits of items and sections.
  ///
  /// Use `LayoutDocumentReader` for other limits, and for texts from strangers, whose work a `LayoutBudget` bounds.
  ///
  /// ```swift
  /// let document = try LayoutDocument(
  ///   json: #"{"container":{"width":320},"layout":{"type":"list"},"items":3}"#.utf8)
  /// let layout = try PreparedLayout(document)
  /// // layout.contentSize is 320 × 132: three rows of 44 points.
  /// ```
  ///
  /// - Parameter bytes: the text in UTF-8: `Data`, an array, or a string's `utf8`.
  /// - Throws: `DocumentError.malformed` or `DocumentError.invalid`.
  /// - Complexity: O(bytes).
  public init(json bytes: some Sequence<UInt8>) throws(DocumentError) {
    self = try LayoutDocumentReader.read(Array(bytes))
  }
}

private enum DocumentField: String, JSONField {
  case container, configuration, layout, sections, items, textStyles, supplementaries
  /// The schema that an editor checks the document by; ignored.
  case schema = "$schema"
  static let names = FieldNames<Self>()
}

private enum SectionField: String, JSONField {
  case items, layout, supplementaries
  static let names = FieldNames<Self>()
}

extension DocumentReader {
  /// Reads the whole document; nil if something was refused.
  fileprivate mutating func readDocument() throws(JSONSyntaxError) -> LayoutDocument? {
    guard var scope = try openObject(of: DocumentField.self) else { return nil }
    var container: Container?
    var configuration = LayoutConfiguration()
    var layout: LayoutVariants?
    var sections: [LayoutSection] = []
    var styles: [Int: TextStyle] = [:]
    var stylesText = 0..<0
    var bodies: SupplementaryBodies?
    var bodiesStart = 0
    while let field = try nextField(of: &scope) {
      switch field {
      case .textStyles:
        _ = nextToken()
        let start = position
        styles = try readTextStyles()
        stylesText = start..<position
      case .schema: try skipValue()
      case .container: container = try readContainer()
      case .configuration: configuration = try readConfiguration()
      case .layout: layout = try readLayoutVariants()
      case .sections: sections.append(contentsOf: try readSections())
      case .items: sections.append(LayoutSection(items: try readItems()))
      case .supplementaries:
        _ = nextToken()
        bodiesStart = position
        bodies = try readSupplementaryBodies()?.nonEmpty
      }
    }
    require(.container, in: scope)
    if scope.has(.items) == scope.has(.sections) {
      refuse(
        at: scope.start, after: scope.lastUnknown,
        scope.has(.items)
          ? "holds both \"items\" and \"sections\""
          : "needs \"items\" such as [120, 80], or \"sections\"")
    }
    if scope.has(.supplementaries), !scope.has(.items) {
      refuse(at: bodiesStart, "belongs into a section: beside \"sections\" it has none")
    }
    refuseUndefinedStyles()
    if scope.has(.items), !sections.isEmpty { sections[0].bodies = bodies }
    guard let container, refusals.isEmpty else { return nil }
    var document = LayoutDocument(
      container: container, configuration: configuration, layout: layout, sections: sections,
      hasTopLevelItems: scope.has(.items))
    if !styles.isEmpty {
      document.textStyles = makeTextStyles(styles, text: bytes[stylesText])
    }
    return document
  }

  private mutating func readSections() throws(JSONSyntaxError) -> [LayoutSection] {
    guard var list = try openArray("must be an array of sections") else { return [] }
    var sections: [LayoutSection] = []
    while try nextElement(of: &list) {
      guard list.count <= budget.limits.maxSections else {
        try refuseRest(of: &list, limit: budget.limits.maxSections, "sections")
        break
      }
      try reserve(MemoryLayout<LayoutSection>.stride)
      if let section = try readSection() { sections.append(section) }
    }
    return sections
  }

  private mutating func readSection() throws(JSONSyntaxError) -> LayoutSection? {
    guard var scope = try openObject(of: SectionField.self) else { return nil }
    var section = LayoutSection(items: Items())
    while let field = try nextField(of: &scope) {
      switch field {
      case .items: section.items = try readItems()
      case .layout: section.layout = try readLayoutVariants()
      case .supplementaries: section.bodies = try readSupplementaryBodies()?.nonEmpty
      }
    }
    require(.items, in: scope)
    return section
  }
}
