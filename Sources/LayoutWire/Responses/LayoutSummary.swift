public import LayoutEngine

/// A character that no font of its text's style has (Contract §2.8).
public struct TextWarning: Sendable, Hashable {
  /// The first text with the character, and what is wrong there.
  public var text: PointedError
  /// The number of texts with the character, of those that were searched.
  public var count: Int

  /// Creates a warning.
  public init(_ text: PointedError, count: Int) {
    self.text = text
    self.count = count
  }
}

/// The members that every response about a layout begins with (Contract §1).
public struct LayoutSummary: Sendable, Hashable {
  /// The layout's id in ASCII: 64 lowercase hex digits.
  public var id: [UInt8]
  /// The content's extent, in points.
  public var contentSize: Size
  /// The number of sections.
  public var sectionCount: Int
  /// The number of items.
  public var itemCount: Int
  /// The parent's id, in the form of `id`; nil if the layout was made from a document.
  public var parent: [UInt8]?
  /// Whether the layout's update asked items to keep their columns, and they could not (LayoutRules K9).
  public var losesAssignedColumns: Bool
  /// The first characters of texts that no font has, for layouts made from a document.
  public var textWarnings: [TextWarning]
  /// Hints about the document, for layouts made from one: what is valid, but probably not meant.
  public var warnings: [PointedError]

  /// Creates a summary of a layout.
  public init(
    id: [UInt8], layout: PreparedLayout, parent: [UInt8]? = nil, losesAssignedColumns: Bool = false,
    textWarnings: [TextWarning] = []
  ) {
    self.id = id
    self.parent = parent
    self.losesAssignedColumns = losesAssignedColumns
    self.textWarnings = textWarnings
    warnings = parent == nil ? DocumentWarnings.warnings(of: layout.document) : []
    contentSize = layout.contentSize
    sectionCount = layout.sectionCount
    itemCount = layout.itemCount
  }

  /// Appends the summary as a JSON object.
  public func appendJSON(to output: inout [UInt8]) {
    appendMembers(to: &output)
    output.append(ASCII.closeBrace)
  }

  /// Appends the object without its closing brace, for answers with further members.
  func appendMembers(to output: inout [UInt8]) {
    var memo = DecimalMemo()
    output.append(#"{"id":""#)
    output.append(contentsOf: id)
    output.appendJSON(capacity: 256) { writer in
      writer.write(#"","contentSize":{"width":"#)
      writer.write(contentSize.width, &memo)
      writer.write(#","height":"#)
      writer.write(contentSize.height, &memo)
      writer.write(#"},"sectionCount":"#)
      writer.write(sectionCount)
      writer.write(#","itemCount":"#)
      writer.write(itemCount)
    }
    Self.append(textWarnings, warnings, to: &output)
    guard let parent else { return }
    output.append(#","parent":""#)
    output.append(contentsOf: parent)
    output.append(ASCII.quote)
    if losesAssignedColumns { output.append(#","keptColumns":false"#) }
  }
}

extension LayoutSummary {
  /// Appends the members `textWarnings` and `warnings` after another member; neither if its list is empty.
  package static func append(
    _ textWarnings: [TextWarning], _ warnings: [PointedError], to output: inout [UInt8]
  ) {
    for (number, warning) in textWarnings.enumerated() {
      output.append(number == 0 ? #","textWarnings":["# : ",")
      append(warning.text, to: &output)
      output.append(#","count":"#)
      output.appendJSON(warning.count)
      output.append(ASCII.closeBrace)
    }
    if !textWarnings.isEmpty { output.append(ASCII.closeBracket) }
    for (number, warning) in warnings.enumerated() {
      output.append(number == 0 ? #","warnings":["# : ",")
      append(warning, to: &output)
      output.append(ASCII.closeBrace)
    }
    if !warnings.isEmpty { output.append(ASCII.closeBracket) }
  }

  /// Appends a warning as a JSON object without its closing brace.
  private static func append(_ warning: PointedError, to output: inout [UInt8]) {
    output.append(#"{"pointer":"#)
    output.appendJSON(warning.pointer)
    output.append(#","detail":"#)
    output.appendJSON(warning.detail)
  }
}

extension TargetOffset {
  /// Appends the response to a target-offset query as a JSON object (Contract §6).
  public func appendJSON(to output: inout [UInt8]) {
    output.append(#"{"targetContentOffset":{"x":"#)
    output.appendJSON(offset.x)
    output.append(#","y":"#)
    output.appendJSON(offset.y)
    output.append(ASCII.closeBrace)
    if let page {
      output.append(#","page":"#)
      output.appendJSON(page)
    }
    output.append(ASCII.closeBrace)
  }
}

extension FoundItem {
  /// Appends the response to a query for the item at a point as a JSON object (Contract §3.1).
  public func appendJSON(to output: inout [UInt8]) {
    var memo = DecimalMemo()
    output.appendJSON(capacity: 256) { writer in
      writer.write(#"{"indexPath":["#)
      writer.write(section)
      writer.write(byte: ASCII.comma)
      writer.write(item)
      writer.write(byte: ASCII.closeBracket)
      if let frame {
        writer.write(#","frame":"#)
        writer.write(frame, &memo)
      }
      writer.write(byte: ASCII.closeBrace)
    }
  }
}
