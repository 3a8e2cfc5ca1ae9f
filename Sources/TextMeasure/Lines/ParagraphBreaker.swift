/// Chooses the breaks of a paragraph together, for `text-wrap: balance` and `pretty` (TextRules T31).
///
/// The number of lines stays that of lines that are filled one after the other, and so does the height.
struct ParagraphBreaker {
  private let text: PreparedText
  /// The width that a line may have, in points.
  private let available: Double
  private let work: TextWork
  /// Whether the work had to end; the lines are not those of the style then.
  private(set) var isStopped = false

  init(_ text: PreparedText, available: Int32, _ work: TextWork) {
    self.text = text
    self.available = Double(available) / 64
    self.work = work
  }

  /// The most lines of a paragraph that is balanced.
  private static let maxBalancedLines = 6
  /// The lines at a paragraph's end that `pretty` may break anew.
  private static let prettyLines = 4
  /// The steps of a line that is tried.
  private static let stepsPerPair = 2
  private static let placesPerCheckpoint = 64
  /// What the last opportunity of a paragraph costs: the last line would be a single word.
  private static let orphanPenalty = 10_000.0

  /// The number of lines from a text's start that its breaks depend on.
  static func lines(_ wrap: TextStyle.TextWrap) -> Int {
    switch wrap {
    case .wrap: 0
    case .balance: maxBalancedLines + 1
    case .pretty: .max
    }
  }

  /// Returns the lines with other breaks, if the style chooses any.
  mutating func broken(_ lines: [Line]) -> [Line] {
    guard text.style.style.wraps, text.style.indent == 0, available < Double(Pixels.maximum) / 64
    else { return lines }
    switch text.style.style.textWrap {
    case .wrap: return lines
    case .balance: return balanced(lines)
    case .pretty: return pretty(lines)
    }
  }

  /// Balances the lines before the first forced break.
  private mutating func balanced(_ lines: [Line]) -> [Line] {
    let count = paragraphEnd(lines, from: 0)
    guard (2...Self.maxBalancedLines).contains(count),
      let broken = broken(lines[..<count], isPretty: false)
    else { return lines }
    return broken + lines[count...]
  }

  /// Breaks the last lines of each paragraph anew that ends with a short line of one word.
  private mutating func pretty(_ lines: [Line]) -> [Line] {
    var result: [Line] = []
    var start = 0
    while start < lines.count {
      let end = paragraphEnd(lines, from: start)
      let last = lines[end - 1]
      let first = max(start, end - Self.prettyLines)
      if end - first > 1, Double(last.width) / 64 < available / 3, opportunities(last).isEmpty,
        let broken = broken(lines[first..<end], isPretty: true)
      {
        result += lines[start..<first]
        result += broken
      } else {
        result += lines[start..<end]
      }
      start = end
    }
    return result
  }

  /// Returns the number of the line after the paragraph that begins with a line.
  private func paragraphEnd(_ lines: [Line], from start: Int) -> Int {
    var end = start
    repeat {
      end += 1
    } while end < lines.count && text.units[lines[end - 1].end - 1] != Unit.newline
    return end
  }

  /// Returns the offsets inside a line before which it may break.
  private func opportunities(_ line: Line) -> [Int] {
    let end = visibleEnd(line.end, from: line.start)
    return (line.start + 1..<max(line.start + 1, end)).filter {
      text.flags[$0] & CharacterFlag.opportunity != 0
    }
  }

  private func visibleEnd(_ end: Int, from start: Int) -> Int {
    var end = end
    while end > start, text.hangs(end - 1) { end -= 1 }
    return end
  }

  /// A place where a line may end.
  private struct Place {
    /// The offset of the next line, and that of the end of the text before its spaces.
    var next: Int
    var end: Int
    var penalty = 0.0
    var hyphenWidth: Int32 = 0
    /// The least cost of all lines up to here, and the place before the last of them.
    var cost = Double.infinity
    var previous = 0
  }

  /// Returns the lines of a part of a text at the least cost; nil if they would not be as many, or one would overflow.
  private mutating func broken(_ lines: ArraySlice<Line>, isPretty: Bool) -> [Line]? {
    guard let first = lines.first, let last = lines.last else { return nil }
    let range = first.start..<last.end
    guard !text.items.contains(where: { $0.kind == .tab && range.overlaps($0.range) }) else {
      return nil
    }
    work.count(range.count * TextWork.stepsPerUnit)
    var places = [Place(next: range.lowerBound, end: range.lowerBound, cost: 0)]
    let fontSize = text.style.style.fontSize
    for offset in range.dropFirst()
    where text.flags[offset] & CharacterFlag.opportunity != 0 {
      let end = visibleEnd(offset, from: range.lowerBound)
      guard end > range.lowerBound, offset < visibleEnd(range.upperBound, from: offset) else {
        continue
      }
      var place = Place(next: offset, end: end)
      if text.units[offset - 1] == Unit.softHyphen, text.style.style.hyphens == .manual {
        place.hyphenWidth = text.style(at: offset - 1).hyphenWidth
        place.penalty = 2 * available * fontSize
      }
      places.append(place)
    }
    guard places.count > 3 else { return nil }
    places[places.count - 1].penalty += Self.orphanPenalty
    places.append(
      Place(next: range.upperBound, end: visibleEnd(range.upperBound, from: range.lowerBound)))
    for place in 1..<places.count {
      if place % Self.placesPerCheckpoint == 0, !work.checkpoint() {
        isStopped = true
        return nil
      }
      for before in (0..<place).reversed() {
        work.count(Self.stepsPerPair)
        let width = width(from: places[before], to: places[place])
        guard width <= available + 1 / 64 else { break }
        var cost = places[before].cost + 4 * available * fontSize + places[place].penalty
        if isPretty, place == places.count - 1 {
          cost += 4 * places[before].penalty
        } else {
          cost += (available - width) * (available - width)
        }
        if cost < places[place].cost {
          places[place].cost = cost
          places[place].previous = before
        }
      }
    }
    guard places[places.count - 1].cost < .infinity else { return nil }
    var result: [Line] = []
    var place = places.count - 1
    while place > 0 {
      let before = places[place].previous
      result.append(
        Line(
          start: places[before].next, end: places[place].next,
          width: Int32((width(from: places[before], to: places[place]) * 64).rounded()),
          isHyphenated: places[place].hyphenWidth > 0))
      place = before
    }
    return result.count == lines.count ? result.reversed() : nil
  }

  /// Returns the width in points of a line between two places.
  private func width(from start: Place, to end: Place) -> Double {
    let width = Pixels.snapped(text.widths[max(start.next, end.end)] - text.widths[start.next])
    return Double(Pixels.sum(width, end.hyphenWidth)) / 64
  }
}
