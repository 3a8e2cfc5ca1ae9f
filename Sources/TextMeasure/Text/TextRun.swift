/// A part of a text that has its own style, or a box in place of a character (TextRules T32).
///
/// ```swift
/// let icon = InlineBox(width: 16, height: 16)
/// let runs: [TextRun] = [.text("Sunset over ", nil), .text("Kyoto", strong), .box(icon)]
/// let caption = try measurer.prepare(runs, title)
/// ```
public enum TextRun: Sendable {
  /// A text and its style; nil if it has the block's.
  case text(String, ResolvedStyle?)
  /// A box on the line, such as an icon.
  case box(InlineBox)
}

/// A box on a line of text; lines may break before and after it (TextRules T35).
public struct InlineBox: Sendable, Hashable {
  /// Where a box stands on its line.
  public enum VerticalAlign: Sendable, Hashable {
    /// On the baseline.
    case baseline
    /// With its centre half the height of small letters above the baseline.
    case middle
    /// So many points above the baseline.
    case points(Double)
  }

  /// The width in points; one of `lengths`.
  public var width: Double
  /// The height in points; one of `lengths`.
  public var height: Double
  /// Where the box stands.
  public var verticalAlign: VerticalAlign

  /// The widths and heights that a box may have.
  public static let lengths = 0.0...16_384.0

  /// Creates a box.
  public init(width: Double, height: Double, verticalAlign: VerticalAlign = .baseline) {
    self.width = width
    self.height = height
    self.verticalAlign = verticalAlign
  }
}

extension TextRun {
  /// The greatest number of runs in a text.
  public static let maxCount = 256

  /// Returns the text of some runs, in whose offsets lines are: with U+FFFC for each box.
  public static func text(of runs: [TextRun]) -> String { JoinedRuns(runs).text }

  /// Returns a string that is equal only for equal runs, apart from their styles.
  static func key(of runs: [TextRun]) -> String {
    var key = ""
    for run in runs {
      switch run {
      case .text(let text, let style):
        key += "\(style == nil ? "t" : "s")\(text.utf8.count):"
        key += text
      case .box(let box): key += "b\(box.width),\(box.height),\(box.verticalAlign);"
      }
    }
    return key
  }

  /// The identities of a block's style and of those of its runs; empty if it has no runs.
  static func identities(_ block: ResolvedStyle, _ runs: [TextRun]?) -> [StyleIdentity] {
    guard let runs else { return [] }
    return [block.identity]
      + runs.compactMap { run in
        if case .text(_, let style?) = run { style.identity } else { nil }
      }
  }
}

/// The part of a prepared text that is one run.
struct TextSpan {
  var start: Int
  var end: Int
  let style: ResolvedStyle
  let box: InlineBox?

  var isEmpty: Bool { start == end }
}

/// The characters of a text that is made of runs.
struct JoinedRuns {
  /// The text, with U+FFFC for each box.
  private(set) var text = ""
  /// The runs' ends in the text, in UTF-16 units.
  private(set) var ends: [Int] = []

  init(_ runs: [TextRun]) {
    var length = 0
    for run in runs {
      switch run {
      case .text(let string, _):
        text += string
        length += string.utf16.count
      case .box:
        text += "\u{FFFC}"
        length += 1
      }
      ends.append(length)
    }
  }

  /// Returns the spans of collapsed units, by the offsets that the units came from.
  func spans(
    _ runs: [TextRun], _ block: ResolvedStyle, _ origins: ContiguousArray<Int32>
  ) -> ContiguousArray<TextSpan> {
    var spans = ContiguousArray<TextSpan>()
    var offset = 0
    for (run, end) in zip(runs, ends) {
      let start = offset
      while offset < origins.count - 1, origins[offset] < end { offset += 1 }
      switch run {
      case .text(_, let style):
        spans.append(TextSpan(start: start, end: offset, style: style ?? block, box: nil))
      case .box(let box):
        spans.append(TextSpan(start: start, end: offset, style: block, box: box))
      }
    }
    return spans
  }
}
