extension PreparedText {
  /// A line with its place in the text and in the block.
  public struct LineDetail: Sendable, Equatable {
    /// The offset in the given text of the line's first character, in UTF-16 units; a box is one unit.
    public var start: Int
    /// The offset after the line's last character, without spaces at its end.
    public var end: Int
    /// The distance from the block's top to the line's, in points.
    public var top: Double
    /// The height of the line, in points.
    public var height: Double
    /// The distance from the block's top to the line's baseline, in points.
    public var baseline: Double
    /// The width of the line, without its indent and spaces at its end, in points.
    public var width: Double
    /// What is drawn on the line, run by run; one piece if the text has no runs.
    public var pieces: [LinePiece]
  }

  /// A part of a line that is drawn in one style.
  public struct LinePiece: Sendable, Equatable {
    /// The text; U+FFFC for a box.
    public var text: String
    /// The number of its run; nil if the text has no runs, and for the end of a cut line.
    public var run: Int?
  }

  /// The part of a run that is on one line, from the block's top left corner, in points.
  public struct RunRectangle: Sendable, Equatable {
    /// The number of the run.
    public var run: Int
    /// The left side.
    public var x: Double
    /// The top: that of the font's ascent, or that of a box.
    public var y: Double
    /// The width.
    public var width: Double
    /// The height: that of the font's ascent and descent, or that of a box.
    public var height: Double
  }

  /// A line as it is drawn.
  struct DrawnLine {
    let line: Line
    /// The offset after the last character that is drawn.
    var end: Int
    /// What follows it: a hyphen, or the end of a line that is cut.
    var suffix: ContiguousArray<UInt16> = []
  }

  /// Returns a line as it is drawn: without spaces at its end, and with the hyphen of a soft hyphen there.
  func drawn(_ line: Line) -> DrawnLine {
    let end = visibleEnd(of: line)
    return DrawnLine(
      line: line, end: end, suffix: line.isHyphenated ? style(at: end - 1).hyphen : [])
  }

  private func visibleEnd(of line: Line) -> Int {
    var end = line.end
    while end > line.start, hangs(end - 1) { end -= 1 }
    return end
  }

  /// Returns a line that is cut because more text follows it: as many characters as fit beside the end, which is shaped
  /// apart (TextRules T28).
  func cut(
    _ line: Line, _ width: Int32, _ ending: ContiguousArray<UInt16>, _ work: TextWork
  ) -> DrawnLine {
    let shaped = PreparedText(ending, style, work)
    let room = Int64(width - line.indent) << 10 - (shaped?.widths[shaped?.units.count ?? 0] ?? 0)
    var end = visibleEnd(of: line)
    while end > line.start, widths[end] - widths[line.start] > room {
      end -= 1
      while end > line.start, flags[end] & CharacterFlag.cluster == 0 { end -= 1 }
    }
    return DrawnLine(line: line, end: end, suffix: ending)
  }

  /// Returns the text of a line, as it was sent or in the case in which it is shown.
  func text(of drawn: DrawnLine, _ changesCase: Bool) -> String {
    String(
      decoding: kept(drawn.line.start..<drawn.end, changesCase) + drawn.suffix, as: UTF16.self)
  }

  private func kept(_ range: Range<Int>, _ changesCase: Bool) -> ContiguousArray<UInt16> {
    let shown = changesCase ? nil : source.map { $0[range] }
    return ContiguousArray((shown ?? units[range]).filter { $0 != Unit.softHyphen })
  }

  /// Returns where lines are, and what is drawn on each.
  ///
  /// - Parameter origins: the offsets in the given text of the units before their case was changed, and its length.
  /// - Complexity: O(units + lines · spans).
  func details(
    of lines: [DrawnLine], _ origins: ContiguousArray<Int32>, _ changesCase: Bool
  ) -> [LineDetail] {
    let extents = extents(of: lines.map(\.line))
    var top: Int64 = 0
    return zip(lines, extents).map { drawn, extents in
      defer { top += Int64(extents.height) }
      return LineDetail(
        start: origin(of: drawn.line.start, origins),
        end: drawn.end > drawn.line.start
          ? origin(of: drawn.end - 1, origins) + 1 : origin(of: drawn.line.start, origins),
        top: Double(top) / 64, height: Double(extents.height) / 64,
        baseline: Double(top + Int64(extents.ascent)) / 64, width: Double(drawn.line.width) / 64,
        pieces: pieces(of: drawn, changesCase))
    }
  }

  private func origin(of offset: Int, _ origins: ContiguousArray<Int32>) -> Int {
    let collapsed: Int
    if let source, !source.offsets.isEmpty {
      collapsed = Int(source.offsets[offset])
    } else {
      collapsed = offset
    }
    return collapsed < origins.count ? Int(origins[collapsed]) : Int(origins.last ?? 0)
  }

  private func pieces(of drawn: DrawnLine, _ changesCase: Bool) -> [LinePiece] {
    guard !spans.isEmpty else { return [LinePiece(text: text(of: drawn, changesCase))] }
    var pieces: [LinePiece] = []
    for (run, span) in spans.enumerated() {
      let start = max(span.start, drawn.line.start)
      let end = min(span.end, drawn.end)
      guard start < end else { continue }
      let text = String(decoding: kept(start..<end, changesCase), as: UTF16.self)
      if !text.isEmpty { pieces.append(LinePiece(text: text, run: run)) }
    }
    if !drawn.suffix.isEmpty {
      let suffix = String(decoding: drawn.suffix, as: UTF16.self)
      pieces.append(
        LinePiece(text: suffix, run: drawn.line.isHyphenated ? pieces.last?.run : nil))
    }
    return pieces
  }

  /// Returns the rectangles of the runs on some lines, line by line from the left.
  ///
  /// - Parameters:
  ///   - details: the places of the same lines.
  ///   - width: the width of the block, in points.
  func rectangles(
    of lines: [DrawnLine], _ details: [LineDetail], width: Double
  ) -> [RunRectangle] {
    guard !spans.isEmpty else { return [] }
    let levels = InlineItem.levels(of: units, style.style.direction)
    let isRightToLeft = style.style.direction == .rightToLeft
    var rectangles: [RunRectangle] = []
    var firstItem = 0
    for (drawn, detail) in zip(lines, details) {
      let indent = Double(drawn.line.indent) / 64
      var x = isRightToLeft ? width - indent - detail.width : indent
      while firstItem < items.count, Int(items[firstItem].end) <= drawn.line.start {
        firstItem += 1
      }
      for piece in visualPieces(of: drawn, from: firstItem, levels) {
        let width = Double(widths[piece.range.upperBound] - widths[piece.range.lowerBound]) / 65536
        var rectangle = rectangle(ofRun: piece.run, detail.baseline)
        rectangle.x = x
        rectangle.width = width
        x += width
        if let last = rectangles.last, last.run == piece.run, last.y == rectangle.y,
          abs(last.x + last.width - rectangle.x) < 1 / 1024
        {
          rectangles[rectangles.count - 1].width += width
        } else {
          rectangles.append(rectangle)
        }
      }
    }
    return rectangles
  }

  /// Returns the top and the height of a run on a line.
  private func rectangle(ofRun run: Int, _ baseline: Double) -> RunRectangle {
    let span = spans[run]
    if let box = span.box {
      let ascent = Double(box.extents(style).ascent) / 64
      return RunRectangle(run: run, x: 0, y: baseline - ascent, width: 0, height: box.height)
    }
    let extents = span.style.fonts[0].extents
    return RunRectangle(
      run: run, x: 0, y: baseline - Double(extents.ascent), width: 0,
      height: Double(extents.ascent + extents.descent))
  }

  /// Returns the parts of a line that have one run and one direction, from left to right (UAX #9, rule L2).
  ///
  /// - Parameter first: the number of the line's first item.
  private func visualPieces(
    of drawn: DrawnLine, from first: Int, _ levels: ContiguousArray<UInt8>
  ) -> [(run: Int, range: Range<Int>)] {
    var pieces: [(run: Int, range: Range<Int>)] = []
    for item in items[first...] {
      guard Int(item.start) < drawn.end else { break }
      let range = max(Int(item.start), drawn.line.start)..<min(Int(item.end), drawn.end)
      if !range.isEmpty { pieces.append((Int(item.span), range)) }
    }
    guard !levels.isEmpty, let highest = pieces.map({ levels[$0.range.lowerBound] }).max() else {
      return pieces
    }
    for level in (1...max(1, highest)).reversed() {
      var start = 0
      while start < pieces.count {
        var end = start
        while end < pieces.count, levels[pieces[end].range.lowerBound] >= level { end += 1 }
        pieces[start..<end].reverse()
        start = max(end, start + 1)
      }
    }
    return pieces
  }
}
