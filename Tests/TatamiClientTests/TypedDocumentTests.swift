import Foundation
import TatamiClient
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Documents as values, against the program.
@Suite struct TypedDocumentTests {
  private static let container = TatamiContainer(width: 390, height: 844)
  private static let whole = TatamiLayoutSize(width: .fractionalWidth(1), height: .estimated(80))

  /// A document of each layout, with options that are not their defaults, and what it is as JSON.
  private static let documents: [(document: TatamiDocument, json: String)] = [
    (
      TatamiDocument(
        container: container,
        layout: .flow(.init(itemSize: .init(width: 90), sectionInset: .centered)),
        items: .count(3)),
      #"{"layout":{"type":"flow","itemSize":{"width":90},"sectionInset":"centered"},"items":3}"#
    ),
    (
      TatamiDocument(
        container: container,
        layout: .waterfall(
          .init(
            columns: .minWidth(120), spacing: 4, placement: .gridLanes, flowTolerance: .infinite)),
        items: [120, .size(width: 4, height: 3), .item(.init(id: "a", aspectRatio: 1.5))]),
      """
      {"layout":{"type":"waterfall","columns":{"minWidth":120},"spacing":4,"placement":"gridLanes",
      "flowTolerance":"infinite"},"items":[120,[4,3],{"id":"a","aspectRatio":1.5}]}
      """
    ),
    (
      TatamiDocument(
        container: container,
        layout: .justified(.init(targetRowHeight: 200, boxSpacing: .each(.init(horizontal: 4)))),
        items: [1.5, 0.75]),
      #"{"layout":{"type":"justified","targetRowHeight":200,"boxSpacing":{"horizontal":4}},"items":[1.5,0.75]}"#
    ),
    (
      TatamiDocument(
        container: container,
        layout: .magazine(.init(verticalSpacing: 4, header: .init(height: 30))),
        items: [
          .item(.init(widthMode: .count(2), heightMode: .static)),
          .item(.init(widthMode: .fullBleed)),
        ]),
      """
      {"layout":{"type":"magazine","verticalSpacing":4,"header":{"height":30}},
      "items":[{"widthMode":2,"heightMode":"static"},{"widthMode":"fullBleed"}]}
      """
    ),
    (
      TatamiDocument(
        container: container, configuration: .init(interSectionSpacing: 9),
        layout: .layout(.list(.init(rowHeight: 30))),
        sections: [
          .init(items: [44]),
          .init(
            items: .count(1), layout: .layout(.custom(.init(frames: [.init(width: 9, height: 8)])))),
        ]),
      """
      {"configuration":{"interSectionSpacing":9},"layout":{"type":"list","rowHeight":30},"sections":[{"items":[44]},
      {"items":1,"layout":{"type":"custom","frames":[{"width":9,"height":8}]}}]}
      """
    ),
    (
      TatamiDocument(
        container: container,
        variants: [
          .init(when: .init(minWidth: 600), layout: .list(.init())),
          .init(
            layout: .compositional(
              .init(
                group: .subitemGroup(
                  .init(
                    direction: .vertical, size: whole,
                    subitems: [.layoutItem(.init(size: whole))], interItemSpacing: .fixed(3))),
                boundarySupplementaryItems: [
                  .init(kind: "header", size: whole, alignment: .top, pinToVisibleBounds: true)
                ]))),
        ], items: .count(4)),
      """
      {"layout":[{"when":{"minWidth":600},"layout":{"type":"list"}},{"layout":{"type":"compositional",
      "group":{"direction":"vertical","size":{"width":{"fractionalWidth":1},"height":{"estimated":80}},
      "subitems":[{"size":{"width":{"fractionalWidth":1},"height":{"estimated":80}}}],"interItemSpacing":{"fixed":3}},
      "boundarySupplementaryItems":[{"kind":"header","size":{"width":{"fractionalWidth":1},"height":{"estimated":80}},
      "alignment":"top","pinToVisibleBounds":true}]}}],"items":4}
      """
    ),
  ]

  @Test func `A value is the JSON that one would write`() throws {
    for (document, json) in Self.documents {
      var wanted = try #require(
        try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
      wanted["container"] = ["width": 390, "height": 844]
      let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(document))
      #expect(NSDictionary(dictionary: wanted).isEqual(encoded), "\(json)")
    }
  }

  @Test func `The service lays out documents of every layout`() async throws {
    let program = try TatamiProgram()
    let client = try Self.client(of: program)
    for (document, json) in Self.documents {
      let layout = try await client.layout(document)
      #expect(layout.summary.itemCount > 0 && layout.summary.contentSize.height > 0, "\(json)")
    }
  }

  // Doc comments show parts of this test, which another test compares.
  @Test func `An example of a client`() async throws {
    let program = try TatamiProgram()
    let base = try Self.client(of: program).base
    let client = TatamiClient(base: base)
    let wall = TatamiDocument(
      container: .init(width: 390, height: 844),
      layout: .waterfall(.init(columns: .count(2), spacing: 10)),
      items: [120, 80, .size(width: 4, height: 3)])
    let layout = try await client.layout(wall)
    let screen = CGRect(x: 0, y: 0, width: 390, height: 844)
    for element in try await layout.attributes(in: screen).attributes {
      print(element.indexPath, element.frame)
    }
    #expect(layout.summary.contentSize.height == 232.5)
  }

  @Test func `The first frames come with the layout, in one request`() async throws {
    let program = try TatamiProgram()
    let client = try Self.client(of: program)
    let document = TatamiDocument(
      container: Self.container, layout: .list(.init(rowHeight: 100)), items: .count(50))
    let before = try Self.requests(program)
    let screen = CGRect(x: 0, y: 0, width: 390, height: 844)
    let (layout, answer) = try await client.layout(document, in: screen)
    // The one that asked how many there were, and this one.
    #expect(try Self.requests(program) == before + 2)
    #expect(answer.attributes.map(\.frame.y) == (0..<9).map { Double($0) * 100 })
    let again = try await layout.attributes(in: screen)
    #expect(again == answer && layout.summary.itemCount == 50)
  }

  @Test func `Columns are the frames of all elements`() async throws {
    let program = try TatamiProgram()
    let layout = try await Self.client(of: program).layout(
      TatamiDocument(
        container: Self.container,
        layout: .waterfall(.init(columns: .count(3), headerReferenceSize: .init(height: 20))),
        items: .list((0..<200).map { .length(Double(40 + $0 * 37 % 90)) })))
    let columns = try await layout.columns()
    let everything = CGRect(x: -1e6, y: -1e6, width: 2e6, height: 2e6)
    let all = try await layout.attributes(in: everything).attributes
    let cells = all.filter { $0.category == .cell }
    #expect(columns.others == all.filter { $0.category != .cell } && columns.others.count == 1)
    #expect(cells.count == 200 && columns.cells.item == cells.map { $0.indexPath[1] })
    for (index, one) in cells.enumerated() {
      let frame = columns.frame(at: index)
      #expect(one.frame.cgRect == frame)
    }
  }

  @Test func `Requests go through the session that the client was given`() async throws {
    let program = try TatamiProgram(environment: ["TATAMI_API_KEYS": "a-key-of-the-session"])
    let base = try Self.client(of: program).base
    let document = TatamiDocument(
      container: Self.container, layout: .list(.init(rowHeight: 100)), items: .count(5))
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = ["Authorization": "Bearer a-key-of-the-session"]
    let client = TatamiClient(base: base, session: URLSession(configuration: configuration))
    let size = try await client.layout(document).summary.contentSize.cgSize
    #expect(size == CGSize(width: 390, height: 500))
    // The shared session has no such header.
    let other = await #expect(throws: TatamiProblem.self) {
      try await TatamiClient(base: base).layout(document)
    }
    #expect(other?.status == 401)
  }

  @Test func `What is wrong is said by localizedDescription, with its place`() async throws {
    let program = try TatamiProgram()
    let client = try Self.client(of: program)
    let wrong = TatamiDocument(
      container: Self.container, layout: .list(.init()), items: [40, -1, -2])
    do {
      _ = try await client.layout(wrong)
      Issue.record("a negative height was laid out")
    } catch {
      let text = error.localizedDescription
      #expect(text.contains("/items/1") && text.hasSuffix("(and 1 more)"), "\(text)")
    }
    let plain = TatamiProblem(type: "about:blank", title: "HTTP status 502", status: 502)
    #expect((plain as any Error).localizedDescription == "HTTP status 502")
  }

  private static func client(of program: TatamiProgram) throws -> TatamiClient {
    TatamiClient(base: try #require(URL(string: "http://127.0.0.1:\(program.client.port)")))
  }

  /// How many requests the program has answered.
  private static func requests(_ program: TatamiProgram) throws -> Int {
    let page = String(decoding: try program.client.send("GET", "/metrics").body, as: UTF8.self)
    return page.matches(of: #/tatami_requests_total\{.*\} (\d+)/#).reduce(0) {
      $0 + (Int($1.output.1) ?? 0)
    }
  }
}
