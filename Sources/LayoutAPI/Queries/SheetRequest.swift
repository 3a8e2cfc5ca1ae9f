package import LayoutEngine
package import LayoutWire

/// A requested style sheet (Contract §17).
package struct SheetRequest: Sendable, Hashable {
  /// Maximum widths of one sheet.
  package static let maxWidths = 8
  /// Maximum seconds of CPU for all layouts of one sheet together: the limit of one document.
  package static let maxSeconds = 1.0

  /// The style in which the sheet is written.
  package var style = SheetStyle()
  /// The container widths that the sheet is for, ascending; empty if it is only for the layout's own width.
  package var widths: [Double] = []

  /// Creates the request of a sheet for the layout's own width.
  package init() {}

  /// Whether the sheet takes further layouts, so that event loops must not write it.
  package var isLong: Bool { !widths.isEmpty || style.unit == .percent }

  /// Returns the page widths that a part of the sheet is for; the first part also applies below its width.
  package func range(_ part: Int) -> Range<Double> {
    let start = part == 0 ? 0 : widths[part]
    return start..<(part + 1 < widths.count ? widths[part + 1] : .infinity)
  }

  /// Refuses index paths, and origins other than `content`, because a sheet describes a part of the content.
  package static func check(_ query: LayoutQuery?) throws(BadQuery) {
    guard let query else { return }
    if case .indexPaths = query.selection {
      throw BadQuery(detail: "a style sheet needs rect, not indexPath", parameter: "indexPath")
    }
    guard query.origin == .content else {
      throw BadQuery(
        detail: "a style sheet's coordinates are the content's; remove origin",
        parameter: "origin")
    }
  }
}

extension ParameterReader {
  /// Parses the selector of the element that contains the cells.
  package func sheetSelector() throws(BadQuery) -> SheetSelector {
    guard let selector = value(SheetSelector.init) else {
      throw refusal(
        "must be .name, #name (%23name) or name, of at most \(SheetSelector.maxLength) letters, "
          + "digits, - and _, the first one no digit")
    }
    return selector
  }

  /// Parses the unit of a sheet's lengths.
  package func sheetUnit() throws(BadQuery) -> SheetStyle.Unit {
    if equals("px") { return .pixels }
    if equals("percent") { return .percent }
    throw refusal("must be px or percent")
  }

  /// Parses the widths of a sheet.
  package func sheetWidths() throws(BadQuery) -> [Double] {
    guard let widths = numbers(limit: SheetRequest.maxWidths), widths[0] > 0,
      zip(widths, widths.dropFirst()).allSatisfy({ $0 < $1 })
    else {
      throw refusal(
        "must be up to \(SheetRequest.maxWidths) widths > 0, ascending, such as 390,768,1280")
    }
    return widths
  }
}
