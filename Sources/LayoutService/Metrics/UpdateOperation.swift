import LayoutEngine

/// The operations of an update, by the names of its fields (Contract §10).
enum UpdateOperation: String, CaseIterable {
  case delete, replace, measure, deleteSections, replaceSections
  case insert, append, insertSections, move, moveSections
  case container, configuration, layout, keepColumns

  /// Returns whether the update has this operation.
  func stands(in update: LayoutUpdate) -> Bool {
    switch self {
    case .delete: !update.deletions.isEmpty
    case .replace: !update.replacements.isEmpty
    case .measure: !update.measurements.isEmpty
    case .deleteSections: !update.sectionDeletions.isEmpty
    case .replaceSections: !update.sectionReplacements.isEmpty
    case .insert: !update.insertions.isEmpty
    case .append: !update.appends.isEmpty
    case .insertSections: !update.sectionInsertions.isEmpty
    case .move: !update.moves.isEmpty
    case .moveSections: !update.sectionMoves.isEmpty
    case .container: update.container != nil
    case .configuration: update.configuration != nil
    case .layout: update.layout != nil
    case .keepColumns: update.keptColumns != nil
    }
  }
}
