import LayoutEngine
import TestSupport
import Testing

@testable import LayoutWire

/// Frames as functions of the wall's width, beside the layouts of those widths (Contract §17).
struct FluidFramesTests {
  private let everything = LayoutQuery(.all)

  private func layout(_ rest: String, width: Double, _ container: String = "") throws
    -> PreparedLayout
  {
    try PreparedLayout(
      Reading.document(#"{"container":{"width":\#(width),"height":600\#(container)},\#(rest)}"#))
  }

  private func frames(
    _ layout: PreparedLayout, upTo end: Double = .infinity, _ query: LayoutQuery = LayoutQuery(.all)
  ) throws -> FluidFrames? {
    try FluidFrames(
      layout, layout.select(query), query, in: layout.document.container.size.width..<end, nil)
  }

  private func cells(_ layout: PreparedLayout, _ query: LayoutQuery = LayoutQuery(.all)) throws
    -> [Rect]
  {
    var (cursor, frames) = (try layout.select(query).makeCursor(), [Rect]())
    var allowance = Int.max
    while let cell = cursor.nextCell(steppingOver: &allowance) { frames.append(cell.frame) }
    return frames
  }

  /// The largest difference to the layout of a width.
  private func error(_ frames: FluidFrames, _ layout: PreparedLayout) throws -> Double {
    let width = layout.contentSize.width
    var error = abs(
      (frames.heights.map { $0.value(at: width) }.max() ?? -1) - layout.contentSize.height)
    let cells = try cells(layout)
    #expect(cells.count == frames.cells.count)
    for (cell, frame) in zip(cells, frames.cells) {
      error = max(
        error, abs(frame.x.value(at: width) - cell.x), abs(frame.y.value(at: width) - cell.y),
        abs(frame.width.value(at: width) - cell.width),
        abs(frame.height.value(at: width) - cell.height))
    }
    return error
  }

  private static let cards = (0..<40).map {
    #"{"width":300,"height":\#(200 + 37 * $0 % 300),"bodyHeight":\#(40 + 23 * $0 % 50)}"#
  }.joined(separator: ",")
  private static let inset = #""sectionInset":{"top":8,"left":12,"bottom":20,"right":16}"#

  @Test(arguments: [
    #""layout":{"type":"waterfall","columns":3,"placement":"roundRobin","spacing":8,\#(inset)},"items":[\#(cards)]"#,
    #""layout":{"type":"list","rowHeight":60,"rowSpacing":8,\#(inset)},"items":20"#,
    #""sections":[{"layout":{"type":"list"},"items":3},{"layout":{"type":"waterfall","columns":1},"items":[\#(cards)]}]"#,
    #""layout":{"type":"compositional","interGroupSpacing":8,"group":{"direction":"horizontal","#
      + #""size":{"width":{"fractionalWidth":1},"height":{"fractionalWidth":0.4,"plus":30}},"count":3,"#
      + #""interItemSpacing":{"fixed":8},"subitems":[{"size":{"width":{"fractionalWidth":1},"#
      + #""height":{"fractionalHeight":1}}}]}},"items":20"#,
  ])
  func `Frames are those of every width if items keep their places`(rest: String) throws {
    for container in [
      "", #","direction":"rtl""#,
      #","contentInsets":{"top":5,"leading":7,"bottom":9,"trailing":11}"#,
    ] {
      let frames = try #require(try frames(layout(rest, width: 320, container)))
      for width in stride(from: 320.0, through: 1920, by: 33.3) {
        #expect(try error(frames, layout(rest, width: width, container)) < 0.002, "\(width)")
      }
    }
  }

  @Test func `The height is that of the column that is the longest at each width`() throws {
    // The columns are 100, 30 + W / 5 and 4 W / 15 points long: the second is the longest from 350 points on, the third
    // from 450.
    let rest =
      #""layout":{"type":"waterfall","columns":3,"columnSpacing":0,"rowSpacing":0,"placement":"roundRobin"},"#
      + #""items":[100,[100,60],[100,80],{"height":0},{"height":30},{"height":0}]"#
    let start = try layout(rest, width: 300)
    let frames = try #require(try frames(start, upTo: 1000))
    #expect(frames.heights.count == 3)
    for width in stride(from: 300.0, to: 1000, by: 7) {
      #expect(try error(frames, layout(rest, width: width)) < 0.002, "\(width)")
    }
    // The range ends before another column is the longest.
    #expect(try self.frames(start, upTo: 400)?.heights.count == 2)
    #expect(try self.frames(start, upTo: 340)?.heights.count == 1)
  }

  @Test func `With a scale, frames are those without it`() throws {
    let rest = #""layout":{"type":"waterfall","columns":3,"spacing":8},"items":[\#(Self.cards)]"#
    let frames = try #require(try frames(layout(rest, width: 320, #","scale":2"#)))
    #expect(try error(frames, layout(rest, width: 320)) < 0.002)
  }

  @Test func `Selected cells have the frames that they have among all`() throws {
    let rest =
      #""sections":[{"layout":{"type":"list"},"items":30},{"layout":{"type":"list"},"items":30}]"#
    let layout = try layout(rest, width: 320)
    let query = LayoutQuery(.rect(Rect(x: 0, y: 1200, width: 10, height: 300)))
    let some = try #require(try frames(layout, upTo: .infinity, query))
    let all = try #require(try frames(layout))
    #expect(some.cells == Array(all.cells[27..<35]))
    #expect(some.heights == all.heights)
  }

  @Test func `At a width where items change places, frames are those of narrower walls`() throws {
    // Up to 320 points the first variant applies, beyond it the second.
    let rest =
      #""layout":[{"when":{"maxWidth":320},"layout":{"type":"list","rowHeight":10}},"#
      + #"{"layout":{"type":"waterfall","columns":2}}],"items":4"#
    let frames = try #require(try frames(layout(rest, width: 320)))
    #expect(try error(frames, layout(rest, width: 200)) < 0.002)
    // Without a second variant there is no wider wall.
    let only =
      #""layout":[{"when":{"maxWidth":320},"layout":{"type":"list","rowHeight":10}}],"items":4"#
    #expect(try self.frames(layout(only, width: 320)) != nil)
  }

  @Test(arguments: [
    #""layout":{"type":"magazine"},"items":4"#,
    #""configuration":{"scrollDirection":"horizontal"},"layout":{"type":"list"},"items":4"#,
    #""layout":{"type":"list"},"items":10001"#,
    #""layout":[{"when":{"minWidth":320,"maxWidth":320},"layout":{"type":"list"}}],"items":4"#,
    #""layout":[{"when":{"minWidth":320,"maxWidth":320},"layout":{"type":"list"}},"#
      + #"{"layout":{"type":"waterfall","columns":2}}],"items":4"#,
  ])
  func `Layouts that do not follow the width evenly have none`(rest: String) throws {
    #expect(try frames(layout(rest, width: 320)) == nil)
  }

  @Test func `A budget ends the work`() throws {
    let layout = try layout(#""layout":{"type":"list"},"items":9"#, width: 320)
    for budget in [
      LayoutBudget(isWanted: { false }), LayoutBudget(takeMemory: { _ in false }),
    ] {
      #expect(throws: QueryError.cancelled) {
        _ = budget.checkpoint()
        let selection = try layout.select(everything)
        _ = try FluidFrames(layout, selection, everything, in: 320..<640, budget)
      }
    }
  }
}
