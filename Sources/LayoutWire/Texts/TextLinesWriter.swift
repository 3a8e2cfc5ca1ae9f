package import LayoutEngine

/// Writes the lines of texts as JSON (Contract §4, §19).
package enum TextLinesWriter {
  /// Appends an array of lines: as strings, or as objects with their places and then the runs that have names.
  package static func append(
    _ text: TextLines?, hasDetails: Bool, to output: inout [UInt8]
  ) {
    output.append(ASCII.openBracket)
    for (number, line) in (text?.lines ?? []).enumerated() {
      if number > 0 { output.append(ASCII.comma) }
      if hasDetails { append(line, to: &output) } else { output.appendJSON(line.text) }
    }
    output.append(ASCII.closeBracket)
    guard hasDetails, let text else { return }
    if let first = text.lines.first?.detail, let last = text.lines.last?.detail {
      append(#","firstBaseline":"#, first.baseline, to: &output)
      append(#","lastBaseline":"#, last.baseline, to: &output)
    }
    append(text.runs, to: &output)
  }

  private static func append(_ line: TextLines.Line, to output: inout [UInt8]) {
    output.append(#"{"text":"#)
    output.appendJSON(line.text)
    if let detail = line.detail {
      output.append(#","start":"#)
      output.appendJSON(detail.start)
      output.append(#","end":"#)
      output.appendJSON(detail.end)
    }
    append(#","top":"#, line.top, to: &output)
    append(#","height":"#, line.height, to: &output)
    if let detail = line.detail {
      append(#","baseline":"#, detail.baseline, to: &output)
      append(#","width":"#, detail.width, to: &output)
    }
    output.append(ASCII.closeBrace)
  }

  /// Appends the member `runs` with the rectangles of the runs that have names; nothing if none has.
  package static func append(_ runs: [TextLines.Run], to output: inout [UInt8]) {
    let named = runs.filter { !$0.name.isEmpty }
    guard !named.isEmpty else { return }
    output.append(#","runs":["#)
    for (number, run) in named.enumerated() {
      if number > 0 { output.append(ASCII.comma) }
      output.append(#"{"name":"#)
      output.appendJSON(run.name)
      output.append(#","frames":["#)
      for (number, frame) in run.frames.enumerated() {
        append(number > 0 ? #",{"x":"# : #"{"x":"#, frame.x, to: &output)
        append(#","y":"#, frame.y, to: &output)
        append(#","width":"#, frame.width, to: &output)
        append(#","height":"#, frame.height, to: &output)
        output.append(ASCII.closeBrace)
      }
      output.append("]}")
    }
    output.append(ASCII.closeBracket)
  }

  private static func append(_ name: StaticString, _ value: Double, to output: inout [UInt8]) {
    output.append(name)
    output.appendJSON(value)
  }
}
