import TestSupport

@testable import LayoutEngine

/// Makes updates of every kind of operation for a document, most of which can be applied.
struct RandomUpdate {
  private let document: LayoutDocument
  private var documents: RandomDocument
  private var update = LayoutUpdate()
  /// How many items leave each section of the parent.
  private var taken: [Int]
  /// Which section of the parent each of the version's is; nil for an inserted one.
  private var origins: [Int?] = []
  /// Sections whose items are deleted with them, or replaced.
  private var discarded = Set<Int>()

  /// Makes one of a document.
  static func next(of document: LayoutDocument, using documents: inout RandomDocument)
    -> LayoutUpdate
  {
    var maker = RandomUpdate(document, documents)
    maker.make()
    documents = maker.documents
    return maker.update
  }

  private init(_ document: LayoutDocument, _ documents: RandomDocument) {
    self.document = document
    self.documents = documents
    taken = document.sections.map { _ in 0 }
  }

  private mutating func chance(_ probability: Double) -> Bool {
    documents.random.number(in: 0...1) < probability
  }

  private mutating func below(_ count: Int) -> Int {
    Int.random(in: 0..<max(1, count), using: &documents.random)
  }

  private mutating func items(_ count: Int) -> Items {
    chance(0.1) ? Items(count: count) : Items(documents.items(count: count))
  }

  private mutating func make() {
    changeSections()
    let rate = [0, 0.05, 0.3][below(3)]
    var moves: [ItemRun] = []
    for section in document.sections.indices {
      changeItems(of: section, rate: rate, &moves)
    }
    place(moves)
    if chance(0.3), !origins.isEmpty {
      let section = chance(0.5) ? nil : below(origins.count)
      if takesItems(section ?? origins.count - 1) {
        update.appends.append(LayoutUpdate.Append(items(1 + below(6)), toSection: section))
      }
    }
    changeSurroundings()
  }

  private mutating func changeSurroundings() {
    if chance(0.35) {
      switch below(3) {
      case 0: update.keptColumns = .all
      case 1:
        let section = below(document.sections.count)
        let count = document.sections.isEmpty ? 0 : document.sections[section].items.count
        // Now and then one that is not there.
        update.keptColumns = .through(ItemPath(section, chance(0.02) ? count : below(count)))
      default: update.keptColumns = LayoutUpdate.KeptColumns.none
      }
    }
    if chance(0.15) {
      var change = LayoutUpdate.ContainerChange()
      if chance(0.5) { change.width = .set(Double(200 + below(700))) }
      if chance(0.5) { change.height = .set(Double(200 + below(700))) }
      if chance(0.2) { change.direction = chance(0.5) ? .removed : .set(.rightToLeft) }
      if chance(0.2) { change.scale = chance(0.5) ? .removed : .set(Double(1 + below(3))) }
      if chance(0.2) {
        change.contentInsets = .set(DirectionalInsets(top: 7, leading: 3, bottom: 5, trailing: 9))
      }
      if chance(0.3) {
        change.safeAreaInsets =
          chance(0.3)
          ? .removed : .set(DirectionalInsets(top: 20, leading: 0, bottom: 10, trailing: 0))
      }
      if chance(0.1) {
        change.layoutMargins = .set(DirectionalInsets(top: 8, leading: 6, bottom: 4, trailing: 2))
      }
      if chance(0.1) { change.readableContentWidth = chance(0.3) ? .removed : .set(150) }
      if chance(0.1) {
        change.scrollPadding =
          chance(0.3)
          ? .removed : .set(DirectionalInsets(top: 9, leading: 2, bottom: 4, trailing: 0))
      }
      update.container = change
    }
    if chance(0.05) {
      update.configuration = LayoutConfiguration(
        scrollDirection: document.configuration.scrollDirection, interSectionSpacing: 11)
      if chance(0.5) { update.configuration?.contentInsetsReference = .layoutMargins }
    }
    if chance(0.05) { update.layout = documents.next().layout }
  }

  // MARK: Sections

  private mutating func changeSections() {
    var others: [Int] = []
    var placed: [Int?] = []
    for section in document.sections.indices {
      if chance(0.03) {
        update.sectionDeletions.append(section)
        discarded.insert(section)
        continue
      }
      if chance(0.05) {
        let other = documents.next().sections.first
        update.sectionReplacements.append(
          LayoutUpdate.SectionReplacement(
            ofSection: section, layout: other?.layout,
            items: other?.layout == nil || chance(0.7) ? other?.items ?? Items() : nil))
        if update.sectionReplacements.last?.items != nil { discarded.insert(section) }
      }
      if chance(0.05) { placed.append(section) } else { others.append(section) }
    }
    if chance(0.1) { placed.append(nil) }
    let total = others.count + placed.count
    var slots = [Int: Int?]()
    for section in placed {
      var slot = below(total)
      while slots[slot] != nil { slot = below(total) }
      slots[slot] = .some(section)
      if let section {
        update.sectionMoves.append(LayoutUpdate.SectionMove(section, to: slot))
      } else if let other = documents.next().sections.first {
        update.sectionInsertions.append(LayoutUpdate.SectionInsertion(other, at: slot))
      } else {
        update.sectionInsertions.append(
          LayoutUpdate.SectionInsertion(LayoutSection(items: items(3)), at: slot))
      }
    }
    var rest = others[...]
    origins = (0..<total).map { slots[$0] ?? rest.popFirst() }
  }

  // MARK: Items

  private func layout(of section: Int) -> SectionLayout? {
    let layout = document.sections[section].layout ?? document.layout
    return layout?.chosen(for: document.container)
  }

  /// Whether a section of the version may have another number of items: given frames may not.
  private func takesItems(_ section: Int) -> Bool {
    guard let origin = origins[section], !discarded.contains(origin) else { return false }
    if case .custom = layout(of: origin) { return false }
    return true
  }

  /// Deletes, replaces, measures and takes out to be moved.
  private mutating func changeItems(of section: Int, rate: Double, _ moves: inout [ItemRun]) {
    measureSupplementary(of: section)
    let count = document.sections[section].items.count
    var isCustom = false
    if case .custom = layout(of: section) { isCustom = true }
    let isDiscarded = discarded.contains(section)
    var item = 0
    while item < count {
      guard chance(rate) else {
        item += 1
        continue
      }
      let path = ItemPath(section, item)
      let run = ItemRun(path, count: min(count - item, 1 + below(4)))
      switch below(5) {
      case 0 where !isDiscarded && !isCustom:
        update.deletions.append(LayoutUpdate.Deletion(run, isObject: true))
        taken[section] += run.count
        item += run.count
      case 1 where !isCustom:
        moves.append(run)
        taken[section] += run.count
        item += run.count
      case 2 where !isDiscarded:
        update.replacements.append(path)
        item += 1
      case 3, 4:
        if !isDiscarded { measure(path) }
        item += 1
      default: item += 1
      }
    }
    if section == document.sections.count - 1, !update.replacements.isEmpty {
      update.replacingItems = Items(documents.items(count: update.replacements.count))
    }
  }

  private mutating func measure(_ path: ItemPath) {
    var measurement = LayoutUpdate.Measurement(path)
    let isVertical = document.configuration.scrollDirection == .vertical
    let side: LayoutUpdate.MeasuredSide =
      chance(0.2) ? .forgotten : .found(Double(below(400)) / 3)
    switch layout(of: path.section) {
    case .waterfall where chance(0.4): measurement.bodyHeight = side
    case .flow where chance(0.4):
      measurement.width = side
      measurement.height = side
    case .waterfall, .flow, .list:
      if isVertical { measurement.height = side } else { measurement.width = side }
    case .magazine: measurement.height = side
    // Others take measurements now and then only: then much would be refused.
    default:
      guard chance(0.05) else { return }
      measurement.height = side
    }
    update.measurements.append(measurement)
  }

  /// Measures a header, a footer or a boundary item, or forgets its length.
  private mutating func measureSupplementary(of section: Int) {
    guard chance(0.15), !update.sectionDeletions.contains(WholeNumber(section)) else { return }
    var measurement = LayoutUpdate.Measurement(
      ItemPath(section, 0), ofSupplementary: chance(0.7) ? "header" : "footer")
    let side: LayoutUpdate.MeasuredSide =
      chance(0.2) ? .forgotten : .found(Double(below(200)) / 3)
    let isVertical = document.configuration.scrollDirection == .vertical
    switch layout(of: section) {
    case .compositional(let spec):
      let estimated = spec.boundarySupplementaryItems.filter {
        $0.size.height.isEstimated || $0.size.width.isEstimated
      }
      guard !estimated.isEmpty else { return }
      let item = estimated[below(estimated.count)]
      measurement.kind = item.kind
      if item.size.height.isEstimated { measurement.height = side }
      if item.size.width.isEstimated { measurement.width = side }
    case .custom, nil: return
    case .magazine: measurement.height = side
    default:
      if isVertical { measurement.height = side } else { measurement.width = side }
    }
    update.measurements.append(measurement)
  }

  // MARK: Places of the version

  /// Gives what is moved and inserted places that don't overlap.
  private mutating func place(_ moves: [ItemRun]) {
    var arrivals = [[ItemRun?]](repeating: [], count: origins.count)
    let open = origins.indices.filter { takesItems($0) }
    for run in moves {
      guard let section = open.randomElement(using: &documents.random) else {
        // Nowhere to go: an update that is refused.
        update.moves.append(LayoutUpdate.ItemMove(run, to: ItemPath(origins.count, 0)))
        continue
      }
      arrivals[section].append(run)
    }
    for section in open where chance(0.3) {
      for _ in 0...below(2) { arrivals[section].append(nil) }
    }
    for section in open where !arrivals[section].isEmpty {
      guard let origin = origins[section] else { continue }
      arrivals[section].shuffle(using: &documents.random)
      let base = document.sections[origin].items.count - taken[origin]
      let gaps = arrivals[section].map { _ in below(base + 1) }.sorted()
      var before = 0
      for (run, gap) in zip(arrivals[section], gaps) {
        let path = ItemPath(section, before + gap)
        if let run {
          update.moves.append(LayoutUpdate.ItemMove(run, to: path))
          before += run.count
        } else {
          let items = items(1 + below(5))
          update.insertions.append(LayoutUpdate.Insertion(items, at: path))
          before += items.count
        }
      }
    }
  }
}
