import LayoutEngine

/// The maximum number of nested layouts: a section's, and the arrangements inside its groups.
///
/// Each level may scan its text once more to find its `type`, so this bounds the work per byte.
private let maxLayoutDepth = 4

/// What reads a layout's object; nil if it refuses it.
private struct LayoutReading: Sendable {
  let read: @Sendable (inout DocumentReader) throws(JSONSyntaxError) -> SectionLayout?
}

private enum VariantField: String, JSONField {
  case when, layout
  static let names = FieldNames<Self>()
}

private enum ConditionField: String, JSONField {
  case minWidth, maxWidth, minHeight, maxHeight, direction
  static let names = FieldNames<Self>()
}

/// What reads each layout, by its `type`: a layout's one row.
private let layoutTypes = Words<LayoutReading>([
  "flow": LayoutReading { reader throws(JSONSyntaxError) in .flow(try reader.readFlow()) },
  "waterfall": LayoutReading { reader throws(JSONSyntaxError) in
    .waterfall(try reader.readWaterfall())
  },
  "justified": LayoutReading { reader throws(JSONSyntaxError) in
    .justified(try reader.readJustified())
  },
  "magazine": LayoutReading { reader throws(JSONSyntaxError) in
    .magazine(try reader.readMagazine())
  },
  "list": LayoutReading { reader throws(JSONSyntaxError) in .list(try reader.readList()) },
  "custom": LayoutReading { reader throws(JSONSyntaxError) in .custom(try reader.readCustom()) },
  "compositional": LayoutReading { reader throws(JSONSyntaxError) in
    try reader.readCompositional().map { .compositional($0) }
  },
])

extension DocumentReader {
  /// Reads a layout, or a list of variants to choose from.
  mutating func readLayoutVariants() throws(JSONSyntaxError) -> LayoutVariants? {
    guard nextToken() == ASCII.openBracket else {
      let start = position
      let layout = try readSectionLayout(
        "must be a layout such as {\"type\": \"waterfall\"}, or an array of variants")
      try reserveLayout(readFrom: start)
      guard let layout else { return nil }
      var plain = LayoutVariants(layout)
      if case .custom = layout {} else { plain.text = Array(bytes[start..<position]) }
      return plain
    }
    let textStart = position
    guard var list = try openArray() else { return nil }
    var variants: [LayoutVariant] = []
    while try nextElement(of: &list) {
      guard list.count <= budget.limits.maxListLength else {
        try refuseRest(of: &list, limit: budget.limits.maxListLength, "variants")
        break
      }
      let start = position
      if let variant = try readVariant() { variants.append(variant) }
      try reserveLayout(readFrom: start)
    }
    var read = LayoutVariants(variants: variants)
    read.text = Array(bytes[textStart..<position])
    return read
  }

  /// Charges the budget for a layout's memory: its own, its text's and its lists'.
  ///
  /// A list element takes at most eight times as many bytes in memory as in the text.
  private func reserveLayout(readFrom start: Int) throws(JSONSyntaxError) {
    try reserve(MemoryLayout<LayoutVariant>.stride + 9 * (position - start))
  }

  private mutating func readVariant() throws(JSONSyntaxError) -> LayoutVariant? {
    guard var scope = try openObject(of: VariantField.self) else { return nil }
    var condition = LayoutCondition()
    var layout: SectionLayout?
    while let field = try nextField(of: &scope) {
      switch field {
      case .when: condition = try readCondition()
      case .layout:
        layout = try readSectionLayout("must be a layout such as {\"type\": \"waterfall\"}")
      }
    }
    require(.layout, in: scope)
    return layout.map { LayoutVariant(condition: condition, layout: $0) }
  }

  private mutating func readCondition() throws(JSONSyntaxError) -> LayoutCondition {
    var condition = LayoutCondition()
    guard
      var scope = try openObject(
        of: ConditionField.self, like: ObjectExample(#"{"minWidth": #}"#, "600"))
    else { return condition }
    while let field = try nextField(of: &scope) {
      switch field {
      case .minWidth: condition.minWidth = try readNumber(.nonNegative)
      case .maxWidth: condition.maxWidth = try readNumber(.nonNegative)
      case .minHeight: condition.minHeight = try readNumber(.nonNegative)
      case .maxHeight: condition.maxHeight = try readNumber(.nonNegative)
      case .direction: condition.direction = try readDirection()
      }
    }
    return condition
  }

  /// Reads one layout of any type.
  mutating func readSectionLayout(
    _ expectation: String
  ) throws(JSONSyntaxError) -> SectionLayout? {
    guard nextToken() == ASCII.openBrace else {
      try refuseValue(expectation)
      return nil
    }
    guard budget.layoutDepth < maxLayoutDepth else {
      refuse(at: position, "nests arrangements more than \(maxLayoutDepth - 1) deep")
      try skipValue()
      return nil
    }
    guard let type = try findLayoutType() else {
      try skipValue()
      return nil
    }
    budget.layoutDepth += 1
    defer { budget.layoutDepth -= 1 }
    return try type.read(&self)
  }

  /// Looks ahead for the object's `type`, and then returns to the start of the object.
  ///
  /// The type decides what the other fields mean, but may come after them.
  ///
  /// - Returns: what reads the layout; nil if the type is missing or unknown, which is then refused.
  private mutating func findLayoutType() throws(JSONSyntaxError) -> LayoutReading? {
    let start = position
    let known = refusals
    defer { rewind(to: start) }
    position += 1
    var byte = nextToken()
    while byte == ASCII.quote {
      let key = try readKey()
      if text(of: key.token, atMost: shownBytes) == "type" {
        refusals = known
        return try readWord(layoutTypes)
      }
      try skipValue()
      byte = nextToken()
      if byte == ASCII.comma {
        position += 1
        byte = nextToken()
      }
    }
    // Malformed JSON met here is found again, and reported better, when the object itself is skipped.
    refusals = known
    rewind(to: start)
    let other = try (isNoting ? otherNameOfType() : nil).map { ", not \(quoted($0))" } ?? ""
    refusals = known
    refuse(at: start, "needs \"type\"\(other): \(layoutTypes.expectation)")
    return nil
  }

  /// Returns the first of the object's keys that another library uses for `type`, or that resembles it.
  private mutating func otherNameOfType() throws(JSONSyntaxError) -> String? {
    position += 1
    // Only eight keys, because looking one up takes longer than reading it.
    for _ in 0..<8 where nextToken() == ASCII.quote {
      let key = text(of: try readKey().token, atMost: shownBytes)
      if Synonyms.field(key, among: ["type"]) ?? NearName.quoted(key, among: ["type"]) != nil {
        return key
      }
      try skipValue()
      if nextToken() == ASCII.comma { position += 1 }
    }
    return nil
  }

  /// Skips a layout's `type`, which has already been read.
  mutating func skipLayoutType() throws(JSONSyntaxError) {
    try skipValue()
  }
}
