import LayoutEngine
import LayoutWire
import Testing

/// What other engines do otherwise than Apple's (LayoutRules E), by hand arithmetic.
@Suite struct OtherEnginesTests {
  private func layout(_ json: String) throws -> PreparedLayout {
    try PreparedLayout(try LayoutDocumentReader.read(Array(json.utf8)))
  }

  private func frames(of layout: PreparedLayout) throws -> [Rect] {
    layout.attributes(in: Rect(x: -1, y: -1, width: 1_000, height: 1_000)).map(\.frame)
  }

  @Test func `E: the content is the container's width, and ends with its last section`() throws {
    let layout = try layout(
      """
      {"container":{"width":375,"height":812},"configuration":{"interSectionSpacing":8},
       "layout":{"type":"compositional","group":{"direction":"horizontal",
         "size":{"width":{"absolute":100},"height":{"absolute":50}},
         "subitems":[{"size":{"width":{"fractionalWidth":1},"height":{"fractionalHeight":1}}}]}},
       "sections":[{"items":1},{"items":1}]}
      """)
    // Not the frames' union, 100; nor 116, with a spacing after the last section.
    #expect(layout.contentSize == Size(width: 375, height: 108))
  }

  @Test func `E: edge spacing across the axis does not add up, the footer stands below the slot`()
    throws
  {
    let layout = try layout(
      """
      {"container":{"width":375,"height":812},
       "layout":{"type":"compositional","group":{"direction":"horizontal",
         "size":{"width":{"absolute":100},"height":{"absolute":80}},
         "subitems":[{"size":{"width":{"absolute":50},"height":{"absolute":30}},
                      "edgeSpacing":{"top":{"fixed":10}}}]},
       "boundarySupplementaryItems":[{"kind":"footer","alignment":"bottom",
         "size":{"width":{"fractionalWidth":1},"height":{"absolute":20}}}]},
       "items":2}
      """)
    #expect(
      try frames(of: layout) == [
        Rect(x: 0, y: 10, width: 50, height: 30), Rect(x: 50, y: 10, width: 50, height: 30),
        Rect(x: 0, y: 80, width: 375, height: 20),
      ])
  }

  @Test func `E: a last line leads, and the content is wider than its widest line`() throws {
    let layout = try layout(
      """
      {"container":{"width":320,"height":568},"layout":{"type":"flow"},
       "items":[[200,40],[200,40],[60,20],[80,40]]}
      """)
    // 200 + 10 + 200 and 200 + 10 + 60 + 10 + 80 pass 320: lines of one item, centred; of two,
    // justified; and the last one of one.
    #expect(
      try frames(of: layout) == [
        Rect(x: 60, y: 0, width: 200, height: 40), Rect(x: 0, y: 50, width: 200, height: 40),
        Rect(x: 260, y: 60, width: 60, height: 20), Rect(x: 0, y: 100, width: 80, height: 40),
      ])
    #expect(layout.contentSize.width == 320)
  }
}
