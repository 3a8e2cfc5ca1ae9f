import LayoutWire
import TestSupport
import Testing

import class Foundation.ProcessInfo

@testable import LayoutEngine

/// Versions share chunks with their parents: every frame must be that of the version's document laid
/// out afresh, to the last bit (LayoutRules I2), whatever updates led to it.
///
/// `TATAMI_RANDOM_VERSIONS=100000` runs that many sequences.
@Suite struct SharedVersionTests {
  private static let count =
    ProcessInfo.processInfo.environment["TATAMI_RANDOM_VERSIONS"].flatMap(UInt64.init) ?? 160

  @Test(arguments: 0..<10)
  func `I2 K7: a version's frames are those of its document, whatever updates led to it`(
    run: UInt64
  ) throws {
    for seed in stride(from: run, to: Self.count, by: 10) {
      var scene = VersionScene(seed: seed)
      var layout = try PreparedLayout(scene.document())
      for step in 0..<5 {
        let update = scene.update(of: layout)
        let version = try layout.updated(by: update, maxItems: .max)
        let comment = "seed \(seed), step \(step), \(scene.name)"
        layout = version.layout
        #expect(version.placedItemCount <= layout.itemCount, "\(comment)")
        let fresh = try PreparedLayout(VersionScene.anew(layout.document))
        guard VersionScene.isSame(layout, fresh, using: &scene.random) else {
          Issue.record("\(comment)")
          break
        }
      }
    }
  }
}

/// Random documents and updates of them.
struct VersionScene {
  var random: SeededGenerator
  private let layout: SectionLayout
  private let axis: LayoutAxis
  private let sectionCount: Int
  /// How many items there are for one that covers several columns; nil for none.
  private let itemsPerSpan: Int?
  /// The most columns that one covers.
  private let widestSpan: Int
  /// How many columns there are.
  private let columnCount: Int
  /// What lengths are multiplied by: in some documents they come near what content may have (LayoutRules
  /// I4).
  private let scale: Double
  let name: String

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed &* 7919)
    sectionCount = [1, 1, 1, 3].randomElement(using: &random) ?? 1
    let kind = Int.random(in: 0..<8, using: &random)
    let isSideways = Int.random(in: 0..<4, using: &random) == 0
    axis = isSideways && kind != 2 && kind != 3 ? .horizontal : .vertical
    name = ["list", "flow", "justified", "magazine"].indices.contains(kind) ? "lines" : "waterfall"
    let spacing: Double = [0, 0, 8, 3.3, -2].randomElement(using: &random) ?? 0
    let columnCount = [1, 2, 3, 5, 7, 20].randomElement(using: &random) ?? 3
    self.columnCount = columnCount
    itemsPerSpan = [nil, nil, 4, 40, 300].randomElement(using: &random) ?? nil
    widestSpan = [2, 3, columnCount, columnCount + 1].randomElement(using: &random) ?? 2
    // Justified items of such heights have no room in their rows.
    scale = kind == 2 ? 1 : [1, 1, 1, 1, 1e2].randomElement(using: &random) ?? 1
    switch kind {
    case 0:
      var list = ListSpec()
      list.rowSpacing = spacing
      list.headerFooter.headerReferenceSize = Size(width: 20, height: 30)
      layout = .list(list)
    case 1:
      var flow = FlowSpec()
      flow.itemSize = Size(width: 90, height: 50)
      flow.alignment =
        [.justified, .leading, .center, .trailing].randomElement(using: &random) ?? .justified
      flow.lineAlignment = [.center, .top, .bottom].randomElement(using: &random) ?? .center
      flow.minimumLineSpacing = spacing
      layout = .flow(flow)
    case 2:
      layout = .justified(JustifiedSpec())
    case 3:
      layout = .magazine(MagazineSpec())
    default:
      var waterfall = WaterfallSpec()
      waterfall.columns = .count(columnCount)
      waterfall.rowSpacing = spacing
      let placements: [WaterfallSpec.Placement] = [
        .shortestColumn, .shortestColumn, .roundRobin, .gridLanes(flowTolerance: 0),
        .gridLanes(flowTolerance: 30), .gridLanes(flowTolerance: .infinity),
      ]
      waterfall.placement = placements.randomElement(using: &random) ?? .shortestColumn
      if spacing >= 0, Bool.random(using: &random) { waterfall.packing = .dense }
      layout = .waterfall(waterfall)
    }
  }

  private var isWaterfall: Bool { if case .waterfall = layout { true } else { false } }
  private var isJustified: Bool { if case .justified = layout { true } else { false } }

  mutating func document() -> LayoutDocument {
    let sections = (0..<sectionCount).map { _ in
      let columns = items([0, 3, 60, 700, 2_500].randomElement(using: &random) ?? 3)
      return LayoutSection(items: Items(columns, cutAtRandom: &random))
    }
    var document = LayoutDocument(
      container: Container(size: Size(width: 700, height: 500)), sections: sections)
    document.layout = LayoutVariants(layout)
    document.configuration.scrollDirection = axis
    return document
  }

  private mutating func items(_ count: Int) -> ItemColumns {
    var columns = ItemColumns(count: count)
    let kind = Int.random(in: 0..<5, using: &random)
    let explicit = [0, 10, 3_000].randomElement(using: &random) ?? 0
    let kept = [0, 10, 3_000].randomElement(using: &random) ?? 0
    for item in 0..<count {
      // A justified item without height has no ratio.
      let height =
        scale * Double(Int.random(in: isJustified ? 1...400 : 0...400, using: &random)) / 2
      switch kind {
      case 0: columns.numbers.set(height, at: item)
      case 1:
        columns.widths.set(Double(Int.random(in: 1...200, using: &random)), at: item)
        columns.heights.set(height, at: item)
      case 2: columns.numbers.set(scale * Double.random(in: 1...200, using: &random), at: item)
      case 3:
        columns.numbers.set(scale * Double(Int.random(in: 1...4, using: &random) * 40), at: item)
      default:
        columns.numbers.set(height, at: item)
        if isWaterfall, Int.random(in: 0..<9, using: &random) == 0 {
          columns.bodyHeights.set(21.5, at: item)
        }
        if isWaterfall, Int.random(in: 0..<200, using: &random) == 0 {
          columns.columns.set(Double(Int.random(in: 0...9, using: &random)), at: item)
        }
      }
      if isWaterfall, let given = [nil, nil, nil, explicit, kept][kind], item % 5_000 < given {
        // Long runs of items with columns of their own, and of kept ones.
        let column = Double(Int.random(in: 0...columnCount, using: &random))
        if kind == 3 { columns.columns.set(column, at: item) }
        if kind == 4 { columns.keptColumns.set(column, at: item) }
      }
      if let itemsPerSpan, isWaterfall, Int.random(in: 0..<itemsPerSpan, using: &random) == 0 {
        // One over all columns lets them end alike, so that what comes after may be shared.
        let isFull = Int.random(in: 0..<4, using: &random) == 0
        let span = isFull ? columnCount : Int.random(in: 1...widestSpan, using: &random)
        columns.columnSpans.set(Double(span), at: item)
      }
      if kind == 1, Int.random(in: 0..<99, using: &random) == 0 {
        columns.zIndexes.set(3, at: item)
      }
    }
    return columns
  }

  // MARK: Updates

  mutating func update(of layout: PreparedLayout) -> LayoutUpdate {
    var update = LayoutUpdate()
    for (number, section) in layout.document.sections.enumerated()
    where Int.random(in: 0..<3, using: &random) > 0 {
      if section.items.count > 3, Int.random(in: 0..<5, using: &random) == 0 {
        move(within: number, of: section.items.count, in: &update)
      } else {
        change(number, section.items.count, in: &update)
      }
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      let added = items(Int.random(in: 1...60, using: &random))
      update.appends.append(LayoutUpdate.Append(Items(added)))
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1: update.keptColumns = .all
    case 2:
      let last = Int.random(in: 0..<max(1, layout.document.sections[0].items.count), using: &random)
      if layout.document.sections[0].items.count > 0 {
        update.keptColumns = .through(ItemPath(0, last))
      }
    case 3: update.keptColumns = LayoutUpdate.KeptColumns.none
    default: break
    }
    if Int.random(in: 0..<12, using: &random) == 0 {
      update.container = LayoutUpdate.ContainerChange()
      update.container?.width = .set(
        Double(Int.random(in: 600...720, using: &random)))
    }
    return update
  }

  private mutating func move(within section: Int, of count: Int, in update: inout LayoutUpdate) {
    let length = Int.random(in: 1...max(1, count / 3), using: &random)
    update.moves.append(
      LayoutUpdate.ItemMove(
        ItemRun(
          ItemPath(section, Int.random(in: 0...count - length, using: &random)), count: length),
        to: ItemPath(section, Int.random(in: 0...count - length, using: &random))))
  }

  private mutating func change(_ section: Int, _ count: Int, in update: inout LayoutUpdate) {
    var deleted = 0..<0
    if count > 0, Bool.random(using: &random) {
      let first = Int.random(in: 0..<count, using: &random)
      deleted = first..<min(count, first + Int.random(in: 1...40, using: &random))
      update.deletions.append(
        LayoutUpdate.Deletion(ItemRun(ItemPath(section, first), count: deleted.count)))
    }
    var named = Set(deleted)
    for _ in 0..<Int.random(in: 0...4, using: &random) where count > 0 && !isJustified {
      let item = Int.random(in: 0..<count, using: &random)
      guard named.insert(item).inserted else { continue }
      var measurement = LayoutUpdate.Measurement(ItemPath(section, item))
      let found = LayoutUpdate.MeasuredSide.found(
        scale * Double(Int.random(in: 1...500, using: &random)) / 4)
      if axis == .vertical || name == "lines" && isMagazine {
        measurement.height = found
      } else {
        measurement.width = found
      }
      update.measurements.append(measurement)
    }
    if Bool.random(using: &random) {
      let place = [0, count - deleted.count].randomElement(using: &random) ?? 0
      update.insertions.append(
        LayoutUpdate.Insertion(
          Items(items(Int.random(in: 1...80, using: &random))), at: ItemPath(section, place)))
    }
  }

  private var isMagazine: Bool { if case .magazine = layout { true } else { false } }

  // MARK: Comparison

  /// The same document with nothing shared, its chunks as a reader would cut them.
  static func anew(_ document: LayoutDocument) -> LayoutDocument {
    var anew = document
    anew.sections = Sections(
      document.sections.map {
        LayoutSection(items: Items($0.items.unpacked), layout: $0.layout, bodies: $0.bodies)
      })
    return anew
  }

  static func isSame(
    _ version: PreparedLayout, _ fresh: PreparedLayout, using random: inout SeededGenerator
  ) -> Bool {
    areSame([version], fresh, using: &random)
  }

  /// Compares several versions with a layout whose own answers are computed once.
  static func areSame(
    _ versions: [PreparedLayout], _ fresh: PreparedLayout, using random: inout SeededGenerator
  ) -> Bool {
    let size = fresh.contentSize
    let rects = (0..<6).map { _ in
      Rect(
        x: Double.random(in: -50...max(1, size.width), using: &random),
        y: Double.random(in: -50...max(1, size.height), using: &random),
        width: Double.random(in: 0...500, using: &random),
        height: Double.random(in: 0...900, using: &random))
    }
    let queries = [LayoutQuery(.all)] + rects.map { LayoutQuery(.rect($0)) }
    let answers = queries.map { try? fresh.attributes($0) }
    return versions.allSatisfy { version in
      version.contentSize == size && hasSameColumns(version, fresh)
        && zip(queries, answers).allSatisfy { (try? version.attributes($0)) == $1 }
    }
  }

  /// Whether every seventh item stands in the same column of both.
  private static func hasSameColumns(_ version: PreparedLayout, _ fresh: PreparedLayout) -> Bool {
    for section in 0..<version.sectionCount {
      let (one, other) = (
        version.content.sections[section].solution.cells,
        fresh.content.sections[section].solution.cells
      )
      guard one.count == other.count else { return false }
      for item in stride(from: 0, to: one.count, by: 7)
      where one.inColumns?.column(of: item) != other.inColumns?.column(of: item) { return false }
    }
    return true
  }
}

/// How much of a layout an update places anew.
@Suite struct SharedPlacesTests {
  ///
  /// - Parameter itemsPerSpan: how many items there are for one that covers two columns, 50 times as many
  ///   for one that covers all; nil for none.
  private static func layout(
    _ type: String, count: Int = 20_000, itemsPerSpan: Int? = nil
  ) throws -> PreparedLayout {
    var random = SeededGenerator(seed: UInt64(count))
    let heights = (0..<count).map { item in
      let height = Double(Int.random(in: 40...500, using: &random)) / 2
      guard let itemsPerSpan, item % itemsPerSpan == itemsPerSpan - 1 else { return "\(height)" }
      let span = item % (50 * itemsPerSpan) == 50 * itemsPerSpan - 1 ? 99 : 2
      return #"{"height":\#(height),"columnSpan":\#(span)}"#
    }
    let text =
      #"{"container":{"width":390,"height":844},"layout":{"type":\#(type)},"#
      + #""items":[\#(heights.joined(separator: ","))]}"#
    return try PreparedLayout(
      LayoutDocumentReader.read(Array(text.utf8), limits: DocumentLimits()))
  }

  @Test(arguments: [
    (#""waterfall","columns":3"#, #"{"append":[{"items":[50,60,70]}]}"#, 128),
    (
      #""waterfall","columns":3"#,
      #"{"measure":[{"indexPath":[0,9000],"height":77}],"keepColumns":true}"#, 1_024
    ),
    (#""list""#, #"{"append":[{"items":[50,60,70]}]}"#, 2_200),
    (#""list""#, #"{"insert":[{"indexPath":[0,0],"items":[50,60,70]}]}"#, 1_200),
    (#""list""#, #"{"measure":[{"indexPath":[0,9000],"height":77}]}"#, 2_200),
    (#""list""#, #"{"delete":[[0,9000]]}"#, 2_200),
    (#""flow""#, #"{"measure":[{"indexPath":[0,9000],"height":77}]}"#, 3_200),
    // Six of them stand in a line.
    (#""flow""#, #"{"insert":[{"indexPath":[0,9000],"items":[50,60,70,50,60,70]}]}"#, 3_200),
    (#""justified""#, #"{"insert":[{"indexPath":[0,9000],"items":[1.5,0.7]}]}"#, 4_000),
    (#""magazine""#, #"{"delete":[[0,9000]]}"#, 2_200),
    (#""magazine""#, #"{"append":[{"items":[50,60,70]}]}"#, 2_200),
    (#""waterfall","columns":3"#, "{}", 0), (#""flow""#, "{}", 0), (#""magazine""#, "{}", 0),
  ])
  func `An update places no more than what it changes and its chunk`(
    type: String, update: String, most: Int
  ) throws {
    try Self.expectFewPlaced(Self.layout(type), update, most)
  }

  @Test(arguments: [
    #""waterfall","columns":6"#, #""waterfall","columns":6,"placement":"roundRobin""#,
    #""waterfall","columns":6,"placement":"gridLanes","flowTolerance":30"#,
    #""waterfall","columns":40,"columnSpacing":0"#,
  ])
  func
    `Of a waterfall with spans an update places what it changes to the next item over all columns`(
      type: String
    ) throws
  {
    let layout = try Self.layout(type, itemsPerSpan: 4)
    let one = #"{"append":[{"items":[50,{"height":60,"columnSpan":2},70]}]}"#
    try Self.expectFewPlaced(layout, one, 550)
    try Self.expectFewPlaced(layout, #"{"measure":[{"indexPath":[0,9000],"height":77}]}"#, 2_800)
    try Self.expectFewPlaced(
      layout, #"{"measure":[{"indexPath":[0,9000],"height":77}],"keepColumns":true}"#, 2_800)
    let front = #"{"insert":[{"indexPath":[0,0],"items":[50,60,{"height":9,"columnSpan":99}]}]}"#
    try Self.expectFewPlaced(layout, front, 2_800)
  }

  private static func expectFewPlaced(
    _ layout: PreparedLayout, _ update: String, _ most: Int,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let version = try layout.updated(
      by: LayoutUpdateReader.read(Array(update.utf8)), maxItems: .max)
    #expect(version.placedItemCount <= most, sourceLocation: location)
    let fresh = try PreparedLayout(VersionScene.anew(version.layout.document))
    var random = SeededGenerator(seed: 9)
    #expect(
      VersionScene.isSame(version.layout, fresh, using: &random), sourceLocation: location)
    // All but the chunk, two lists of chunks and the section with its block.
    var held: Set<ObjectIdentifier> = []
    func visit(_ part: any SharedNode, _ body: (any SharedNode) -> Void) {
      guard held.insert(part.id).inserted else { return }
      body(part)
      part.visitSharedNodes { visit($0, body) }
    }
    visit(layout.part) { _ in }
    var bytes = 0
    visit(version.layout.part) { bytes += $0.byteCount }
    // Columns that items begin to keep take 2 bytes an item, and 48 a chunk.
    let columns = update.contains(#""keepColumns":true"#) ? 5 * layout.itemCount / 2 : 0
    #expect(bytes < 40 * most + 8_000 + columns, "\(bytes)", sourceLocation: location)
  }

  @Test func `Many small updates leave no more chunks than few large ones`() throws {
    var layout = try Self.layout(#""waterfall","columns":3"#)
    let append = try LayoutUpdateReader.read(Array(#"{"append":[{"items":[50,60,70]}]}"#.utf8))
    let chunks = layout.document.sections[0].items.chunks.count
    for _ in 0..<300 { layout = try layout.updated(by: append, maxItems: .max).layout }
    #expect(layout.itemCount == 20_900)
    #expect(layout.document.sections[0].items.chunks.count <= chunks + 10)
  }
}
