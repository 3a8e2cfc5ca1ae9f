import LayoutEngine

private enum RunField: String, JSONField {
  case indexPath, count
  static let names = FieldNames<Self>()
}

private enum ReplacementField: String, JSONField {
  case indexPath, item
  static let names = FieldNames<Self>()
}

private enum MeasurementField: String, JSONField {
  case indexPath, kind, width, height, bodyHeight
  static let names = FieldNames<Self>()
}

private enum InsertionField: String, JSONField {
  case indexPath, items
  static let names = FieldNames<Self>()
}

private enum AppendField: String, JSONField {
  case section, items
  static let names = FieldNames<Self>()
}

private enum MoveField: String, JSONField {
  case from, to, count
  static let names = FieldNames<Self>()
}

private enum SectionField: String, JSONField {
  case section, items, layout, supplementaries
  static let names = FieldNames<Self>()
}

private enum SectionMoveField: String, JSONField {
  case from, to
  static let names = FieldNames<Self>()
}

// MARK: Paths

extension DocumentReader {
  /// Reads `[section, item]`; errors in it are reported at its opening bracket.
  mutating func readPath() throws(JSONSyntaxError) -> ItemPath? {
    guard var pair = try openArray("must be [section, item]") else { return nil }
    let known = refusals.count
    var numbers: [WholeNumber] = []
    while try nextElement(of: &pair) {
      guard pair.count <= 2 else {
        try refuseRest(of: &pair, limit: 2, "numbers: a section's and an item's")
        return nil
      }
      if let number = try readInteger(in: 0...maxWholeNumber) { numbers.append(number) }
    }
    for refusal in known..<refusals.count { refusals[refusal].offset = pair.start }
    guard refusals.count == known else { return nil }
    guard numbers.count == 2 else {
      refuse(at: pair.start, "needs two numbers: a section's and an item's")
      return nil
    }
    return ItemPath(named: numbers[0], numbers[1])
  }

  /// Reads the number of a section.
  mutating func readSectionNumber() throws(JSONSyntaxError) -> WholeNumber? {
    try readInteger(in: 0...maxWholeNumber)
  }

  private mutating func readCount() throws(JSONSyntaxError) -> Int? {
    try readInteger(in: 1...maxWholeNumber)?.nearestInt
  }
}

// MARK: Items

extension DocumentReader {
  /// Reads a deletion: `[section, item]`, or an object with `indexPath` and optionally `count`.
  mutating func readDeletion() throws(JSONSyntaxError) -> LayoutUpdate.Deletion? {
    guard nextToken() == ASCII.openBrace else {
      return try readPath().map { LayoutUpdate.Deletion(ItemRun($0)) }
    }
    guard var scope = try openObject(of: RunField.self) else { return nil }
    var path: ItemPath?
    var count = 1
    while let field = try nextField(of: &scope) {
      switch field {
      case .indexPath: path = try readPath()
      case .count: count = try readCount() ?? 1
      }
    }
    require(.indexPath, in: scope)
    return path.map { LayoutUpdate.Deletion(ItemRun($0, count: count), isObject: true) }
  }

  /// Reads a replacement: the index path of an item, and the new item, which joins `reading.replacing`.
  mutating func readReplacement(into reading: inout UpdateReading) throws(JSONSyntaxError) {
    guard var scope = try openObject(of: ReplacementField.self) else { return }
    var path: ItemPath?
    while let field = try nextField(of: &scope) {
      switch field {
      case .indexPath: path = try readPath()
      case .item:
        if reading.replacing.count >= reading.packing.chunkLength {
          let held = reading.packing.byteCount
          reading.packing.pack(&reading.replacing)
          try reserve(reading.packing.byteCount - held)
        }
        try readAnyItem(into: &reading.replacing)
      }
    }
    require(.indexPath, in: scope)
    require(.item, in: scope)
    if let path { reading.update.replacements.append(path) }
  }

  /// Reads a measurement of an item, or of a supplementary if it has a kind; null removes a measured side.
  mutating func readMeasurement() throws(JSONSyntaxError) -> LayoutUpdate.Measurement? {
    guard var scope = try openObject(of: MeasurementField.self) else { return nil }
    var measurement = LayoutUpdate.Measurement(ItemPath(0, 0))
    var path: ItemPath?
    while let field = try nextField(of: &scope, keepsNull: true) {
      switch field {
      case .indexPath: path = try readPath()
      case .kind: measurement.kind = try readKind()
      case .width: measurement.width = try readMeasuredSide()
      case .height: measurement.height = try readMeasuredSide()
      case .bodyHeight: measurement.bodyHeight = try readMeasuredSide()
      }
    }
    require(.indexPath, in: scope)
    if !scope.has(.width), !scope.has(.height), !scope.has(.bodyHeight) {
      refuse(
        at: scope.start, after: scope.lastUnknown,
        "has nothing to measure: needs \"width\", \"height\" or \"bodyHeight\"")
    }
    if scope.has(.kind), scope.has(.bodyHeight) {
      refuse(at: scope.start, "has \"bodyHeight\", which only items have, beside \"kind\"")
    }
    guard let path else { return nil }
    measurement.path = path
    return measurement
  }

  private mutating func readMeasuredSide() throws(JSONSyntaxError) -> LayoutUpdate.MeasuredSide {
    if try skipNull() { return .forgotten }
    return try readNumber(.nonNegative).map { .found($0) } ?? .kept
  }

  /// Reads an insertion: items, and the index path of the first of them.
  mutating func readInsertion() throws(JSONSyntaxError) -> LayoutUpdate.Insertion? {
    guard var scope = try openObject(of: InsertionField.self) else { return nil }
    var path: ItemPath?
    var items = Items()
    while let field = try nextField(of: &scope) {
      switch field {
      case .indexPath: path = try readPath()
      case .items: items = try readItems()
      }
    }
    require(.indexPath, in: scope)
    require(.items, in: scope)
    return path.map { LayoutUpdate.Insertion(items, at: $0) }
  }

  /// Reads items to append to a section, after all its items, and the section's index if it is given.
  mutating func readAppend() throws(JSONSyntaxError) -> LayoutUpdate.Append? {
    guard var scope = try openObject(of: AppendField.self) else { return nil }
    var append = LayoutUpdate.Append(Items())
    while let field = try nextField(of: &scope) {
      switch field {
      case .section: append.section = try readSectionNumber()
      case .items: append.items = try readItems()
      }
    }
    require(.items, in: scope)
    return append
  }

  /// Reads the old and the new index path of a run of items, and the run's length.
  mutating func readMove() throws(JSONSyntaxError) -> LayoutUpdate.ItemMove? {
    guard var scope = try openObject(of: MoveField.self) else { return nil }
    var (origin, destination): (ItemPath?, ItemPath?)
    var count = 1
    while let field = try nextField(of: &scope) {
      switch field {
      case .from: origin = try readPath()
      case .to: destination = try readPath()
      case .count: count = try readCount() ?? 1
      }
    }
    require(.from, in: scope)
    require(.to, in: scope)
    guard let origin, let destination else { return nil }
    return LayoutUpdate.ItemMove(ItemRun(origin, count: count), to: destination)
  }
}

// MARK: Sections and surroundings

extension DocumentReader {
  /// Reads a section's replacement: a layout, items, bodies of supplementaries, or several of these.
  mutating func readSectionReplacement()
    throws(JSONSyntaxError) -> LayoutUpdate.SectionReplacement?
  {
    guard var scope = try openObject(of: SectionField.self) else { return nil }
    var replacement = LayoutUpdate.SectionReplacement(ofSection: 0)
    while let field = try nextField(of: &scope) {
      switch field {
      case .section: replacement.section = try readSectionNumber() ?? 0
      case .items: replacement.items = try readItems()
      case .layout: replacement.layout = try readLayoutVariants()
      case .supplementaries: replacement.bodies = try readSupplementaryBodies()
      }
    }
    require(.section, in: scope)
    if !scope.has(.items), !scope.has(.layout), !scope.has(.supplementaries) {
      refuse(
        at: scope.start, after: scope.lastUnknown,
        "needs \"items\", \"layout\" or \"supplementaries\"")
    }
    return replacement
  }

  /// Reads a section to insert, and its section number.
  mutating func readSectionInsertion() throws(JSONSyntaxError) -> LayoutUpdate.SectionInsertion? {
    guard var scope = try openObject(of: SectionField.self) else { return nil }
    var insertion = LayoutUpdate.SectionInsertion(LayoutSection(items: Items()), at: 0)
    while let field = try nextField(of: &scope) {
      switch field {
      case .section: insertion.place = try readSectionNumber() ?? 0
      case .items: insertion.section.items = try readItems()
      case .layout: insertion.section.layout = try readLayoutVariants()
      case .supplementaries:
        insertion.section.bodies = try readSupplementaryBodies()?.nonEmpty
      }
    }
    require(.section, in: scope)
    require(.items, in: scope)
    return insertion
  }

  /// Reads the old and the new number of a section.
  mutating func readSectionMove() throws(JSONSyntaxError) -> LayoutUpdate.SectionMove? {
    guard var scope = try openObject(of: SectionMoveField.self) else { return nil }
    var move = LayoutUpdate.SectionMove(0, to: 0)
    while let field = try nextField(of: &scope) {
      switch field {
      case .from: move.source = try readSectionNumber() ?? 0
      case .to: move.destination = try readSectionNumber() ?? 0
      }
    }
    require(.from, in: scope)
    require(.to, in: scope)
    return move
  }
}
