package import LayoutEngine

/// Writes the response to an attributes query with the lines of all texts (`lines=true`; Contract §4).
///
/// Unlike the other responses it is written at once, because text may have to be measured again.
package enum AttributesLines {
  /// The greatest number of elements in a response.
  package static let maxElements = 10_000

  /// Appends the response.
  ///
  /// - Parameters:
  ///   - summary: the summary of the layout, which is the first line.
  ///   - selection: the elements, each of which is a line.
  ///   - layout: the layout that the elements were selected from.
  ///   - form: what the response contains beside frames and lines.
  ///   - output: the bytes that the response is appended to.
  ///   - budget: the budget charged for the work.
  /// - Throws: `LayoutError.cancelled` if the budget ended the work.
  package static func append(
    _ summary: LayoutSummary, _ selection: AttributesSelection, of layout: PreparedLayout,
    form: AttributesForm = AttributesForm(), to output: inout [UInt8], _ budget: LayoutBudget
  ) throws(LayoutError) {
    summary.appendMembers(to: &output)
    output.append(#","attributes":["#)
    var (cursor, writer) = (selection.makeCursor(), AttributesWriter())
    var hasBegun = false
    while true {
      let start = output.count
      if let cell = cursor.nextIfCell() {
        writer.append(
          cell, bodyHeight: cursor.bodyHeight(of: cell), afterComma: hasBegun, to: &output)
        writer.add(cursor.fields(of: cell, includesData: form.includesData), to: &output)
        if let blocks = try layout.bodyLines(of: cell, isDetailed: form.detailsLines, budget) {
          output.removeLast()
          append(blocks, form.detailsLines, &writer, to: &output)
        }
      } else if let other = cursor.next() {
        if hasBegun { output.append(ASCII.comma) }
        writer.append(other, to: &output)
        if let blocks = try layout.bodyLines(
          of: other, isDetailed: form.detailsLines, budget)
        {
          output.removeLast()
          append(blocks, form.detailsLines, &writer, to: &output)
        }
      } else {
        return output.append("]}")
      }
      hasBegun = true
      guard budget.tryReserve(output.count - start) else { throw .cancelled }
    }
  }

  /// Appends the member `body`, and ends the element's object.
  private static func append(
    _ blocks: [BodyBlockLines], _ hasDetails: Bool, _ writer: inout AttributesWriter,
    to output: inout [UInt8]
  ) {
    output.append(#","body":["#)
    for (number, block) in blocks.enumerated() {
      output.append(number == 0 ? #"{"y":"# : #",{"y":"#)
      writer.append(block.y, to: &output)
      output.append(#","height":"#)
      writer.append(block.height, to: &output)
      output.append(#","lines":"#)
      TextLinesWriter.append(block.text, hasDetails: hasDetails, to: &output)
      if hasDetails, let isTruncated = block.text?.isTruncated {
        output.append(isTruncated ? #","truncated":true"# : #","truncated":false"#)
      }
      output.append(ASCII.closeBrace)
    }
    output.append("]}")
  }
}
