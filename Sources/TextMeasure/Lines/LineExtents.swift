/// How far a line reaches above and below its baseline, in 1/64 (TextRules T34).
struct LineExtents: Equatable {
  var ascent: Int32
  var descent: Int32

  /// The height of the line.
  var height: Int32 { ascent + descent }

  /// Makes the line reach as far as another part of it.
  mutating func add(_ other: LineExtents) {
    ascent = max(ascent, other.ascent)
    descent = max(descent, other.descent)
  }
}

extension InlineBox {
  /// Returns the extents of the box on a line of a style.
  func extents(_ style: ResolvedStyle) -> LineExtents {
    let height = Int32((height * 64).rounded())
    let raised: Int32 =
      switch verticalAlign {
      case .baseline: 0
      case .middle: Int32((style.fonts[0].halfXHeight * 64).rounded()) - height / 2
      case .points(let points): Int32((points * 64).rounded())
      }
    return LineExtents(ascent: height + raised, descent: -raised)
  }
}

extension PreparedText {
  /// Whether all lines are as high as the style says, so that their number tells the height.
  public var hasEqualLines: Bool { spans.isEmpty && !style.hasNormalLineHeight }

  /// Returns the extents of lines that follow each other from the text's start.
  ///
  /// - Complexity: O(lines + spans), and O(units) if fonts decide how high lines are.
  func extents(of lines: some Collection<Line>) -> [LineExtents] {
    let strut = style.lineExtents()
    guard !hasEqualLines else { return lines.map { _ in strut } }
    var result: [LineExtents] = []
    var first = 0
    for line in lines {
      var extents = strut
      if spans.isEmpty {
        addFonts(line.start..<line.end, style, to: &extents)
      }
      while first < spans.count, isBefore(spans[first], line, isFirst: result.isEmpty) {
        first += 1
      }
      var number = first
      while number < spans.count,
        spans[number].start < line.end
          || spans[number].isEmpty && spans[number].start == line.end
      {
        let span = spans[number]
        number += 1
        guard !isBefore(span, line, isFirst: result.isEmpty) else { continue }
        if let box = span.box {
          extents.add(box.extents(style))
        } else {
          extents.add(span.style.lineExtents())
          addFonts(
            max(span.start, line.start)..<min(span.end, line.end), span.style, to: &extents)
        }
      }
      result.append(extents)
    }
    return result
  }

  /// Returns whether a span is on the lines before one.
  ///
  /// An empty span at a break is on the line before it.
  private func isBefore(_ span: TextSpan, _ line: Line, isFirst: Bool) -> Bool {
    span.end <= line.start && !(isFirst && span.isEmpty)
  }

  /// Adds the extents of the fonts that a part of a line is set in, if they decide how high it is.
  private func addFonts(
    _ range: Range<Int>, _ style: ResolvedStyle, to extents: inout LineExtents
  ) {
    guard style.hasNormalLineHeight, !fonts.isEmpty else { return }
    var known: UInt64 = 1
    for offset in range where flags[offset] & CharacterFlag.cluster != 0 {
      let font = fonts[offset]
      guard known & 1 << UInt64(font) == 0 else { continue }
      known |= 1 << UInt64(font)
      extents.add(style.lineExtents(Int(font)))
    }
  }

  /// Returns the height of lines that follow each other from the text's start, in points (TextRules T19).
  func height(of lines: some Collection<Line>) -> Double {
    if let height = style.lineHeight, spans.isEmpty {
      return Double(lines.count) * Double(height) / 64
    }
    return Double(extents(of: lines).reduce(Int64(0)) { $0 + Int64($1.height) }) / 64
  }
}
