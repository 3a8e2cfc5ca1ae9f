package import LayoutEngine

/// Makes documents of every layout from a seed: most of them can be laid out, wild ones hold
/// whatever their types allow.
package struct RandomDocument {
  /// The source of all choices.
  package var random: SeededGenerator
  /// How likely a number is to be one that no client should send: 0 for never.
  package var wildness: Double
  /// The most items of a section.
  package var maxItems: Int

  /// Creates the maker of that seed's documents.
  package init(seed: UInt64, wildness: Double = 0, maxItems: Int = 40) {
    random = SeededGenerator(seed: seed)
    self.wildness = wildness
    self.maxItems = maxItems
  }

  /// The next document.
  package mutating func next() -> LayoutDocument {
    let axis: LayoutAxis = chance(0.3) ? .horizontal : .vertical
    var configuration = LayoutConfiguration(scrollDirection: axis)
    if chance(0.4) { configuration.interSectionSpacing = distance() }
    if chance(0.25) {
      configuration.boundarySupplementaryItems = list(upTo: 3) { $0.boundaryItem() }
    }
    if chance(0.2) {
      configuration.contentInsetsReference = pick(ContentInsetsReference.allCases)
    }
    if chance(0.15) {
      configuration.minimumContentLength = chance(0.4) ? .container : .points(real(in: 0...4_000))
      configuration.contentAlignment = pick([.start, .center, .end])
    }
    if chance(wildness) { configuration.minimumContentLength = .points(number()) }
    configuration.headersPinAcrossSections = chance(0.2)
    let shared = LayoutVariants(referring(layout(for: nil, axis: axis).layout))
    let sections = list(upTo: chance(0.05) ? 40 : 4) { $0.section(axis: axis) }
    return LayoutDocument(
      container: container(), configuration: configuration,
      layout: chance(0.97) ? shared : nil, sections: sections)
  }

  private mutating func container() -> Container {
    let sides: [Double] = [320, 375, 390, 600, 844, 1024, 33.3]
    var container = Container(
      size: Size(width: pick(sides), height: pick(sides)),
      direction: chance(0.35) ? .rightToLeft : .leftToRight,
      scale: chance(0.4) ? pick([1, 2, 3, 1.5]) : nil)
    if chance(wildness) { container.size.width = number() }
    if chance(0.25) {
      container.contentInsets = DirectionalInsets(
        top: distance(), leading: distance(), bottom: distance(), trailing: distance())
    }
    if chance(0.3) { addReferences(to: &container) }
    if chance(wildness) { container.scale = number() }
    return container
  }

  private mutating func section(axis: LayoutAxis) -> LayoutSection {
    guard chance(0.6) else {
      var items = self.items(count: below(maxItems + 1))
      if chance(0.3) { items = ItemColumns(count: below(maxItems + 1)) }
      return LayoutSection(items: items)
    }
    let count = chance(0.1) ? 0 : below(maxItems + 1)
    let (own, count2) = layout(for: count, axis: axis)
    var items = ItemColumns(count: count2)
    if chance(0.8) { items = self.items(count: count2) }
    var section = LayoutSection(items: items, layout: variants(referring(own)))
    if chance(0.1) { section.bodies = measuredHeader(of: own, axis: axis) }
    return section
  }

  /// A header or a footer whose length has been measured; nil if the layout has none.
  private mutating func measuredHeader(
    of layout: SectionLayout, axis: LayoutAxis
  ) -> SupplementaryBodies? {
    var measured = SupplementaryBodies.MeasuredLengths()
    switch layout {
    case .compositional, .custom: return nil
    case .magazine: measured.height = length()
    default:
      if axis == .vertical { measured.height = length() } else { measured.width = length() }
    }
    let kind = chance(0.7) ? "header" : "footer"
    return SupplementaryBodies([
      SupplementaryBodies.Entry(
        kind: kind, body: axis == .vertical && chance(0.3) ? Body() : nil, measured: measured)
    ])
  }

  private mutating func variants(_ layout: SectionLayout) -> LayoutVariants {
    guard chance(0.15) else { return LayoutVariants(layout) }
    var narrow = LayoutCondition()
    narrow.maxWidth = 400
    if chance(0.3) { narrow.direction = .rightToLeft }
    var list = ListSpec()
    list.rowSpacing = 3
    return LayoutVariants(variants: [
      LayoutVariant(condition: narrow, layout: .list(list)),
      LayoutVariant(condition: LayoutCondition(), layout: layout),
    ])
  }

  /// Items with any mix of fields.
  package mutating func items(count: Int) -> ItemColumns {
    var items = ItemColumns()
    let fields = below(1024)
    // Justified sections refuse sides of 0.
    let least = fields & 128 != 0 ? 1.0 : 0
    for item in 0..<count {
      items.append()
      switch below(4) {
      case 0: items.numbers.set(max(least, length()), at: item)
      case 1:
        items.widths.set(max(least, length()), at: item)
        items.heights.set(max(least, length()), at: item)
      case 2 where fields & 1 != 0: items.aspectRatios.set(real(in: 0.2...4), at: item)
      default: break
      }
      if fields & 2 != 0, chance(0.3) { items.bodyHeights.set(length(), at: item) }
      if fields & 4 != 0, chance(0.3) { items.columnSpans.set(Double(1 + below(4)), at: item) }
      if fields & 8 != 0, chance(0.3) { items.zIndexes.set(Double(below(9) - 4), at: item) }
      if fields & 16 != 0, chance(0.5) { _ = items.ids.set(Array("id-\(item)".utf8), at: item) }
      if fields & 32 != 0, chance(0.8) {
        items.widthModes.set(
          pick([.full, .fullBleed, .fraction(2), .fraction(3), .fraction(1 + below(5))]), at: item)
      }
      if fields & 64 != 0, chance(0.8) {
        items.heightModes.set(pick([.static, .dynamic, .stretch]), at: item)
      }
      if fields & 256 != 0, chance(0.4) {
        let shown: [ItemSeparators.Visibility] = [.automatic, .hidden, .visible]
        var separators = ItemSeparators(top: pick(shown), bottom: pick(shown))
        if chance(0.2) { separators.topInsets = separatorInsets() }
        if chance(0.2) { separators.bottomInsets = separatorInsets() }
        items.separators.set(separators, at: item)
      }
      if fields & 512 != 0, chance(0.2) { items.fullWidths.set(1, at: item) }
      if chance(wildness) { items.heights.set(number(), at: item) }
      if chance(wildness) { items.columnSpans.set(number(), at: item) }
    }
    return items
  }

  // MARK: Layouts

  /// A layout, and a number of items that suits it.
  ///
  /// - Parameter count: how many items there are to be; nil leaves layouts out that need to know.
  private mutating func layout(for count: Int?, axis: LayoutAxis) -> (
    layout: SectionLayout, count: Int
  ) {
    let kinds = axis == .vertical || chance(wildness) ? 7 : 5
    switch below(kinds) {
    case 0: return (.flow(flow()), count ?? 0)
    case 1: return (.waterfall(waterfall()), count ?? 0)
    case 2: return (.list(list()), count ?? 0)
    case 3 where count != nil:
      let frames = list(exactly: count ?? 0) { $0.customFrame() }
      var spec = CustomSpec(frames: frames)
      spec.effects = effects()
      return (.custom(spec), chance(wildness) ? below(9) : frames.count)
    case 5: return (.justified(justified()), count ?? 0)
    case 6: return (.magazine(magazine()), count ?? 0)
    default:
      var spec = compositional()
      spec.effects = effects()
      return (.compositional(spec), count ?? 0)
    }
  }

  /// A section layout that may stand inside a group.
  mutating func arrangement() -> SectionLayout {
    switch below(3) {
    case 0: .waterfall(waterfall())
    case 1: .flow(flow())
    default: layout(for: nil, axis: .vertical).layout
    }
  }

  private mutating func flow() -> FlowSpec {
    var spec = FlowSpec()
    if chance(0.7) { spec.itemSize = Size(width: length(), height: length()) }
    if chance(0.2) { spec.estimatedItemSize.width = length() }
    if chance(0.2) { spec.estimatedItemSize.height = length() }
    if chance(0.7) { spec.minimumLineSpacing = length() }
    if chance(0.7) { spec.minimumInteritemSpacing = length() }
    if chance(0.4) { spec.alignment = pick([.leading, .center, .trailing]) }
    if chance(0.3) { spec.lineAlignment = pick([.top, .bottom]) }
    if chance(0.5) { spec.sectionInset = chance(0.2) ? .centered : .points(insets()) }
    if chance(0.2) { spec.boundsOutset.horizontal = distance() }
    if chance(0.2) { spec.boundsOutset.vertical = distance() }
    spec.headerFooter = headerFooter()
    spec.effects = effects()
    spec.snapping.mode = pick([.none, .item, .page])
    return spec
  }

  private mutating func waterfall() -> WaterfallSpec {
    var spec = WaterfallSpec()
    switch below(3) {
    case 0: break
    case 1: spec.columns = .count(1 + below(6))
    default: spec.columns = chance(0.5) ? .minWidth(length()) : .width(length())
    }
    spec.columnAlignment = pick([.start, .center, .end])
    if chance(wildness) { spec.columns = .count(pick([0, -1, 10_000, .max])) }
    if chance(0.6) { spec.columnSpacing = length() / 4 }
    if chance(0.6) { spec.rowSpacing = length() / 4 }
    if chance(0.4) { spec.sectionInset = insets() }
    spec.headerFooter = headerFooter()
    spec.effects = effects()
    if chance(0.2) { spec.headerInset = insets() }
    if chance(0.2) { spec.footerInset = insets() }
    spec.placement = pick([
      .shortestColumn, .roundRobin, .gridLanes(flowTolerance: length()),
      .gridLanes(flowTolerance: .infinity), .balanced,
    ])
    if chance(0.4) { spec.packing = .dense }
    if chance(0.15) { spec.stamps = (0..<Int(pick([1, 2, 3]))).map { _ in stamp() } }
    return spec
  }

  /// A rectangle near the beginning of the columns.
  private mutating func stamp() -> Rect {
    Rect(x: distance(), y: distance(), width: length(), height: length())
  }

  /// Options of a list, in most cases with some of UICollectionLayoutListConfiguration.
  package mutating func list() -> ListSpec {
    var spec = ListSpec()
    if chance(0.5) { spec.rowHeight = length() }
    if chance(0.5) { spec.rowSpacing = distance() }
    if chance(0.4) { spec.sectionInset = insets() }
    spec.headerFooter = headerFooter()
    spec.effects = effects()
    guard chance(0.6) else { return spec }
    spec.appearance = pick([.plain, .grouped, .insetGrouped, .sidebar])
    spec.headerMode = pick([nil, ListSpec.HeaderMode.none, .supplementary, .firstItemInSection])
    spec.footerMode = pick([nil, ListSpec.FooterMode.none, .supplementary])
    spec.showsSeparators = pick([nil, true, true, false])
    if chance(0.4) { spec.headerTopPadding = length() }
    if chance(0.4) { spec.separatorInsets.leading = length() }
    if chance(0.4) { spec.separatorInsets.trailing = length() }
    spec.sectionBackground = pick([nil, true, false])
    if chance(0.4) { spec.cornerRadius = length() }
    return spec
  }

  private mutating func justified() -> JustifiedSpec {
    var spec = JustifiedSpec()
    if chance(0.6) { spec.targetRowHeight = real(in: 20...400) }
    if chance(0.3) { spec.targetRowHeightTolerance = real(in: 0...1) }
    if chance(0.4) { spec.horizontalSpacing = length() / 8 }
    if chance(0.4) { spec.verticalSpacing = length() / 8 }
    if chance(0.4) { spec.sectionInset = insets() }
    spec.showWidows = chance(0.8)
    spec.widowLayoutStyle = pick([.left, .center, .justify])
    if chance(0.2) { spec.maxNumRows = below(4) }
    if chance(0.2) { spec.forceAspectRatio = real(in: 0.3...3) }
    if chance(0.2) { spec.fullWidthBreakoutRowCadence = 1 + below(4) }
    if chance(0.3) {
      let least = real(in: 5...200)
      spec.rowHeightRange = JustifiedSpec.RowHeightRange(
        least: least, greatest: least + real(in: 0...300))
    }
    if chance(wildness) {
      spec.rowHeightRange = JustifiedSpec.RowHeightRange(least: number(), greatest: number())
    }
    if chance(wildness) { spec.targetRowHeight = number() }
    if chance(wildness) { spec.forceAspectRatio = number() }
    spec.headerFooter = headerFooter()
    spec.effects = effects()
    return spec
  }

  private mutating func magazine() -> MagazineSpec {
    var spec = MagazineSpec()
    if chance(0.6) { spec.horizontalSpacing = length() / 8 }
    if chance(0.6) { spec.verticalSpacing = length() / 8 }
    if chance(0.4) { spec.sectionInset = insets() }
    if chance(0.4) { spec.itemInsets = insets() }
    var boundary = MagazineSpec.Boundary()
    boundary.height = length()
    boundary.pinToVisibleBounds = chance(0.6)
    if chance(0.5) { spec.header = boundary }
    if chance(0.5) { spec.footer = boundary }
    spec.background = chance(0.4)
    spec.effects = effects()
    return spec
  }

  private mutating func headerFooter() -> HeaderFooterSpec {
    var spec = HeaderFooterSpec()
    if chance(0.4) { spec.headerReferenceSize = Size(width: length(), height: length()) }
    if chance(0.4) { spec.footerReferenceSize = Size(width: length(), height: length()) }
    spec.sectionHeadersPinToVisibleBounds = chance(0.6)
    spec.sectionFootersPinToVisibleBounds = chance(0.6)
    return spec
  }

  mutating func customFrame() -> CustomFrame {
    CustomFrame(
      frame: Rect(
        x: real(in: -100...400), y: real(in: -100...2000), width: length(), height: length()),
      zIndex: chance(0.2) ? below(5) : nil)
  }

  // MARK: Numbers and choices

  /// A side: ≥ 0 unless wild; often a round one, now and then 0.
  mutating func length() -> Double {
    if chance(wildness) { return number() }
    return chance(0.6) ? pick([0, 1, 8, 10, 16, 44, 50, 100, 120.5, 200]) : real(in: 0...220)
  }

  /// A small distance, now and then negative.
  mutating func distance() -> Double {
    if chance(wildness) { return number() }
    return chance(0.6) ? pick([0, 4, 8, 10, -5]) : real(in: -12...30)
  }

  /// Insets that mostly leave room.
  mutating func insets() -> Insets {
    Insets(top: distance(), left: distance(), bottom: distance(), right: distance())
  }

  /// Any number at all.
  private mutating func number() -> Double {
    pick([
      .nan, .infinity, -.infinity, -1, -0.0, 0, 1e-300, .leastNonzeroMagnitude, 0x1p53, 0x1p53 + 2,
      1e18, 1e300, -1e300, .greatestFiniteMagnitude, 0.1, 7, 1e6, 65_535.5,
    ])
  }

  package mutating func real(in range: ClosedRange<Double>) -> Double {
    chance(wildness) ? number() : .random(in: range, using: &random)
  }

  /// A number in `0..<limit`.
  package mutating func below(_ limit: Int) -> Int { .random(in: 0..<limit, using: &random) }

  /// True that often, of 1.
  package mutating func chance(_ part: Double) -> Bool {
    part > 0 && Double.random(in: 0..<1, using: &random) < part
  }

  /// Distances of a separator from a row's ends; either may be missing.
  private mutating func separatorInsets() -> ItemSeparators.Insets {
    ItemSeparators.Insets(
      leading: chance(0.7) ? Double(below(40)) : nil,
      trailing: chance(0.7) ? Double(below(400)) : nil)
  }

  /// One of the values.
  package mutating func pick<Value>(_ values: [Value]) -> Value {
    values[below(values.count)]
  }

  /// Up to that many values; at least one.
  mutating func list<Value>(upTo limit: Int, _ make: (inout Self) -> Value) -> [Value] {
    list(exactly: 1 + below(limit), make)
  }

  mutating func list<Value>(exactly count: Int, _ make: (inout Self) -> Value) -> [Value] {
    (0..<count).map { _ in make(&self) }
  }
}
