import LayoutEngine

/// The texts of a picture's bodies, a `text` element for each line.
///
/// They are written before the picture's first piece, because texts may have to be shaped again, which no event loop
/// may do.
struct SVGBodyTexts: Sendable {
  /// The maximum number of elements of a picture that shows the text of items, as of a response with their lines.
  static let maxElements = 10_000
  /// The maximum number of bytes of all texts together; bodies after that, and after texts that take too much work,
  /// are drawn without texts.
  private static let maxBytes = 8 << 20
  /// The number of bytes after which no further line of a body is drawn, so that an element is copied in no time.
  private static let maxElementBytes = 256 << 10

  /// The parts of the element box of fonts, in ems, that baselines are placed by: the ascent, and the ascent with the
  /// descent.
  private static let (ascent, extent) = (0.95, 1.2)

  private var bytes: [UInt8] = []
  /// The end in `bytes` of each element's texts, in response order; empty if no element has texts.
  private var ends: [Int] = []
  /// The styles of the texts, a bit for each.
  private var used: UInt64 = 0
  /// Whether a line has parts in several styles.
  private var hasPieces = false
  private let styles: TextStyles
  private let direction: HorizontalDirection

  /// Writes the texts of all selected cells and supplementaries; none if there are more than `maxElements` elements.
  ///
  /// - Throws: `QueryError.cancelled` if the budget ended the work.
  /// - Complexity: O(bytes of the bodies) for texts that have been measured before.
  init(
    _ layout: PreparedLayout, _ selection: AttributesSelection, _ budget: LayoutBudget?
  ) throws(QueryError) {
    let document = layout.document
    styles = document.textStyles ?? TextStyles(names: [], styles: [])
    direction = document.container.direction
    guard !styles.styles.isEmpty, selection.count <= Self.maxElements else { return }
    let budget = budget ?? LayoutBudget()
    var (cursor, memo) = (selection.makeCursor(), DecimalMemo())
    while bytes.count < Self.maxBytes, !budget.lacksTextSteps {
      let start = bytes.count
      if let cell = cursor.nextIfCell() {
        let blocks = try Self.blocks { () throws(LayoutError) in
          try layout.bodyLines(of: cell, changesCase: true, budget)
        }
        if let blocks, let options = layout.bodyOptions(ofSection: cell.section) {
          append(blocks, in: cell.frame, options.insets, &memo)
        }
      } else if let other = cursor.next() {
        let blocks = try Self.blocks { () throws(LayoutError) in
          try layout.bodyLines(of: other, changesCase: true, budget)
        }
        if let blocks, let options = layout.bodyOptions(of: other) {
          append(blocks, in: other.frame, options.insets, &memo)
        }
      } else {
        break
      }
      ends.append(bytes.count)
      let count = bytes.count - start
      guard budget.checkpoint(after: 1 + count), budget.tryReserve(count + MemoryLayout<Int>.stride)
      else {
        throw .cancelled
      }
    }
    if bytes.isEmpty { ends = [] }
  }

  /// The number of bytes retained.
  var byteCount: Int { bytes.count + ends.count * MemoryLayout<Int>.stride }

  /// Whether no element has texts.
  var isEmpty: Bool { ends.isEmpty }

  /// Returns the texts of an element, by its number in response order; empty if it has none.
  func texts(of element: Int) -> ArraySlice<UInt8> {
    guard element < ends.count else { return [] }
    return bytes[(element > 0 ? ends[element - 1] : 0)..<ends[element]]
  }

  /// Appends the `style` element with a class for each style that the texts use.
  func appendStyle(to output: inout [UInt8]) {
    var writer = TextStyleWriter()
    output.append("<style>")
    for (number, style) in styles.styles.enumerated() where used >> UInt64(number) & 1 == 1 {
      output.append(".c")
      output.appendJSON(number)
      output.append("{")
      writer.appendFontOfPicture(style, to: &output)
      writer.appendFeatures(style, to: &output)
      writer.appendSpacing(style, writesZero: false, to: &output)
      output.append(";text-anchor:start;unicode-bidi:embed;direction:")
      output.append(isRightToLeft(style) ? "rtl}" : "ltr}")
    }
    // Runs share the direction of their line.
    if hasPieces { output.append(".t tspan{unicode-bidi:normal}") }
    output.append("</style>\n")
  }

  /// Returns the lines of an element's body; nil if it has none.
  private static func blocks(
    _ find: () throws(LayoutError) -> [BodyBlockLines]?
  ) throws(QueryError) -> [BodyBlockLines]? {
    do throws(LayoutError) {
      return try find()
    } catch {
      if error.isCancelled { throw .cancelled }
      return nil
    }
  }

  private mutating func append(
    _ blocks: [BodyBlockLines], in frame: Rect, _ insets: DirectionalInsets,
    _ memo: inout DecimalMemo
  ) {
    let (left, right) =
      direction == .rightToLeft
      ? (insets.trailing, insets.leading) : (insets.leading, insets.trailing)
    let start = bytes.count
    var hasBegun = false
    for block in blocks {
      guard let number = block.style, !block.lines.isEmpty else { continue }
      if !hasBegun { bytes.append(#"<g xml:space="preserve">"#) }
      hasBegun = true
      used |= 1 << UInt64(number)
      let style = styles.styles[number]
      let x = isRightToLeft(style) ? frame.maxX - right : frame.x + left
      let top = frame.y + block.y
      let place = Point(x: frame.x + left, y: top)
      for run in block.text?.runs ?? []
      where run.isBox && bytes.count - start < Self.maxElementBytes {
        append(run.frames, at: place, &memo)
      }
      for line in block.text?.lines ?? [] where bytes.count - start < Self.maxElementBytes {
        var y = top + line.top + line.height / 2
        y += (Self.ascent - Self.extent / 2) * style.fontSize
        if let detail = line.detail, !line.pieces.isEmpty || style.lineHeight == .normal {
          y = top + detail.baseline
        }
        bytes.append(#"<text class="c"#)
        bytes.appendJSON(number)
        bytes.append(#" t" x=""#)
        append(x, &memo)
        bytes.append(#"" y=""#)
        append(y, &memo)
        bytes.append(#"">"#)
        if line.pieces.isEmpty {
          bytes.appendXMLLine(line.text)
        } else {
          hasPieces = true
          append(line.pieces, number, &memo)
        }
        bytes.append("</text>")
      }
    }
    if hasBegun { bytes.append("</g>") }
  }

  /// Appends the parts of a line in their styles; a box is the distance before the next one.
  private mutating func append(
    _ pieces: [TextLines.Piece], _ block: Int, _ memo: inout DecimalMemo
  ) {
    var distance = 0.0
    for piece in pieces {
      if let width = piece.boxWidth {
        distance += width
        continue
      }
      let style = piece.style ?? block
      used |= 1 << UInt64(style)
      bytes.append(#"<tspan class="c"#)
      bytes.appendJSON(style)
      if distance > 0 {
        bytes.append(#"" dx=""#)
        append(distance, &memo)
        distance = 0
      }
      bytes.append(#"">"#)
      bytes.appendXMLLine(piece.text)
      bytes.append("</tspan>")
    }
  }

  /// Appends the boxes of a text as rectangles.
  private mutating func append(_ frames: [Rect], at place: Point, _ memo: inout DecimalMemo) {
    for frame in frames {
      bytes.append(#"<rect class="d" x=""#)
      append(place.x + frame.x, &memo)
      bytes.append(#"" y=""#)
      append(place.y + frame.y, &memo)
      bytes.append(#"" width=""#)
      append(frame.width, &memo)
      bytes.append(#"" height=""#)
      append(frame.height, &memo)
      bytes.append(#""/>"#)
    }
  }

  private func isRightToLeft(_ style: TextStyle) -> Bool {
    (style.direction ?? direction) == .rightToLeft
  }

  /// Appends a coordinate, rounded to hundredths.
  private mutating func append(_ value: Double, _ memo: inout DecimalMemo) {
    let rounded = (value * 100).rounded() / 100
    bytes.appendJSON(capacity: JSONWriter.maxNumberBytes) { $0.write(rounded, &memo) }
  }
}
