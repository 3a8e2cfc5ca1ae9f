/// The lines of a text as they are drawn, and where each is.
public struct TextLines: Sendable, Equatable {
  /// A line of the text.
  public struct Line: Sendable, Equatable {
    /// The line as it is drawn: without spaces at its end, and with a hyphen or `…` if it has one.
    public var text: String
    /// The parts of the line that are drawn in one style; empty if all of it has the block's.
    public var pieces: [Piece] = []
    /// The distance from the block's top to the line's, in points.
    public var top: Double
    /// The height, in points.
    public var height: Double
    /// The place of the line in its text and its measures; nil if the measurer does not know them.
    public var detail: Detail?

    /// Creates a line.
    public init(text: String, top: Double, height: Double) {
      self.text = text
      self.top = top
      self.height = height
    }
  }

  /// The place of a line in its text, and its measures.
  public struct Detail: Sendable, Equatable {
    /// The offset of the line's first character in the text, in UTF-16 units; a box is one unit.
    public var start: Int
    /// The offset after the line's last character, without spaces at its end.
    public var end: Int
    /// The distance from the block's top to the baseline, in points.
    public var baseline: Double
    /// The width, in points.
    public var width: Double

    /// Creates a detail.
    public init(start: Int, end: Int, baseline: Double, width: Double) {
      self.start = start
      self.end = end
      self.baseline = baseline
      self.width = width
    }
  }

  /// A part of a line.
  public struct Piece: Sendable, Equatable {
    /// The text; U+FFFC for a box.
    public var text: String
    /// The number of its style; nil if it has the block's.
    public var style: Int?
    /// The width of a box, in points; nil if the piece is text.
    public var boxWidth: Double?

    /// Creates a piece.
    public init(text: String, style: Int?, boxWidth: Double? = nil) {
      self.text = text
      self.style = style
      self.boxWidth = boxWidth
    }
  }

  /// The rectangles of a run, one for each line that it is on, or more where directions change.
  public struct Run: Sendable, Equatable {
    /// The run's name; empty if it has none.
    public var name: String
    /// Whether the run is a box.
    public var isBox: Bool
    /// The rectangles from the block's top left corner, in points.
    public var frames: [Rect]

    /// Creates a run.
    public init(name: String, isBox: Bool, frames: [Rect]) {
      self.name = name
      self.isBox = isBox
      self.frames = frames
    }
  }

  /// The lines.
  public var lines: [Line]
  /// The height of all lines, in points.
  public var height: Double
  /// Whether the style's `maxLines` or `textOverflow` cuts the text; nil if it has neither, or without details.
  public var isTruncated: Bool?
  /// The runs that have a name or are boxes, in the order of the text.
  public var runs: [Run] = []

  /// Creates lines.
  public init(lines: [Line], height: Double) {
    self.lines = lines
    self.height = height
  }
}

extension TextMeasuring {
  /// Sets no heights.
  public func setKnownHeights(of texts: inout [BodyBlock], in bytes: ArraySlice<UInt8>) {}

  /// Returns the lines of `lines(of:style:width:changesCase:_:)`, all equally high and without details.
  public func placedLines(
    of text: ArraySlice<UInt8>, style: Int, width: Double, changesCase: Bool, isDetailed _: Bool,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> TextLines {
    let lines = try lines(
      of: text, style: style, width: width, changesCase: changesCase, budget)
    guard !lines.isEmpty else { return TextLines(lines: [], height: 0) }
    let height = try height(of: text, style: style, width: width, budget)
    let lineHeight = height / Double(lines.count)
    return TextLines(
      lines: lines.enumerated().map { number, line in
        TextLines.Line(text: line, top: Double(number) * lineHeight, height: lineHeight)
      }, height: height)
  }
}
