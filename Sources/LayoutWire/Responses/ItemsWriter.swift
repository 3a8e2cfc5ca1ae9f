import LayoutEngine

/// Writes items in the form that documents use (Contract §2, §13).
struct ItemsWriter: Sendable {
  /// The maximum number of bytes of an item without its id and data: eleven numbers and the names around them.
  private static let maxBytes = 1_024

  private var memo = DecimalMemo()
  /// Whether the current section's layout takes an item's single number as an aspect ratio.
  var isJustified = false
  /// The names of the document's text styles, by their numbers.
  var styleNames: [String] = []

  init() {}

  /// Appends an item: as a number or a pair if that expresses all its fields, otherwise as an object.
  mutating func append(_ item: ItemFields, to output: inout [UInt8]) {
    if !item.isObject {
      if item.number != nil, item.width == nil, item.height == nil {
        return write(item.number, to: &output)
      }
      if let width = item.width, let height = item.height, item.number == nil {
        return output.appendJSON(capacity: Self.maxBytes) { writer in
          writer.write(byte: ASCII.openBracket)
          writer.write(width, &memo)
          writer.write(byte: ASCII.comma)
          writer.write(height, &memo)
          writer.write(byte: ASCII.closeBracket)
        }
      }
    }
    appendObject(item, to: &output)
  }

  private mutating func write(_ number: Double?, to output: inout [UInt8]) {
    output.appendJSON(capacity: JSONWriter.maxNumberBytes) { $0.write(number ?? 0, &memo) }
  }

  private mutating func appendObject(_ item: ItemFields, to output: inout [UInt8]) {
    output.append(ASCII.openBrace)
    let start = output.count
    var memo = memo
    defer { self.memo = memo }
    func append(_ name: StaticString, _ number: Double?) {
      guard let number else { return }
      appendName(name, from: start, to: &output)
      output.appendJSON(capacity: JSONWriter.maxNumberBytes) { $0.write(number, &memo) }
    }
    if let id = item.id {
      appendName("id", from: start, to: &output)
      output.appendJSON(id)
    }
    if let data = item.data {
      appendName("data", from: start, to: &output)
      output.append(contentsOf: data)
    }
    append("width", item.width)
    append("height", item.height ?? (isJustified ? nil : item.number))
    for field in ItemNumberField.given where field.word == nil {
      append(
        field.key,
        item[field] ?? (field == .aspectRatio && isJustified ? item.number : nil))
    }
    if let body = item.body {
      appendName("body", from: start, to: &output)
      self.append(body, to: &output)
    }
    appendModes(of: item, from: start, to: &output)
    if ItemNumberField.measured.contains(where: { item[$0] != nil }) {
      appendName("measured", from: start, to: &output)
      appendLengths(ItemNumberField.measured.map { ($0.key, item[$0]) }, to: &output)
    }
    output.append(ASCII.closeBrace)
  }

  /// Appends the bodies and measured lengths of a section's header, footer and boundary items.
  mutating func append(_ bodies: SupplementaryBodies, to output: inout [UInt8]) {
    output.append(ASCII.openBrace)
    for (number, entry) in bodies.entries.enumerated() {
      if number > 0 { output.append(ASCII.comma) }
      output.appendJSON(entry.kind)
      output.append(ASCII.colon)
      append(entry, to: &output)
    }
    output.append(ASCII.closeBrace)
  }

  /// Appends a supplementary: its body, or an object with the measured lengths if there are some.
  private mutating func append(_ entry: SupplementaryBodies.Entry, to output: inout [UInt8]) {
    if entry.measured.isEmpty, let body = entry.body { return append(body, to: &output) }
    output.append(ASCII.openBrace)
    let start = output.count
    if let body = entry.body {
      appendName("body", from: start, to: &output)
      append(body, to: &output)
    }
    appendName("measured", from: start, to: &output)
    appendLengths(
      [("width", entry.measured.width), ("height", entry.measured.height)], to: &output)
    output.append(ASCII.closeBrace)
  }

  /// Appends an object with the lengths that there are.
  private mutating func appendLengths(
    _ lengths: [(StaticString, Double?)], to output: inout [UInt8]
  ) {
    output.append(ASCII.openBrace)
    let start = output.count
    for (name, length) in lengths {
      guard let length else { continue }
      appendName(name, from: start, to: &output)
      output.appendJSON(capacity: JSONWriter.maxNumberBytes) { $0.write(length, &memo) }
    }
    output.append(ASCII.closeBrace)
  }

  /// Appends a body: as a string if it is one text without a style of its own, otherwise as an array.
  private func append(_ body: Body, to output: inout [UInt8]) {
    let blocks = Array(body.blocks)
    if blocks.count == 1, case .text(let text, nil) = blocks[0], TextRuns(encoded: text) == nil {
      return output.appendJSON(String(decoding: text, as: UTF8.self))
    }
    output.append(ASCII.openBracket)
    for (number, block) in blocks.enumerated() {
      if number > 0 { output.append(ASCII.comma) }
      switch block {
      case .text(let text, nil) where TextRuns(encoded: text) == nil:
        output.appendJSON(String(decoding: text, as: UTF8.self))
      case .text(let text, let style):
        output.append(#"{"text":"#)
        if let runs = TextRuns(encoded: text) {
          append(runs, to: &output)
        } else {
          output.appendJSON(String(decoding: text, as: UTF8.self))
        }
        appendStyle(style, to: &output)
        output.append(ASCII.closeBrace)
      case .space(let height):
        output.append(#"{"height":"#)
        output.appendJSON(height)
        output.append(ASCII.closeBrace)
      }
    }
    output.append(ASCII.closeBracket)
  }

  /// Appends the runs of a text as an array.
  private func append(_ runs: TextRuns, to output: inout [UInt8]) {
    output.append(ASCII.openBracket)
    for (number, run) in runs.runs.enumerated() {
      if number > 0 { output.append(ASCII.comma) }
      switch run.content {
      case .text(let text, nil) where run.name.isEmpty:
        output.appendJSON(String(decoding: text, as: UTF8.self))
        continue
      case .text(let text, let style):
        output.append(#"{"text":"#)
        output.appendJSON(String(decoding: text, as: UTF8.self))
        appendStyle(style, to: &output)
      case .box(let width, let height, let align):
        output.append(#"{"width":"#)
        output.appendJSON(width)
        output.append(#","height":"#)
        output.appendJSON(height)
        switch align {
        case .baseline: break
        case .middle: output.append(#","verticalAlign":"middle""#)
        case .points(let points):
          output.append(#","verticalAlign":"#)
          output.appendJSON(points)
        }
      }
      if !run.name.isEmpty {
        output.append(#","name":"#)
        output.appendJSON(String(decoding: run.name, as: UTF8.self))
      }
      output.append(ASCII.closeBrace)
    }
    output.append(ASCII.closeBracket)
  }

  private func appendStyle(_ style: Int?, to output: inout [UInt8]) {
    guard let style else { return }
    output.append(#","style":"#)
    output.appendJSON(styleNames.indices.contains(style) ? styleNames[style] : "")
  }

  private mutating func appendModes(of item: ItemFields, from start: Int, to output: inout [UInt8])
  {
    if let mode = item.widthMode {
      appendName("widthMode", from: start, to: &output)
      switch mode {
      case .full: output.append(#""full""#)
      case .fullBleed: output.append(#""fullBleed""#)
      case .fraction(let count): output.appendJSON(count)
      }
    }
    if let mode = item.heightMode {
      appendName("heightMode", from: start, to: &output)
      switch mode {
      case .static: output.append(#""static""#)
      case .dynamic: output.append(#""dynamic""#)
      case .stretch: output.append(#""stretch""#)
      }
    }
    for field in ItemNumberField.given where item[field] == 1 {
      guard let word = field.word else { continue }
      appendName(field.key, from: start, to: &output)
      output.append(word)
    }
    guard let separators = item.separators else { return }
    appendName("separators", from: start, to: &output)
    append(separators, to: &output)
  }

  /// Appends a row's separators: as a word if one visibility is all that they say, otherwise as an object.
  private mutating func append(_ separators: ItemSeparators, to output: inout [UInt8]) {
    let (top, bottom) = (Self.word(separators.top), Self.word(separators.bottom))
    guard separators != ItemSeparators(top: separators.top, bottom: separators.top) else {
      return output.append(top)
    }
    output.append(#"{"top":"#)
    output.append(top)
    output.append(#","bottom":"#)
    output.append(bottom)
    for (name, insets): (StaticString, ItemSeparators.Insets) in [
      (#","topInsets":"#, separators.topInsets), (#","bottomInsets":"#, separators.bottomInsets),
    ] where insets != ItemSeparators.Insets() {
      output.append(name)
      appendLengths([("leading", insets.leading), ("trailing", insets.trailing)], to: &output)
    }
    output.append(ASCII.closeBrace)
  }

  private static func word(_ visibility: ItemSeparators.Visibility) -> StaticString {
    switch visibility {
    case .automatic: #""automatic""#
    case .hidden: #""hidden""#
    case .visible: #""visible""#
    }
  }

  private func appendName(_ name: StaticString, from start: Int, to output: inout [UInt8]) {
    if output.count > start { output.append(ASCII.comma) }
    output.append(ASCII.quote)
    output.append(name)
    output.append(#"":"#)
  }

  /// Appends a custom frame.
  mutating func append(_ frame: CustomFrame, to output: inout [UInt8]) {
    output.appendJSON(capacity: Self.maxBytes) { writer in
      guard let zIndex = frame.zIndex else {
        writer.write(byte: ASCII.openBracket)
        for (place, number) in [
          frame.frame.x, frame.frame.y, frame.frame.width, frame.frame.height,
        ].enumerated() {
          if place > 0 { writer.write(byte: ASCII.comma) }
          writer.write(number, &memo)
        }
        return writer.write(byte: ASCII.closeBracket)
      }
      writer.write(#"{"x":"#)
      writer.write(frame.frame.x, &memo)
      writer.write(#","y":"#)
      writer.write(frame.frame.y, &memo)
      writer.write(#","width":"#)
      writer.write(frame.frame.width, &memo)
      writer.write(#","height":"#)
      writer.write(frame.frame.height, &memo)
      writer.write(#","zIndex":"#)
      writer.write(zIndex)
      writer.write(byte: ASCII.closeBrace)
    }
  }
}

extension ItemNumberField {
  /// What JSON writes for the number 1; nil if it writes numbers as they are.
  fileprivate var word: StaticString? {
    switch kind {
    case .flag: "true"
    case .alignment: #""trailing""#
    case .length, .wholeNumber: nil
    }
  }
}
