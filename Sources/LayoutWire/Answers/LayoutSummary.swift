public import LayoutEngine

/// The members that every answer about a layout begins with (Contract §1).
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
  public var losesColumns: Bool
  /// The first characters of texts that no font has, for layouts made from a document.
  public var textWarnings: [PointedError]

  /// Creates a summary of a layout.
  public init(
    id: [UInt8], layout: PreparedLayout, parent: [UInt8]? = nil, losesColumns: Bool = false,
    textWarnings: [PointedError] = []
  ) {
    self.id = id
    self.parent = parent
    self.losesColumns = losesColumns
    self.textWarnings = textWarnings
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
    if !textWarnings.isEmpty { Self.append(textWarnings, to: &output) }
    guard let parent else { return }
    output.append(#","parent":""#)
    output.append(contentsOf: parent)
    output.append(ASCII.quote)
    if losesColumns { output.append(#","keptColumns":false"#) }
  }
}

extension LayoutSummary {
  /// Appends the member `textWarnings` after another member.
  package static func append(_ warnings: [PointedError], to output: inout [UInt8]) {
    output.append(#","textWarnings":["#)
    for (number, warning) in warnings.enumerated() {
      output.append(number == 0 ? #"{"pointer":"# : #",{"pointer":"#)
      output.appendJSON(warning.pointer)
      output.append(#","detail":"#)
      output.appendJSON(warning.detail)
      output.append(ASCII.closeBrace)
    }
    output.append(ASCII.closeBracket)
  }
}

extension TargetOffset {
  /// Appends the answer to a target-offset query as a JSON object (Contract §6).
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
  /// Appends the answer to a query for the item at a point as a JSON object (Contract §3.1).
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
