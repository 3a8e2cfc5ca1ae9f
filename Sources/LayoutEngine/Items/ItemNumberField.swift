/// The fields of items that are numbers, one row each; every item may have any of them (Contract §2).
///
/// A lone number, a width and a height are not among them: most documents have one of these three. What an item stores,
/// packs, shares, reads from JSON and writes to it follows from the row; a new field needs a row here, and what reads
/// it from the chunks of the items: a layout, or a response.
package enum ItemNumberField: Int, Sendable, CaseIterable {
  /// Width divided by height; takes precedence over widths and heights.
  case aspectRatio
  /// The height of the body below the media, for text and buttons, in points.
  case bodyHeight
  /// The number of columns that the item covers.
  case columnSpan
  /// The item's stacking order.
  case zIndex
  /// The waterfall column in which the document puts the item (LayoutRules F10).
  case column
  /// The waterfall column that the item keeps because an earlier layout placed it there (LayoutRules K7).
  case keptColumn
  /// 1 if the item is alone in a row of a justified section (LayoutRules G9).
  case fullWidth
  /// 1 if a row that is as wide as its body stands at the trailing edge (LayoutRules N5).
  case bodyAlignment
  /// The measured width, in points (LayoutRules K2–K5).
  case measuredWidth
  /// The measured height, in points (LayoutRules K2–K5).
  case measuredHeight
  /// The measured body height, in points (LayoutRules K3).
  case measuredBodyHeight

  /// The numbers that a field may have, and how JSON writes them.
  package enum Kind: Sendable {
    /// A finite number ≥ 0.
    case length
    /// A whole number in a range.
    case wholeNumber(ClosedRange<WholeNumber>)
    /// 1 for `true`; items with `false` don't have the field.
    case flag
    /// 1 for `trailing`; items with `leading` don't have the field.
    case alignment
  }

  private struct Row {
    var key: StaticString
    var kind = Kind.length
    /// Whether a layout may place items by the field.
    var affectsPlaces = true
    /// Whether the key is one of the object `measured`.
    var isMeasured = false
  }

  private var row: Row {
    switch self {
    case .aspectRatio: Row(key: "aspectRatio")
    case .bodyHeight: Row(key: "bodyHeight")
    case .columnSpan: Row(key: "columnSpan", kind: .wholeNumber(1...Self.most))
    case .zIndex:
      Row(key: "zIndex", kind: .wholeNumber(-Self.most...Self.most), affectsPlaces: false)
    case .column: Row(key: "column", kind: .wholeNumber(0...Self.most))
    case .keptColumn: Row(key: "keptColumn", kind: .wholeNumber(0...Self.most))
    case .fullWidth: Row(key: "fullWidth", kind: .flag)
    case .bodyAlignment: Row(key: "bodyAlignment", kind: .alignment)
    case .measuredWidth: Row(key: "width", isMeasured: true)
    case .measuredHeight: Row(key: "height", isMeasured: true)
    case .measuredBodyHeight: Row(key: "bodyHeight", isMeasured: true)
    }
  }

  /// The kinds of all fields; readers ask for one at every number.
  private static let kinds = allCases.map { $0.row.kind }

  /// The greatest number up to which a double represents every whole number exactly.
  private static let most: WholeNumber = 1 << 53

  /// The key in JSON.
  package var key: StaticString { row.key }
  /// The numbers that the field may have, and how JSON writes them.
  package var kind: Kind { Self.kinds[rawValue] }
  /// Whether a layout may place items by the field; otherwise it is only passed on, or orders what is drawn.
  var affectsPlaces: Bool { row.affectsPlaces }

  /// The fields that are keys of the item itself, in the order in which documents are written.
  package static let given = allCases.filter { !$0.row.isMeasured }
  /// The fields that are keys of the object `measured`.
  package static let measured = allCases.filter { $0.row.isMeasured }
}
