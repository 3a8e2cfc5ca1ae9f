public import LayoutEngine

/// Reads updates (Contract §10).
///
/// ```swift
/// let update = try LayoutUpdateReader.read(Array(#"{"delete":[[0,2]]}"#.utf8))
/// let version = try layout.updated(by: update, maxItems: 10_000)
/// ```
public enum LayoutUpdateReader {
  /// The maximum number of entries in all lists of an update together.
  public static let maxEntries = 100_000

  /// Reads an update from JSON text.
  ///
  /// Values are checked one by one; the engine checks whether they fit the parent.
  ///
  /// - Parameters:
  ///   - bytes: JSON text in UTF-8.
  ///   - styles: the text styles of the parent's document, which bodies may name; nil if it has none.
  ///   - limits: the greatest numbers of items and elements.
  ///   - budget: the budget charged for reading.
  /// - Throws: the errors of `LayoutDocumentReader.read`.
  /// - Complexity: O(bytes).
  public static func read(
    _ bytes: [UInt8], styles: TextStyles? = nil, limits: DocumentLimits = DocumentLimits(),
    _ budget: LayoutBudget? = nil
  ) throws(DocumentError) -> LayoutUpdate {
    try DocumentReader.read(bytes, limits, budget) { reader throws(JSONSyntaxError) in
      reader.budget.styles = StyleNames(of: styles)
      var updates = UpdateReading()
      return try reader.readUpdate(&updates)
    }
  }
}

/// The parts of an update that have been read so far.
struct UpdateReading {
  var update = LayoutUpdate()
  /// The number of entries in all lists so far.
  var entryCount = 0
  /// The replacement items that are not packed yet; `packing` contains the packed ones.
  var replacing = ItemColumns()
  var packing = ItemPacking()
}

private enum UpdateField: String, JSONField {
  case delete, replace, measure, deleteSections, replaceSections, insert, append, insertSections
  case move, moveSections, container, configuration, layout, keepColumns
  static let names = FieldNames<Self>()
}

extension DocumentReader {
  /// Reads the whole update; nil if something was refused.
  fileprivate mutating func readUpdate(
    _ reading: inout UpdateReading
  ) throws(JSONSyntaxError) -> LayoutUpdate? {
    guard var scope = try openObject(of: UpdateField.self) else { return nil }
    while let field = try nextField(of: &scope) {
      switch field {
      case .container: reading.update.container = try readContainerChange()
      case .configuration: reading.update.configuration = try readConfiguration()
      case .layout: reading.update.layout = try readLayoutVariants()
      case .keepColumns: reading.update.keptColumns = try readKeptColumns()
      default: try readEntries(of: field, &reading)
      }
    }
    guard refusals.isEmpty else { return nil }
    reading.update.replacingItems = reading.packing.finish(reading.replacing)
    return reading.update
  }

  private mutating func readEntries(
    of field: UpdateField, _ reading: inout UpdateReading
  ) throws(JSONSyntaxError) {
    guard var list = try openArray() else { return }
    while try nextElement(of: &list) {
      guard reading.entryCount < LayoutUpdateReader.maxEntries else {
        refuse(
          at: position,
          "exceeds the limit of \(LayoutUpdateReader.maxEntries) entries in all lists together")
        try skipRest(of: &list)
        return
      }
      reading.entryCount += 1
      try reserve(MemoryLayout<LayoutUpdate.SectionInsertion>.stride)
      try readEntry(of: field, &reading)
    }
  }

  private mutating func readEntry(
    of field: UpdateField, _ reading: inout UpdateReading
  ) throws(JSONSyntaxError) {
    switch field {
    case .delete:
      if let deletion = try readDeletion() { reading.update.deletions.append(deletion) }
    case .replace: try readReplacement(into: &reading)
    case .measure:
      if let found = try readMeasurement() { reading.update.measurements.append(found) }
    case .insert:
      if let insertion = try readInsertion() { reading.update.insertions.append(insertion) }
    case .append: if let append = try readAppend() { reading.update.appends.append(append) }
    case .move: if let move = try readMove() { reading.update.moves.append(move) }
    case .deleteSections:
      if let section = try readSectionNumber() { reading.update.sectionDeletions.append(section) }
    case .replaceSections:
      if let replacement = try readSectionReplacement() {
        reading.update.sectionReplacements.append(replacement)
      }
    case .insertSections:
      if let insertion = try readSectionInsertion() {
        reading.update.sectionInsertions.append(insertion)
      }
    case .moveSections:
      if let move = try readSectionMove() { reading.update.sectionMoves.append(move) }
    case .container, .configuration, .layout, .keepColumns: try skipValue()
    }
  }

  private mutating func readKeptColumns() throws(JSONSyntaxError) -> LayoutUpdate.KeptColumns? {
    switch nextToken() {
    case ASCII.openBracket: return try readPath().map { .through($0) }
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      return try readBool() == true ? .all : LayoutUpdate.KeptColumns.none
    default:
      try refuseValue("must be true, false or [section, item]")
      return nil
    }
  }
}
