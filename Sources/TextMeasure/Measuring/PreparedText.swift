/// A text that is shaped once and then laid out at any width; immutable, for any thread.
///
/// ```swift
/// let title = try measurer.resolve(style)
/// let text = try measurer.prepare("Sunset over the harbour", title)
/// // In 120 points, text.height(width: 120) is 44: two lines of 22.
/// ```
public final class PreparedText: Sendable {
  /// A character that no font of the style has.
  public struct MissingCharacter: Hashable, Sendable {
    /// The character.
    public var scalar: Unicode.Scalar
    /// The offset in UTF-16 units of the text after its white space is collapsed.
    public var offset: Int
  }

  /// The style of the text.
  public let style: ResolvedStyle
  /// The first characters that no font of the style has, at most ``maximumMissingCount``.
  public let missingCharacters: [MissingCharacter]

  /// How many missing characters are reported.
  public static let maximumMissingCount = 10

  /// The text in UTF-16, its white space collapsed.
  let units: ContiguousArray<UInt16>
  /// The text before its case was changed; nil if the style changes none.
  let source: SourceText?
  /// The UTF-16 code units that are shaped; separators and control characters are replaced (TextRules T27).
  let shownUnits: ContiguousArray<UInt16>
  /// The width in 16.16 of all clusters before each character, and the width of all of them.
  let widths: PrefixWidths
  /// The flags of each character, see `CharacterFlag`.
  let flags: ContiguousArray<UInt8>
  /// The items of the text, which `LineFiller` puts on lines one by one.
  let items: ContiguousArray<InlineItem>
  let runs: ContiguousArray<ScriptRun>
  /// The runs of the text; empty if all of it has the block's style.
  let spans: ContiguousArray<TextSpan>
  /// The number of each cluster's font in its style; empty unless a line's height depends on them.
  let fonts: ContiguousArray<UInt8>
  /// Whether spaces hang at the end of a line.
  let spacesHang: Bool
  /// Whether ICU's rules found some of the opportunities, so that they depend on where a line starts.
  let hasContextualBreaks: Bool
  /// Whether the text is one item that is read from left to right.
  let isOneItem: Bool

  /// Shapes a text whose white space is collapsed.
  ///
  /// - Parameter given: the runs of the text; empty if all of it has the block's style.
  /// - Returns: nil if the work must end.
  init?(
    _ collapsed: ContiguousArray<UInt16>, _ style: ResolvedStyle,
    spans given: ContiguousArray<TextSpan> = [], _ work: TextWork
  ) {
    var spans = given
    let mapped = CaseMapping.mapped(collapsed, style.style, &spans)
    let units = mapped?.units ?? collapsed
    self.spans = spans
    spacesHang = style.style.spacesHang
    let isAligned = mapped?.source.offsets.isEmpty ?? true
    let steps = isAligned ? TextWork.stepsPerCaseUnit : TextWork.stepsPerUnalignedCaseUnit
    work.count(units.count * (TextWork.stepsPerUnit + (mapped == nil ? 0 : steps)))
    self.units = units
    source = mapped?.source
    self.style = style
    let isOther = units.contains { $0 >= 0x7F && Unit.shown($0) != $0 }
    shownUnits = isOther ? ContiguousArray(units.map(Unit.shown)) : units
    runs = ScriptRuns.runs(of: units)
    items = InlineItem.items(of: units, style.style, spans)
    let tellsFonts = style.hasNormalLineHeight || spans.contains { $0.style.hasNormalLineHeight }
    var shaped = ShapedRange(0..<units.count, tellsFonts: tellsFonts)
    guard Self.shape(items, spans, style, shownUnits, runs, work, into: &shaped) else { return nil }
    if style.letterSpacing < 0 || style.wordSpacing < 0 || !spans.isEmpty {
      // Lines are searched by widths that grow from character to character.
      for offset in shaped.advances.indices where shaped.advances[offset] < 0 {
        shaped.advances[offset] = 0
      }
    }
    widths = PrefixWidths(shaped.advances)
    hasContextualBreaks = style.opportunities.mark(
      &shaped.flags, CharacterFlag.opportunity, in: units, 0..<units.count, work)
    for span in spans where span.box != nil {
      Self.markBreaks(around: span, &shaped.flags, 0, units)
    }
    flags = shaped.flags
    fonts = shaped.fonts.contains { $0 != 0 } ? shaped.fonts : []
    missingCharacters = shaped.missing.prefix(Self.maximumMissingCount).map { offset in
      let value = UInt32(units.codePoint(at: offset).value)
      return MissingCharacter(scalar: Unicode.Scalar(value) ?? "\u{FFFD}", offset: offset)
    }
    isOneItem = items.count == 1 && items[0].kind == .text && !items[0].isRightToLeft
  }

  /// Shapes the items of a text; text that follows text of an equal shape is shaped together with it (TextRules T32).
  ///
  /// - Returns: false if the work must end.
  private static func shape(
    _ items: ContiguousArray<InlineItem>, _ spans: ContiguousArray<TextSpan>,
    _ block: ResolvedStyle, _ units: ContiguousArray<UInt16>, _ runs: ContiguousArray<ScriptRun>,
    _ work: TextWork, into shaped: inout ShapedRange
  ) -> Bool {
    // Most texts are one item in one style.
    if spans.isEmpty, items.count == 1, items[0].kind == .text {
      let shaper = Shaper(units: units, runs: runs, style: block, work: work)
      guard shaper.shape(items[0], into: &shaped) else { return false }
      if block.autospace != 0 { shaper.applyAutospace(&shaped, 0..<units.count) }
      return true
    }
    func style(_ item: InlineItem) -> ResolvedStyle {
      spans.isEmpty ? block : spans[Int(item.span)].style
    }
    var index = 0
    while index < items.count {
      var item = items[index]
      let first = item
      index += 1
      guard item.kind == .text else {
        for offset in item.range {
          shaped.flags[offset] = CharacterFlag.cluster | CharacterFlag.safe
        }
        if item.kind == .box, let box = spans[Int(item.span)].box {
          shaped.advances[Int(item.start)] = Int32(box.width * 64) << 10
        }
        continue
      }
      while index < items.count, items[index].kind == .text, !items[index].isApart,
        items[index].isRightToLeft == item.isRightToLeft,
        style(items[index]).shapingIdentity == style(first).shapingIdentity
      {
        item.end = items[index].end
        index += 1
      }
      let shaper = Shaper(units: units, runs: runs, style: style(first), work: work)
      guard shaper.shape(item, into: &shaped) else { return false }
    }
    if block.autospace != 0 {
      Shaper(units: units, runs: runs, style: block, work: work)
        .applyAutospace(&shaped, 0..<units.count)
    }
    return true
  }

  /// Lets lines break before and after a box, whatever is beside it.
  ///
  /// - Parameter base: the offset of the first flag.
  static func markBreaks(
    around span: TextSpan, _ flags: inout ContiguousArray<UInt8>, _ base: Int,
    _ units: ContiguousArray<UInt16>
  ) {
    if span.start > base, flags.indices.contains(span.start - base) {
      flags[span.start - base] |= CharacterFlag.opportunity
    }
    if flags.indices.contains(span.end - base), !Unit.isBreakableSpace(units[span.end]) {
      flags[span.end - base] |= CharacterFlag.opportunity
    }
  }

  /// Returns the style of an item.
  func style(of item: InlineItem) -> ResolvedStyle {
    spans.isEmpty ? style : spans[Int(item.span)].style
  }

  /// Returns the style of a character.
  func style(at offset: Int) -> ResolvedStyle {
    guard !spans.isEmpty else { return style }
    var (low, high) = (0, spans.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].end > offset { high = middle } else { low = middle + 1 }
    }
    return spans[low].style
  }

  /// Returns whether a character hangs at the end of a line.
  func hangs(_ offset: Int) -> Bool { spacesHang && Unit.hangs(units[offset]) }

  /// Returns whether a character is a space after which a line may break, and that hangs there.
  func isBreakableSpace(_ offset: Int) -> Bool {
    spacesHang && Unit.isBreakableSpace(units[offset])
  }

  /// The bytes that the text takes, arrays and their headers included.
  public var byteCount: Int {
    Self.headerByteCount + Self.bytes(units.count, 2) + Self.bytes(flags.count, 1)
      + widths.byteCount + Self.bytes(items.count, MemoryLayout<InlineItem>.stride)
      + Self.bytes(runs.count, MemoryLayout<ScriptRun>.stride)
      + Self.bytes(missingCharacters.count, MemoryLayout<MissingCharacter>.stride)
      + (source?.byteCount ?? 0) + Self.bytes(fonts.count, 1)
      + Self.bytes(spans.count, MemoryLayout<TextSpan>.stride)
  }

  /// The bytes of the object itself, with its references.
  private static let headerByteCount = 128

  /// Returns the bytes of an array: a header of 32 bytes, the elements, rounded up to 16.
  static func bytes(_ count: Int, _ stride: Int) -> Int {
    count == 0 ? 0 : (32 + count * stride + 15) & ~15
  }

  /// A text that was broken into lines.
  public struct Layout: Sendable, Equatable {
    /// The number of lines, at most the style's `maxLines`.
    public var lineCount: Int
    /// The height of all lines, in points (TextRules T19).
    public var height: Double
    /// The width of the longest line in points.
    public var maxLineWidth: Double
    /// The lines as they are drawn; empty unless requested.
    public var lines: [String]
    /// Whether the style's `maxLines` or `textOverflow` cuts the text; nil if it has neither, or unless requested.
    public var isTruncated: Bool?
    /// Where each line is, and what is drawn on it; empty unless requested.
    public var details: [LineDetail] = []
    /// The rectangles of runs on these lines; empty unless details are requested.
    public var runs: [RunRectangle] = []
  }

  /// Breaks the text into lines.
  ///
  /// - Parameters:
  ///   - width: the greatest width of a line in points; if it is infinite, only newlines end lines.
  ///   - drawsLines: whether to return the lines as they are drawn: spaces at their ends are gone, a soft hyphen
  ///     that was chosen is a hyphen, and a cut text ends with `…`.
  ///   - changesCase: whether drawn lines have the case in which the style shows them, not the text's own.
  ///   - seeksTruncation: whether to find out whether `maxLines` cuts the text; drawn lines tell it, too.
  ///   - source: the text as it was given, for drawn lines with details; nil without them.
  ///   - work: counts the work, and is asked before each line whether it may go on.
  /// - Returns: nil if the work had to end.
  public func layout(
    width: Double, drawsLines: Bool = false, changesCase: Bool = false,
    seeksTruncation: Bool = false, detailsOf source: String? = nil, _ work: TextWork = TextWork()
  ) -> Layout? {
    let limit = style.style.maxLines ?? .max
    // One line more tells whether the text is cut.
    let seeksMore = (drawsLines || seeksTruncation) && limit < .max
    // Breaks are chosen for whole paragraphs, whatever `maxLines` shows of them.
    let sought = max(seeksMore ? limit + 1 : limit, ParagraphBreaker.lines(style.style.textWrap))
    guard let filled = lines(width, limit: sought, work) else { return nil }
    var breaker = ParagraphBreaker(self, available: Pixels.floor(width), work)
    let lines = breaker.broken(filled)
    guard !breaker.isStopped else { return nil }
    if drawsLines { work.count(lines.count * TextWork.stepsPerDrawnLine) }
    let count = min(limit, lines.count)
    var drawn = drawsLines ? lines.prefix(limit).map { self.drawn($0) } : []
    if drawsLines, lines.count > limit {
      let ending = style.style.lineClampEnd.map { ContiguousArray($0.utf16) } ?? [Unit.ellipsis]
      drawn[limit - 1] = cut(lines[limit - 1], Pixels.floor(width), ending, work)
    }
    var isTruncated = seeksMore ? lines.count > limit : nil
    if style.style.textOverflow == .ellipsis, !style.style.wraps {
      // The width of a line that does not wrap has its spaces at the end.
      let room = Pixels.floor(width)
      let wider = lines.prefix(limit).indices.filter { lines[$0].extent > room }
      for number in wider where drawsLines {
        drawn[number] = cut(lines[number], room, [Unit.ellipsis], work)
      }
      isTruncated = isTruncated == true || !wider.isEmpty
    }
    let shown = lines.prefix(limit)
    var layout = Layout(
      lineCount: count, height: height(of: shown),
      maxLineWidth: Double(shown.map(\.extent).max() ?? 0) / 64,
      lines: drawn.map { text(of: $0, changesCase) }, isTruncated: isTruncated)
    if drawsLines, let source {
      work.count(units.count * TextWork.stepsPerUnit + lines.count * spans.count)
      let origins = WhiteSpace.traced(source, style.style).origins
      layout.details = details(of: drawn, origins, changesCase)
      layout.runs = rectangles(
        of: drawn, layout.details, width: width.isFinite ? width : layout.maxLineWidth)
    }
    return layout
  }

  /// Returns the number of lines at a width, at most the style's `maxLines`.
  public func lineCount(width: Double) -> Int {
    lineCount(width: width, TextWork()) ?? 0
  }

  /// Returns the number of lines at a width, at most the style's `maxLines`.
  ///
  /// - Parameter work: counts the work, and is asked before each line whether it may go on.
  /// - Returns: nil if the work had to end.
  func lineCount(width: Double, _ work: TextWork) -> Int? {
    var filler = LineFiller(self, available: Pixels.floor(width), work)
    let limit = style.style.maxLines ?? .max
    var count = 0
    while count < limit {
      guard work.checkpoint() else { return nil }
      guard filler.next() != nil else { break }
      count += 1
    }
    return count
  }

  /// Returns the height at a width, in points (TextRules T19).
  public func height(width: Double) -> Double { layout(width: width)?.height ?? 0 }

  /// Returns the width of the longest line at a width.
  public func maxLineWidth(width: Double) -> Double { layout(width: width)?.maxLineWidth ?? 0 }

  /// The width that the longest line wants if only newlines end lines.
  public var maxContentWidth: Double { maxContentWidth(TextWork()) ?? 0 }

  /// Returns the width that the longest line wants if only newlines end lines.
  ///
  /// - Parameter work: counts the work, and is asked before each line whether it may go on.
  /// - Returns: nil if the work had to end.
  public func maxContentWidth(_ work: TextWork) -> Double? {
    lines(.infinity, limit: .max, work).map { lines in
      Double(lines.map(\.extent).max() ?? 0) / 64
    }
  }

  /// Returns the lines at a width as they are drawn.
  ///
  /// Spaces at their ends are gone, a soft hyphen that was chosen is a hyphen, and a cut text ends with `…`.
  public func lines(width: Double) -> [String] {
    layout(width: width, drawsLines: true)?.lines ?? []
  }

  private func lines(_ width: Double, limit: Int, _ work: TextWork) -> [Line]? {
    guard !units.isEmpty else { return [] }
    var filler = LineFiller(self, available: Pixels.floor(width), work)
    var lines: [Line] = []
    while lines.count < limit {
      guard work.checkpoint() else { return nil }
      guard let line = filler.next() else { break }
      lines.append(line)
    }
    return lines
  }
}

/// A line of a text.
struct Line: Equatable {
  /// The offset of the first character.
  var start: Int
  /// The offset after the last character, spaces that hang included.
  var end: Int
  /// The width in 1/64, without spaces that hang and without the indent.
  var width: Int32
  /// The indent in 1/64.
  var indent: Int32 = 0
  /// Whether the line ends with the hyphen of a soft hyphen.
  var isHyphenated: Bool

  /// How far the line reaches from where lines without an indent begin, in 1/64.
  var extent: Int32 { max(0, Pixels.sum(width, indent)) }
}

/// The widths in 16.16 of all clusters before each character, and of all of them.
struct PrefixWidths {
  /// The widths of a text that is less than 32,768 points wide, as nearly all are.
  private let narrow: ContiguousArray<Int32>
  /// The widths of another text.
  private let wide: ContiguousArray<Int64>

  /// Adds the advances of the characters.
  init(_ advances: ContiguousArray<Int32>) {
    var isNarrow = true
    var width: Int64 = 0
    for advance in advances {
      width += Int64(advance)
      isNarrow = isNarrow && Int32(exactly: width) != nil
    }
    if isNarrow {
      var narrow = ContiguousArray<Int32>()
      narrow.reserveCapacity(advances.count + 1)
      var width: Int32 = 0
      for advance in advances {
        narrow.append(width)
        width += advance
      }
      narrow.append(width)
      self.narrow = narrow
      wide = []
    } else {
      var wide = ContiguousArray<Int64>()
      wide.reserveCapacity(advances.count + 1)
      width = 0
      for advance in advances {
        wide.append(width)
        width += Int64(advance)
      }
      wide.append(width)
      self.wide = wide
      narrow = []
    }
  }

  subscript(offset: Int) -> Int64 {
    wide.isEmpty ? Int64(narrow[offset]) : wide[offset]
  }

  /// The bytes of the arrays.
  var byteCount: Int { PreparedText.bytes(narrow.count, 4) + PreparedText.bytes(wide.count, 8) }
}
