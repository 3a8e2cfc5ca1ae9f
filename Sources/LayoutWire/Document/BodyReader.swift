import LayoutEngine

private enum BodyOptionsField: String, JSONField {
  case insets, spacing, style, minHeight, width
  static let names = FieldNames<Self>()
}

private enum BlockField: String, JSONField {
  case text, style, height
  static let names = FieldNames<Self>()
}

private enum RunField: String, JSONField {
  case text, style, width, height, verticalAlign, name
  static let names = FieldNames<Self>()
}

private let bodyWidthWords = Words<BodyOptions.Width>([
  "auto": .auto, "fit-content": .fitContent,
])

private let verticalAlignWords = Words<TextRuns.VerticalAlign>([
  "baseline": .baseline, "middle": .middle,
])

private enum SupplementaryField: String, JSONField {
  case body, measured
  static let names = FieldNames<Self>()
}

private enum MeasuredLengthField: String, JSONField {
  case width, height
  static let names = FieldNames<Self>()
}

private let bodyExpectation = "must be a text, or an array of texts such as [\"Sunset\"]"

extension DocumentReader {
  /// Reads a layout's `body`: how the bodies of its items are set.
  mutating func readBodyOptions() throws(JSONSyntaxError) -> BodyOptions {
    var options = BodyOptions()
    guard
      var scope = try openObject(
        of: BodyOptionsField.self, like: ObjectExample(#"{"spacing": #}"#, "4"))
    else { return options }
    while let field = try nextField(of: &scope) {
      switch field {
      case .insets: try readDirectionalInsets(into: &options.insets)
      case .spacing: try readNumber(into: &options.spacing, .nonNegative)
      case .style: options.style = try readStyleName()
      case .minHeight: try readNumber(into: &options.minHeight, .nonNegative)
      case .width: if let width = try readWord(bodyWidthWords) { options.width = width }
      }
    }
    return options
  }

  /// Reads `supplementaries`: an object with a body, measured lengths or both for each kind; nil if it was refused.
  mutating func readSupplementaryBodies() throws(JSONSyntaxError) -> SupplementaryBodies? {
    let expectation =
      "must be an object with a body or measured lengths for each kind, such as {\"header\": \"Sunsets\"}"
    guard var scope = try openNames(expectation) else { return nil }
    var entries: [SupplementaryBodies.Entry] = []
    while let key = try nextName(of: &scope) {
      let kind = text(of: key.token, atMost: budget.limits.maxKindBytes + 1)
      guard kind.utf8.count <= budget.limits.maxKindBytes else {
        refuse(at: key.start) {
          "must be a kind of at most \($0.budget.limits.maxKindBytes) bytes"
        }
        try skipValue()
        continue
      }
      guard entries.count < SupplementaryBodies.maxKinds else {
        refuse(at: scope.start, "has more than \(SupplementaryBodies.maxKinds) kinds")
        try skipValue()
        continue
      }
      guard !entries.contains(where: { $0.kind == kind }) else {
        throw duplicate(kind, at: key.start)
      }
      if try skipNull() { continue }
      guard let entry = try readSupplementary(kind) else { continue }
      try reserve(
        MemoryLayout<SupplementaryBodies.Entry>.stride + (entry.body?.bytes.count ?? 0) + 64)
      entries.append(entry)
    }
    return SupplementaryBodies(entries)
  }

  /// Reads a kind's body, or an object with the body and the measured lengths; nil if it was refused.
  private mutating func readSupplementary(
    _ kind: String
  ) throws(JSONSyntaxError) -> SupplementaryBodies.Entry? {
    guard nextToken() == ASCII.openBrace else {
      let expectation =
        "must be a text, an array of texts, or lengths such as {\"measured\": {\"height\": 44}}"
      return try readBody(expectation).map { SupplementaryBodies.Entry(kind: kind, body: $0) }
    }
    guard var scope = try openObject(of: SupplementaryField.self) else { return nil }
    var body: Body?
    var measured = SupplementaryBodies.MeasuredLengths()
    while let field = try nextField(of: &scope) {
      switch field {
      case .body: body = try readBody()
      case .measured: measured = try readMeasuredLengths()
      }
    }
    if !scope.has(.body), !scope.has(.measured) {
      refuse(at: scope.start, after: scope.lastUnknown, "needs \"body\" or \"measured\"")
      return nil
    }
    // Measured lengths without a length say nothing, as in items.
    guard body != nil || !scope.has(.body) && !measured.isEmpty else { return nil }
    return SupplementaryBodies.Entry(kind: kind, body: body, measured: measured)
  }

  /// Reads the lengths of a supplementary that a client has measured.
  private mutating func readMeasuredLengths()
    throws(JSONSyntaxError) -> SupplementaryBodies.MeasuredLengths
  {
    var measured = SupplementaryBodies.MeasuredLengths()
    guard
      var scope = try openObject(
        of: MeasuredLengthField.self, like: ObjectExample(#"{"height": #}"#, "44"))
    else { return measured }
    while let field = try nextField(of: &scope) {
      guard let length = try readNumber(.nonNegative) else { continue }
      switch field {
      case .width: measured.width = length
      case .height: measured.height = length
      }
    }
    return measured
  }

  /// Reads an item's body into the last item.
  mutating func readBody(into items: inout ItemColumns) throws(JSONSyntaxError) {
    let start = position
    guard let body = try readBody() else { return }
    if !items.bodies.set(body.bytes, at: items.count - 1) {
      refuse(at: start, "is beyond the 4 GiB that all bodies may take together")
    }
  }

  /// Reads a body: a text, or an array of blocks; returns nil if it was refused.
  mutating func readBody(
    _ expectation: String = bodyExpectation
  ) throws(JSONSyntaxError) -> Body? {
    var body = Body()
    if nextToken() == ASCII.quote {
      guard let text = try readBodyText() else { return nil }
      body.append(text, style: nil)
      return body
    }
    guard var list = try openArray(expectation) else { return nil }
    let refused = refusals.count
    while try nextElement(of: &list) {
      guard list.count <= Body.maxBlocks else {
        try refuseRest(of: &list, limit: Body.maxBlocks, "blocks")
        break
      }
      try readBlock(into: &body)
    }
    return refusals.count == refused ? body : nil
  }

  private mutating func readBlock(into body: inout Body) throws(JSONSyntaxError) {
    switch nextToken() {
    case ASCII.quote:
      if let text = try readBodyText() { body.append(text, style: nil) }
    case ASCII.openBrace: try readBlockObject(into: &body)
    default:
      try refuseValue("must be a text, {\"text\": \"…\", \"style\": \"…\"} or {\"height\": 44}")
    }
  }

  private mutating func readBlockObject(into body: inout Body) throws(JSONSyntaxError) {
    guard var scope = try openObject(of: BlockField.self) else { return }
    var text: ArraySlice<UInt8>?
    var style: Int?
    var height: Double?
    while let field = try nextField(of: &scope) {
      switch field {
      case .text: text = try readTextOrRuns()
      case .style: style = try readStyleName()
      case .height: height = try readNumber(.nonNegative)
      }
    }
    guard scope.has(.text) != scope.has(.height), !(scope.has(.style) && scope.has(.height)) else {
      refuse(
        at: scope.start, after: scope.lastUnknown,
        "needs either \"text\", with or without \"style\", or \"height\"")
      return
    }
    if let text { body.append(text, style: style) }
    if let height { body.append(space: height) }
  }

  /// Reads a text, or a list of its runs: as UTF-8, or as the bytes of `TextRuns`.
  mutating func readTextOrRuns() throws(JSONSyntaxError) -> ArraySlice<UInt8>? {
    let expectation =
      "must be a string, or an array of runs such as [\"Sunset over \", {\"text\": \"Kyoto\", \"style\": \"strong\"}]"
    if nextToken() == ASCII.quote { return try readBodyText(expectation) }
    guard var list = try openArray(expectation) else { return nil }
    let refused = refusals.count
    var runs = TextRuns()
    var length = 0
    var lone: ArraySlice<UInt8>?
    while try nextElement(of: &list) {
      guard list.count <= TextRuns.maxCount else {
        try refuseRest(of: &list, limit: TextRuns.maxCount, "runs")
        break
      }
      lone = nil
      if nextToken() == ASCII.quote {
        guard let text = try readBodyText() else { continue }
        length += text.utf16Length
        runs.append(text, style: nil, name: [])
        lone = text
      } else {
        length += try readRun(into: &runs)
      }
    }
    if length > Body.maxTextLength {
      refuse(
        at: list.start,
        "must have at most \(Body.maxTextLength) UTF-16 code units in all runs (got \(length))")
    }
    guard refusals.count == refused else { return nil }
    // One plain run is the text itself.
    return list.count == 0 ? [] : list.count == 1 ? lone ?? runs.bytes : runs.bytes
  }

  /// Reads a run that is an object, and returns its length in UTF-16 code units.
  private mutating func readRun(into runs: inout TextRuns) throws(JSONSyntaxError) -> Int {
    guard
      var scope = try openObject(
        of: RunField.self,
        "must be a string, {\"text\": \"…\", \"style\": \"…\"} or {\"width\": 16, \"height\": 16}")
    else { return 0 }
    var text: ArraySlice<UInt8>?
    var style: Int?
    var (width, height) = (0.0, 0.0)
    var align = TextRuns.VerticalAlign.baseline
    var name: [UInt8] = []
    while let field = try nextField(of: &scope) {
      switch field {
      case .text: text = try readBodyText()
      case .style: style = try readStyleName()
      case .width: width = try readBoxLength() ?? 0
      case .height: height = try readBoxLength() ?? 0
      case .verticalAlign: align = try readVerticalAlign() ?? align
      case .name:
        name = try readString(maxBytes: TextRuns.maxNameBytes).map { Array($0.utf8) } ?? []
      }
    }
    let isBox = scope.has(.width) || scope.has(.height) || scope.has(.verticalAlign)
    let isText = scope.has(.text) || scope.has(.style)
    guard isBox != isText, isText == scope.has(.text), isBox == scope.has(.width),
      isBox == scope.has(.height)
    else {
      refuse(
        at: scope.start, after: scope.lastUnknown,
        "needs either \"text\", with or without \"style\", or \"width\" and \"height\"")
      return 0
    }
    if isBox {
      runs.append(boxOf: width, height, align, name: name)
      return 1
    }
    guard let text else { return 0 }
    runs.append(text, style: style, name: name)
    return text.utf16Length
  }

  private mutating func readBoxLength() throws(JSONSyntaxError) -> Double? {
    let most = TextRuns.maxBoxLength
    return try readNumber(
      "must be a number from 0 to \(shortText(of: most))", where: { (0...most).contains($0) })
  }

  private mutating func readVerticalAlign() throws(JSONSyntaxError) -> TextRuns.VerticalAlign? {
    guard ASCII.beginsNumber(nextToken()) else { return try readWord(verticalAlignWords) }
    let most = TextRuns.maxBoxLength
    return try readNumber(
      "must be \"baseline\", \"middle\" or a number from -\(shortText(of: most)) to \(shortText(of: most))",
      where: { (-most...most).contains($0) }
    ).map { .points($0) }
  }

  /// Reads a text of at most `Body.maxTextLength` UTF-16 code units, as UTF-8.
  mutating func readBodyText(
    _ expectation: String = "must be a string"
  ) throws(JSONSyntaxError) -> ArraySlice<UInt8>? {
    guard nextToken() == ASCII.quote else {
      try refuseValue(expectation)
      return nil
    }
    let start = position
    let token = try readStringToken()
    // A code unit takes at most six bytes as an escape, and at most three in UTF-8.
    guard token.range.count <= 6 * Body.maxTextLength else {
      refuse(at: start, "must have at most \(Body.maxTextLength) UTF-16 code units")
      return nil
    }
    let text =
      token.hasEscapes ? decode(token, atMost: token.range.count)[...] : bytes[token.range]
    // A code unit takes at least one byte.
    guard text.count > Body.maxTextLength else { return text }
    let length = text.utf16Length
    guard length <= Body.maxTextLength else {
      refuse(
        at: start, "must have at most \(Body.maxTextLength) UTF-16 code units (got \(length))")
      return nil
    }
    return text
  }

  /// Reads the name of a text style, and returns its number; refuses a name that cannot be defined.
  mutating func readStyleName() throws(JSONSyntaxError) -> Int? {
    _ = nextToken()
    let start = position
    guard let name = try readString(maxBytes: TextStyles.maxNameBytes) else { return nil }
    guard budget.styles.mayUse(name) else {
      let known = budget.styles.names
      refuse(at: start, StyleNames.refusal(of: name, among: known))
      return nil
    }
    return budget.styles.number(of: name, usedAt: start)
  }
}

extension StyleNames {
  /// Returns the message about a style that is not defined.
  static func refusal(of name: String, among known: [String]) -> String {
    let refusal = "names a text style that \"textStyles\" does not define (got \(quoted(name)))"
    guard let meant = NearName.quoted(name, among: known) else { return refusal }
    return "\(refusal); did you mean \(meant)?"
  }
}

extension ArraySlice<UInt8> {
  /// The number of UTF-16 code units of valid UTF-8.
  fileprivate var utf16Length: Int {
    var length = 0
    for byte in self {
      // Every byte but a continuation byte begins a character; those of four bytes take two code units.
      length += byte & 0xC0 != 0x80 ? 1 : 0
      length += byte >= 0xF0 ? 1 : 0
    }
    return length
  }
}

extension SupplementaryBodies {
  /// The bodies; nil if there are none.
  var nonEmpty: SupplementaryBodies? { entries.isEmpty ? nil : self }
}
