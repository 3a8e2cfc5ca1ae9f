import LayoutWire
import TestSupport
import Testing

import func Foundation.cos
import class Foundation.ProcessInfo
import func Foundation.sin

@testable import LayoutEngine

/// Effects that follow the scroll position (LayoutRules O).
@Suite struct ScrollEffectTests {
  private static func layout(
    _ effects: String, layout: String = #""type":"list","rowHeight":100"#, items: String = "9",
    container: String = #""width":300,"height":400"#, configuration: String = "{}"
  ) throws -> PreparedLayout {
    let text =
      #"{"container":{\#(container)},"configuration":\#(configuration),"items":\#(items),"#
      + #""layout":{\#(layout),"effects":[\#(effects)]}}"#
    return try PreparedLayout(LayoutDocumentReader.read(Array(text.utf8), limits: DocumentLimits()))
  }

  private static func cell(
    _ layout: PreparedLayout, _ item: Int, _ bounds: Rect?, scroll: [WholeNumber: Double] = [:]
  ) throws -> LayoutAttributes {
    let path = LayoutIndexPath(section: 0, item: item)
    return try layout.attributes(
      LayoutQuery(.indexPaths([path], kind: nil), bounds: bounds, scroll: scroll))[0]
  }

  private static let group =
    #"{"direction":"horizontal","size":{"width":{"absolute":100},"height":{"absolute":50}},"#
    + #""subitems":[{"size":{"width":{"fractionalWidth":1},"height":{"fractionalHeight":1}}}]}"#
  private static let bounds = Rect(x: 0, y: 200, width: 300, height: 400)

  // MARK: By hand

  @Test func `O1: a curve is linear between its points and constant outside`() throws {
    let curve = try #require(
      EffectCurve(
        [(-1.0, 0.2), (0, 1), (2, 0)].map { .init(distance: $0.0, value: $0.1) }, of: .alpha))
    for (distance, value) in [
      (-.infinity, 0.2), (-9.0, 0.2), (-1, 0.2), (-0.5, 0.6), (0, 1), (1, 0.5), (2, 0),
      (.infinity, 0),
    ] {
      #expect(abs(curve.value(at: distance) - value) < 1e-15, "\(distance)")
    }
  }

  @Test func `O1: a curve has 1 to 16 points, ascending, within its property's range`() {
    func curve(_ stops: [(Double, Double)], _ property: ScrollEffect.Property = .alpha)
      -> EffectCurve?
    {
      EffectCurve(stops.map { .init(distance: $0.0, value: $0.1) }, of: property)
    }
    #expect(curve([]) == nil)
    #expect(curve((0..<16).map { (Double($0), 1) }) != nil)
    #expect(curve((0..<17).map { (Double($0), 1) }) == nil)
    #expect(curve([(0, 1), (0, 1)]) == nil && curve([(1, 1), (0, 1)]) == nil)
    for value in [-0.1, 1.1, .nan, .infinity] { #expect(curve([(0, value)]) == nil) }
    for distance in [1.1e6, -1.1e6, .nan, .infinity] { #expect(curve([(distance, 1)]) == nil) }
    #expect(curve([(0, 1.5)], .zIndex) == nil && curve([(0, -7)], .zIndex) != nil)
  }

  @Test func `O1: only one effect drives a property`() throws {
    var effect = ScrollEffect()
    effect.alpha = EffectCurve([.init(distance: 0, value: 1)], of: .alpha)
    #expect(ScrollEffects([effect]) != nil && ScrollEffects([effect, effect]) == nil)
    var other = effect
    other.elements = [.headers, .footers]
    #expect(ScrollEffects([effect, other])?.effects(on: .footers) == [other])
    other.elements.insert(.cells)
    #expect(ScrollEffects([effect, other]) == nil)
  }

  @Test func `O1: an effect drives the elements that it names, at their frames as returned`() throws
  {
    let options =
      #""type":"list","rowHeight":100,"headerReferenceSize":{"height":50},"#
      + #""footerReferenceSize":{"height":50},"sectionHeadersPinToVisibleBounds":true,"#
      + #""showsSeparators":true"#
    let layout = try Self.layout(
      #"{"elements":["headers"],"reference":"leading","unit":"points","alpha":[[0,0.5],[100,1]],"zIndex":[[0,3]]},"#
        + #"{"elements":["footers"],"reference":"leading","unit":"points","alpha":[[-500,0],[500,1]]}"#,
      layout: options)
    func found(_ bounds: Rect) throws -> [String] {
      try layout.attributes(LayoutQuery(.all, bounds: bounds)).filter { $0.effects != nil }.map {
        "\($0.kind ?? "cell") \($0.alpha) \($0.zIndex)"
      }
    }
    // The header rests at 0, then is pinned; the footer is at 950.
    #expect(
      try found(Rect(x: 0, y: -50, width: 300, height: 400)) == ["header 0.75 13", "footer 1.0 0"])
    #expect(
      try found(Rect(x: 0, y: 700, width: 300, height: 400)) == ["header 0.5 13", "footer 0.75 0"])
    let path = LayoutIndexPath(section: 0, item: 0)
    let footer = try layout.attributes(
      LayoutQuery(
        .indexPaths([path], kind: "footer"), bounds: Rect(x: 0, y: 700, width: 300, height: 400)))
    #expect(footer.map(\.alpha) == [0.75])
  }

  @Test func `O3: a rectangle finds headers and badges that effects can move into it`() throws {
    let badge =
      #"{"direction":"horizontal","size":{"width":{"absolute":100},"height":{"absolute":100}},"#
      + #""subitems":[{"size":{"width":{"fractionalWidth":1},"height":{"fractionalHeight":1}},"#
      + #""supplementaryItems":[{"kind":"badge","size":{"width":{"absolute":10},"height":{"absolute":10}},"#
      + #""containerAnchor":{"edges":["top","leading"]}}]}]}"#
    func found(_ elements: String) throws -> [String] {
      let layout = try Self.layout(
        #"{"elements":[\#(elements)],"translation":{"y":[[0,-150]]}}"#,
        layout: #""type":"compositional","group":\#(badge)"#, items: "9",
        container: #""width":100,"height":400"#)
      let rect = Rect(x: 0, y: 0, width: 100, height: 50)
      return try layout.attributes(LayoutQuery(.rect(rect), bounds: Self.bounds)).map {
        "\($0.kind ?? "cell") \($0.item)"
      }
    }
    #expect(try found(#""headers""#) == ["cell 0", "badge 0"])
    #expect(try found(#""supplementaries""#) == ["cell 0", "badge 0", "badge 1"])
    #expect(try found(#""cells""#) == ["cell 0", "cell 1", "badge 0"])
  }

  @Test(arguments: [
    // The row at 400…500 in bounds at 200…600: centres 450 and 400, leading edges 200 apart, trailing ones 100.
    ("center", "item", 0.5), ("center", "viewport", 0.125), ("center", "points", 50),
    ("leading", "item", 2), ("leading", "viewport", 0.5), ("leading", "points", 200),
    ("trailing", "item", -1), ("trailing", "viewport", -0.25), ("trailing", "points", -100),
  ])
  func `O2: distances`(_ reference: String, _ unit: String, _ distance: Double) throws {
    let layout = try Self.layout(
      #"{"reference":"\#(reference)","unit":"\#(unit)","translation":{"y":[[-1000,-1000],[1000,1000]]}}"#
    )
    let cell = try Self.cell(layout, 4, Self.bounds)
    let transform = LayoutTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: distance)
    #expect(cell.transform == transform)
    #expect(cell.frame == Rect(x: 0, y: 400, width: 300, height: 100))
    #expect(cell.effects?.alpha == nil && cell.alpha == 1 && cell.zIndex == 0)
  }

  @Test func `O2: distances across the axis, and in a right-to-left container from the right`()
    throws
  {
    for (direction, x, tx) in [("ltr", 0.0, 20.0), ("rtl", 220, -20)] {
      let layout = try Self.layout(
        #"{"axis":"cross","reference":"leading","unit":"points","translation":{"x":[[0,0],[100,100]]}}"#,
        layout: #""type":"custom","frames":[[0,0,80,50]]"#, items: "1",
        container: #""width":300,"height":400,"direction":"\#(direction)""#)
      let bounds = Rect(x: direction == "ltr" ? -20 : 20, y: 0, width: 300, height: 400)
      let cell = try Self.cell(layout, 0, bounds)
      #expect(cell.frame.x == x && cell.transform?.tx == tx)
    }
  }

  @Test func `O2: an orthogonal section follows its own offset`() throws {
    let layout = try Self.layout(
      #"{"alpha":[[-1,0],[0,1],[1,0]]}"#,
      layout:
        #""type":"compositional","orthogonalScrollingBehavior":"continuous","group":\#(Self.group)"#
    )
    let bounds = Rect(x: 0, y: 0, width: 300, height: 400)
    #expect(try Self.cell(layout, 1, bounds).alpha == 1)
    #expect(try Self.cell(layout, 2, bounds).alpha == 0)
    #expect(try Self.cell(layout, 2, bounds, scroll: [0: 75]).alpha == 0.75)
  }

  @Test func `O1: an effect adds to a cell's own order, rounded upwards at the half`() throws {
    let layout = try Self.layout(
      #"{"unit":"points","zIndex":[[-100,-10],[100,10]]}"#,
      items: #"[{"height":100,"zIndex":7},100,100,100,100]"#)
    let bounds = Rect(x: 0, y: 0, width: 300, height: 110)
    #expect(try Self.cell(layout, 0, bounds).zIndex == 7)
    #expect(try Self.cell(layout, 1, bounds).zIndex == 10)
    #expect(try Self.cell(layout, 1, Rect(x: 0, y: 65, width: 300, height: 100)).zIndex == 4)
    #expect(try Self.cell(layout, 1, nil).zIndex == 0)
  }

  @Test func `O3: a rectangle finds cells that effects can move into it`() throws {
    let bounds = Rect(x: 0, y: 0, width: 300, height: 400)
    func found(_ effects: String, _ bounds: Rect?) throws -> [Int] {
      let layout = try Self.layout(effects, items: "99")
      let rect = Rect(x: 0, y: 2_000, width: 300, height: 100)
      return try layout.attributes(LayoutQuery(.rect(rect), bounds: bounds)).map(\.item)
    }
    let scaled = #"{"scale":[[0,1.5]]}"#
    // Half of the scale beyond 1 of the bounds' height: 100 points.
    #expect(try found(scaled, bounds) == [19, 20, 21])
    #expect(try found(scaled, nil) == [20])
    #expect(try found(#"{"scale":[[0,0.5]],"alpha":[[0,0]]}"#, bounds) == [20])
    #expect(try found(#"{"translation":{"y":[[0,-150],[1,20]]}}"#, bounds) == Array(18...22))
    // Half of the bounds' diagonal: 250 points.
    #expect(try found(#"{"rotation":[[0,0]]}"#, bounds) == Array(17...23))
  }

  @Test func `O3: a rectangle finds cells of other sections that effects can move into it`() throws
  {
    let text =
      #"{"container":{"width":300,"height":400},"sections":[{"items":3},{"items":3},{"items":2}],"#
      + #""layout":{"type":"list","rowHeight":100,"headerReferenceSize":{"height":10},"#
      + #""effects":[{"translation":{"y":[[0,-300]]}}]}}"#
    let layout = try PreparedLayout(
      LayoutDocumentReader.read(Array(text.utf8), limits: DocumentLimits()))
    let query = LayoutQuery(.rect(Rect(x: 0, y: 0, width: 300, height: 5)), bounds: Self.bounds)
    // Headers do not move; three rows of 10…310 and none of 320…620 begin above 305.
    let found = try layout.attributes(query)
    #expect(found.map(\.kind) == ["header", nil, nil, nil])
    let near = LayoutQuery(.rect(Rect(x: 0, y: 25, width: 300, height: 5)), bounds: Self.bounds)
    #expect(
      try layout.attributes(near).map { [$0.section ?? -1, $0.item] } == [
        [0, 0], [0, 1], [0, 2], [1, 0],
      ])
  }

  @Test func `O3: a query with effects visits no more than it finds`() throws {
    let layout = try Self.layout(
      #"{"scale":[[-1,1],[0,2]],"translation":{"y":[[0,100],[1,-100]]}}"#, items: "1000000")
    let query = LayoutQuery(
      .rect(Rect(x: 0, y: 5e7, width: 300, height: 400)),
      bounds: Rect(x: 0, y: 5e7, width: 300, height: 400))
    let selection = try #require(try layout.select(query, effort: 100))
    #expect(selection.count == 4 + 2 * 3)
  }

  @Test func `O1: without bounds nothing is applied`() throws {
    let layout = try Self.layout(#"{"alpha":[[0,0.5]],"scale":[[0,0.5]],"zIndex":[[0,5]]}"#)
    let plain = try Self.layout("")
    #expect(try layout.attributes(LayoutQuery(.all)) == plain.attributes(LayoutQuery(.all)))
  }

  @Test func `O4: changes compare elements without effects`() throws {
    let layout = try Self.layout(#"{"alpha":[[0,0.5],[1,0.2]],"zIndex":[[0,5],[1,2]]}"#)
    let view = VersionView(layout, bounds: Self.bounds, scroll: [:])
    let found = try layout.attributes(view.query(.all))
    #expect(found.allSatisfy { $0.effects == nil && $0.zIndex == 0 })
    #expect(found.count == 9)
  }

  @Test func `O5: only sections that scroll with the content have effects along it`() throws {
    for (behavior, isOrthogonal) in [("none", false), ("continuous", true)] {
      let layout = try Self.layout(
        #"{"alpha":[[0,0.5]]}"#,
        layout:
          #""type":"compositional","orthogonalScrollingBehavior":"\#(behavior)","group":\#(Self.group)"#
      )
      #expect((layout.effectsAlongContent(ofSection: 0) == nil) == isOrthogonal)
    }
  }

  // MARK: Against the oracle

  @Test func `O1: sines and cosines are those of the library`() {
    var random = SeededGenerator(seed: 7)
    let angles =
      (-3_600...3_600).map(Double.init)
      + (0..<2_000).map { _ in Double.random(in: -3_600...3_600, using: &random) }
    for angle in angles {
      let (sine, cosine) = Rotation.sineAndCosine(ofDegrees: angle)
      #expect(abs(sine - sin(angle * .pi / 180)) < 1e-13, "\(angle)")
      #expect(abs(cosine - cos(angle * .pi / 180)) < 1e-13, "\(angle)")
    }
    #expect(Rotation.sineAndCosine(ofDegrees: -90) == (-1, 0))
  }

  private static let count =
    ProcessInfo.processInfo.environment["TATAMI_RANDOM_DOCUMENTS"].flatMap(UInt64.init) ?? 400

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `O1 O2: random effects are those of the oracle`(run: UInt64) throws {
    var compared = 0
    for seed in stride(from: run, to: Self.count, by: 4) {
      var documents = RandomDocument(seed: seed)
      var document = documents.next()
      var list = ListSpec()
      list.effects = documents.someEffects()
      document.layout = LayoutVariants(.list(list))
      guard let layout = try? PreparedLayout(document) else { continue }
      let slow = SlowEffects(layout)
      for _ in 0..<3 {
        let size = layout.contentSize
        let bounds = Rect(
          x: documents.random.number(in: -100...(size.width)),
          y: documents.random.number(in: -100...(size.height)),
          width: documents.random.number(in: 0...500), height: documents.random.number(in: 0...900))
        let query = LayoutQuery(.all, bounds: bounds)
        for (cell, plain) in zip(
          try layout.attributes(query), try layout.attributes(query.withoutEffects))
        {
          compared +=
            try Self.expect(cell, plain, slow.expected(cell, bounds), "seed \(seed)") ? 1 : 0
        }
      }
    }
    #expect(compared > 1_000)
  }

  /// Compares a cell; returns whether it has effects.
  private static func expect(
    _ cell: LayoutAttributes, _ plain: LayoutAttributes, _ expected: SlowEffects.Expected?,
    _ comment: Comment
  ) throws -> Bool {
    #expect(cell.frame == plain.frame && cell.id == plain.id, comment)
    guard let expected else {
      #expect(cell == plain, comment)
      return false
    }
    let effects = try #require(cell.effects, comment)
    func isNear(_ one: Double?, _ other: Double?) -> Bool {
      guard let one, let other else { return one == nil && other == nil }
      return abs(one - other) < 2e-6
    }
    #expect(isNear(effects.alpha, expected.alpha), comment)
    #expect(isNear(effects.dim, expected.dim), comment)
    let transform = effects.transform.map { [$0.a, $0.b, $0.c, $0.d, $0.tx, $0.ty] }
    #expect((transform == nil) == (expected.transform == nil), comment)
    for (one, other) in zip(transform ?? [], expected.transform ?? []) {
      #expect(isNear(one, other), comment)
    }
    let added = Double(cell.zIndex - plain.zIndex)
    #expect(abs(added - expected.zIndex) < 0.5 + 1e-6, comment)
    return true
  }
}
