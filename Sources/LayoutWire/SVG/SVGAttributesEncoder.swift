public import LayoutEngine

/// Draws the response to an attributes query (`image/svg+xml`; Contract §5).
///
/// From bottom to top: paper; the extents of sections; the elements by zIndex; the edge of the queried
/// rectangle; the visible bounds. The view box is the queried rectangle, or else a rectangle around all
/// selected elements, with a margin. Pictures contain no scripts and no references. A picture of more
/// than 20,000 elements has no labels, and is written piece by piece. The text of items are shown in pictures of up to
/// 10,000 elements.
///
/// ```swift
/// var encoder = try SVGAttributesEncoder(
///   layout, LayoutQuery(.all), style: PictureStyle(theme: .dark, zoom: 0.5))
/// var svg: [UInt8] = []
/// while encoder.encode(into: &svg, limit: 1 << 16) {}
/// ```
public struct SVGAttributesEncoder: PieceEncoder {
  /// The margin around the selected elements, in points.
  static let margin = 10.0
  /// The maximum nominal length of a picture's side, in CSS pixels; larger pictures are scaled down.
  static let maxSide = 16_384.0
  /// The greatest absolute coordinate with which a picture is drawn in content coordinates.
  ///
  /// If the right or bottom edge of a queried rectangle, or of a picture of changes, lies farther out, the
  /// picture is drawn relative to its own corner, because viewers store coordinates in single precision.
  static let farthest = 0x1p20
  /// The maximum number of sections whose extents are drawn.
  static let maxSections = 20_000

  private enum Stage: Sendable {
    case gathering, sections, elements, ended
  }

  private let layout: PreparedLayout
  private let style: PictureStyle
  private let query: LayoutQuery
  private let selection: AttributesSelection
  private var order: SVGElementOrder
  private let texts: SVGBodyTexts
  private var writer: SVGElementWriter
  private var stage = Stage.gathering
  private var view = Rect.zero
  /// The point subtracted from the coordinates of sections and bounds.
  ///
  /// The coordinates of elements are already relative to it: the query's `origin` applies to them only.
  private var origin = Point.zero
  private var sections = 0..<0

  /// Creates an encoder for the elements that a query selects.
  ///
  /// `origin=section` cannot be drawn, and is treated as `content`.
  ///
  /// The first pieces are empty: the encoder first walks the selection once.
  ///
  /// - Parameters:
  ///   - layout: the layout to draw.
  ///   - query: the elements to draw.
  ///   - style: the colours and the size of the picture.
  ///   - budget: the budget charged for the search, and for shaping the text of items.
  /// - Throws: the errors of `PreparedLayout.select`.
  public init(
    _ layout: PreparedLayout, _ query: LayoutQuery, style: PictureStyle = PictureStyle(),
    _ budget: LayoutBudget? = nil
  ) throws(QueryError) {
    var query = query
    if query.origin == .section { query.origin = .content }
    if case .rect(let rect) = query.selection {
      if abs(rect.maxX) > Self.farthest || abs(rect.maxY) > Self.farthest { query.origin = .rect }
      if query.origin == .rect { origin = Point(x: rect.x, y: rect.y) }
    }
    selection = try layout.select(query, budget)
    self.layout = layout
    self.query = query
    self.style = style
    order = SVGElementOrder(selection)
    texts = try SVGBodyTexts(layout, selection, budget)
    writer = SVGElementWriter(layout, isDetailed: order.isDetailed)
  }

  /// Appends the picture's next piece.
  ///
  /// - Returns: whether the picture continues after this piece.
  public mutating func encode(into output: inout [UInt8], limit: Int) -> Bool {
    let start = output.count
    var allowance = Self.pieceElements
    if stage == .gathering {
      guard order.gather(lookingAt: &allowance) else { return true }
      view = viewBox()
      sections = Self.drawnSections(of: selection, query, layout)
      appendBeginning(to: &output)
      stage = .sections
    }
    if stage == .sections {
      while let section = sections.popFirst() {
        append(layout.summary(ofSection: section), to: &output)
        allowance -= 1
        guard output.count - start < limit, allowance > 0 else { return true }
      }
      stage = .elements
    }
    if stage == .elements {
      while let attributes = order.next(lookingAt: &allowance) {
        let texts = order.place.map { self.texts.texts(of: $0) } ?? []
        writer.append(attributes, texts: texts, to: &output)
        guard output.count - start < limit else { return true }
      }
      guard allowance > 0 else { return true }
      appendEnd(to: &output)
      stage = .ended
    }
    return false
  }

  /// The number of bytes retained: the selection, up to 20,000 elements in drawing order, and the text of items.
  public var heldByteCount: Int {
    selection.byteCount + order.heldByteCount + texts.byteCount
  }

  // MARK: What is shown

  /// Returns the rectangle that the picture shows; both its sides are at least one point long.
  private func viewBox() -> Rect {
    var view: Rect
    switch query.selection {
    case .rect(let rect): view = rect.offsetBy(dx: -origin.x, dy: -origin.y)
    case .all:
      let size = layout.contentSize
      let content = Rect(x: 0, y: 0, width: size.width, height: size.height)
      view = (order.bounds?.union(content) ?? content)
        .outsetBy(dx: Self.margin, dy: Self.margin)
    case .indexPaths:
      view = (order.bounds ?? .zero).outsetBy(dx: Self.margin, dy: Self.margin)
    }
    view.width = max(1, view.width)
    view.height = max(1, view.height)
    return view
  }

  /// Returns the sections whose extents are drawn: all from the first to the last one with a selected
  /// element.
  ///
  /// The range is empty if there are more than `maxSections` such sections.
  ///
  /// - Complexity: O(sections found).
  public static func drawnSections(
    of selection: AttributesSelection, _ query: LayoutQuery, _ layout: PreparedLayout
  ) -> Range<Int> {
    let range: Range<Int>
    if case .all = query.selection {
      range = 0..<layout.sectionCount
    } else {
      range = selection.sections.map { $0.lowerBound..<$0.upperBound + 1 } ?? 0..<0
    }
    return range.count <= maxSections ? range : 0..<0
  }

  // MARK: Its parts

  private mutating func appendBeginning(to output: inout [UInt8]) {
    Self.appendRoot(view, zoom: style.zoom, &writer, to: &output)
    output.appendJSON(selection.count)
    output.append(selection.count == 1 ? " element of a layout of " : " elements of a layout of ")
    output.appendJSON(layout.itemCount)
    output.append(layout.itemCount == 1 ? " item</title>\n" : " items</title>\n")
    style.theme.appendStyle(to: &output)
    if !texts.isEmpty { texts.appendStyle(to: &output) }
    writer.appendRect("p", view, to: &output)
    output.append("/>\n")
  }

  /// Appends a picture's beginning, up to its title's text.
  ///
  /// - Parameter zoom: the CSS pixels per point; reduced if a side would be longer than `maxSide`.
  static func appendRoot(
    _ view: Rect, zoom: Double, _ writer: inout SVGElementWriter, to output: inout [UInt8]
  ) {
    let zoom = min(zoom, maxSide / max(view.width, view.height))
    output.append(#"<svg xmlns="http://www.w3.org/2000/svg" viewBox=""#)
    for number in [view.x, view.y, view.width] {
      writer.append(number, to: &output)
      output.append(ASCII.space)
    }
    writer.append(view.height, to: &output)
    output.append(#"" width=""#)
    writer.append(max(1, view.width * zoom), to: &output)
    output.append(#"" height=""#)
    writer.append(max(1, view.height * zoom), to: &output)
    output.append("\" role=\"img\">\n<title>")
  }

  private mutating func append(_ section: SectionSummary, to output: inout [UInt8]) {
    let frame = section.frame.offsetBy(dx: -origin.x, dy: -origin.y)
    guard frame.width > 0, frame.height > 0, frame.intersects(view) else { return }
    writer.appendRect("s", frame, to: &output)
    guard order.isDetailed else { return output.append("/>\n") }
    output.append("><title>section ")
    output.appendJSON(section.section)
    output.append("</title></rect>\n")
  }

  private mutating func appendEnd(to output: inout [UInt8]) {
    if case .rect = query.selection {
      let edge = view.outsetBy(dx: -0.5, dy: -0.5)
      appendEdge("q", edge, to: &output)
    }
    if let bounds = query.bounds {
      appendEdge("v", bounds.offsetBy(dx: -origin.x, dy: -origin.y), to: &output)
    }
    output.append("</svg>")
  }

  private mutating func appendEdge(
    _ name: StaticString, _ rect: Rect, to output: inout [UInt8]
  ) {
    guard rect.width > 0, rect.height > 0 else { return }
    writer.appendRect(name, rect, to: &output)
    output.append("/>\n")
  }
}
