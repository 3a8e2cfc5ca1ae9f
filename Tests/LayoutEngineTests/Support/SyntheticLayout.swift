import TestSupport

@testable import LayoutEngine

/// Cells whose frames are written down.
final class GivenCells: SectionCells {
  let count: Int
  let bounds: Rect
  let frames: [Rect]
  private let index: RectIndex

  init(_ frames: [Rect]) {
    self.frames = frames
    let index = RectIndex(frames)
    self.index = index
    self.count = frames.count
    self.bounds = index.bounds
  }

  var byteCount: Int { frames.count * 32 }
  func frame(of item: Int, _ placement: FrameTransform, _ walk: inout CellCursor) -> Rect {
    placement.frame(given: frames[item])
  }
  func fill(
    _ frames: inout CellFrames, _ cells: Range<Int>, _ placement: FrameTransform,
    _ walk: inout CellCursor
  ) {
    frames.fill(cells) { frame(of: $0, placement, &walk) }
  }
  func addCandidates(intersecting rect: Rect, to numbers: inout IndexRuns) {
    index.addNumbers(intersecting: rect, to: &numbers)
  }
}

/// Badges that are written down.
final class GivenSupplementaries: SectionSupplementaries {
  let count: Int
  let bounds: Rect
  let elements: [SectionElement]
  private let index: RectIndex

  init(_ elements: [SectionElement], axis: LayoutAxis) {
    self.elements = elements
    let index = RectIndex(elements.map { $0.frame(axis) })
    self.index = index
    self.count = elements.count
    self.bounds = index.bounds
  }

  var byteCount: Int { elements.count * 100 }
  func place(of number: Int) -> SectionFrame { elements[number].place }
  func element(_ number: Int) -> SectionElement { elements[number] }
  func number(kind: String, item: Int) -> Int? {
    elements.firstIndex { $0.kind == kind && $0.item == item }
  }
  func addCandidates(intersecting rect: Rect, to numbers: inout IndexRuns) {
    index.addNumbers(intersecting: rect, to: &numbers)
  }
}

extension SolverResult {
  /// A section of given cells and elements.
  static func given(
    length: Double, _ frames: [Rect] = [], elements: [SectionElement] = [],
    supplementaries: [SectionElement] = [], axis: LayoutAxis = .vertical
  ) -> SolverResult {
    SolverResult(
      length: Units(points: length), maxExtent: length, cells: GivenCells(frames),
      elements: elements,
      supplementaries: supplementaries.isEmpty
        ? nil : GivenSupplementaries(supplementaries, axis: axis))
  }
}

extension SectionElement {
  /// A supplementary, or a decoration by its rank.
  static func given(
    _ rank: Rank, kind: String, item: Int = 0, _ frame: Rect, zIndex: Int = 0, pin: Pin? = nil,
    axis: LayoutAxis = .vertical
  ) -> SectionElement {
    SectionElement(
      rank: rank, category: rank == .decoration ? .decoration : .supplementary, kind: kind,
      item: item, place: axis.place(frame), zIndex: zIndex, pin: pin)
  }
}

extension PreparedLayout {
  /// Sections stacked without solving anything.
  static func given(
    _ sections: [SolverResult], container: Container, axis: LayoutAxis = .vertical,
    spacing: Double = 0
  ) throws -> PreparedLayout {
    let insets = container.contentInsets
    let inner = Size(
      width: container.size.width - insets.horizontal,
      height: container.size.height - insets.vertical)
    var end = Units.zero
    var blocks = SectionBlocksBuilder(axis: axis)
    for section in sections {
      let start = blocks.isEmpty ? .zero : end + Units(points: spacing)
      end = start + section.length
      blocks.append(
        LaidOutSection(
          LayoutSection(items: Items(count: section.cells.count)),
          SolvedSection(section, axis: axis), isSolved: false), at: start)
    }
    let none = try ContentBoundaries([], axis: axis, container: inner, path: .root)
    return PreparedLayout(
      content: PreparedContent(
        LayoutDocument(
          container: container, configuration: LayoutConfiguration(scrollDirection: axis),
          sections: []),
        SectionStack(
          sections: try blocks.finish(), boundaries: none, length: end, room: .zero, byteCount: 0)))
  }

  /// All attributes that a query finds, in order.
  func attributes(_ query: LayoutQuery) throws -> [LayoutAttributes] {
    let selection = try select(query)
    var cursor = selection.makeCursor()
    var found: [LayoutAttributes] = []
    while let attributes = cursor.next() { found.append(attributes) }
    return found
  }
}

extension SeededGenerator {
  /// A number in the range, a whole one half of the time.
  mutating func number(in range: ClosedRange<Double>) -> Double {
    let number = Double.random(in: range, using: &self)
    return Bool.random(using: &self) ? number.rounded() : number
  }

  /// A layout of random sections: pinned, scrolled, rounded or not, with badges and backgrounds.
  ///
  /// - Parameter most: how many sections it may have.
  mutating func syntheticLayout(most: Int = 40) throws -> PreparedLayout {
    let axis: LayoutAxis = Bool.random(using: &self) ? .vertical : .horizontal
    let container = Container(
      size: Size(width: number(in: 50...400), height: number(in: 50...400)),
      contentInsets: DirectionalInsets(
        top: number(in: 0...10), leading: number(in: 0...10), bottom: number(in: 0...10),
        trailing: number(in: 0...10)),
      direction: Bool.random(using: &self) ? .rightToLeft : .leftToRight,
      scale: Bool.random(using: &self) ? [1, 2, 3, 0.3].randomElement(using: &self) : nil)
    let cells = 60 * 40 / most
    let sections = (0..<Int.random(in: 0...most, using: &self)).map { _ in
      syntheticSection(axis: axis, cells: cells)
    }
    return try .given(
      sections, container: container, axis: axis, spacing: number(in: -20...20))
  }

  private mutating func syntheticSection(axis: LayoutAxis, cells most: Int) -> SolverResult {
    let length = number(in: 0...300)
    let cells = (0..<Int.random(in: 0...most, using: &self)).map { _ in frame(reach: 300) }
    let side = number(in: 0...40)
    let header = axis.rect(main: 0, cross: 0, mainLength: side, crossLength: 300)
    let footer = axis.rect(main: length - side, cross: 0, mainLength: side, crossLength: 300)
    var section = SolverResult.given(
      length: length, cells,
      elements: [
        .given(
          .header, kind: "header", header, pin: .header(limit: Units(points: length - side)),
          axis: axis),
        .given(
          .footer, kind: "footer", footer, pin: .footer(limit: Units(points: side)),
          axis: axis),
        .given(.other, kind: "side", frame(reach: 300), axis: axis),
        .given(.decoration, kind: "background", frame(reach: 300), axis: axis),
      ].filter { _ in Bool.random(using: &self) },
      supplementaries: (0..<Int.random(in: 0...9, using: &self)).map {
        .given(.other, kind: "badge", item: $0, frame(reach: 300), axis: axis)
      }, axis: axis)
    switch Int.random(in: 0..<6, using: &self) {
    case 0: section.rounding = .nothing
    case 1: section.rounding = .allButCells
    default: section.rounding = .everything
    }
    if Bool.random(using: &self) {
      section.orthogonal = OrthogonalSection(
        behavior: .continuous, contentLength: 600, firstGroupStart: 0, groupStride: 100,
        groupLength: 100, groupCount: 6)
    }
    return section
  }

  /// A frame near the origin, without area now and then.
  mutating func frame(reach: Double) -> Rect {
    Rect(
      x: number(in: -30...reach), y: number(in: -30...reach), width: max(0, number(in: -10...90)),
      height: max(0, number(in: -10...90)))
  }
}
