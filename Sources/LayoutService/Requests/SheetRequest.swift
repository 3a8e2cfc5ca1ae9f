import LayoutEngine
import LayoutWire

/// A style sheet that is requested (Contract §17).
struct SheetRequest: Sendable, Hashable {
  /// The most widths of one sheet.
  static let maxWidths = 8
  /// Seconds of CPU that the layouts of one sheet may take together: what one document may.
  static let maxSeconds = 1.0

  /// How it is written.
  var style = SheetStyle()
  /// The container's widths that it is for, ascending; empty for the layout as it is.
  var widths: [Double] = []

  /// Refuses queries whose elements are no children of one wall: a sheet is of a part of the content.
  static func check(_ query: LayoutQuery?) throws(BadQuery) {
    guard let query else { return }
    if case .indexPaths = query.selection {
      throw BadQuery(detail: "a style sheet needs rect, not indexPath", parameter: "indexPath")
    }
    guard query.origin == .content else {
      throw BadQuery(
        detail: "a style sheet's coordinates are the content's: origin is of other formats",
        parameter: "origin")
    }
  }
}

extension ParameterReader {
  /// The element that holds the cells.
  func sheetSelector() throws(BadQuery) -> SheetSelector {
    guard let selector = value(SheetSelector.init) else {
      throw refusal(
        "must be .name, #name (%23name) or name, of at most \(SheetSelector.maxLength) letters, "
          + "digits, - and _, the first one no digit")
    }
    return selector
  }

  /// In what a sheet measures.
  func sheetUnit() throws(BadQuery) -> SheetStyle.Unit {
    if equals("px") { return .pixels }
    if equals("percent") { return .percent }
    throw refusal("must be px or percent")
  }

  /// The widths of a sheet.
  func sheetWidths() throws(BadQuery) -> [Double] {
    guard let widths = numbers(limit: SheetRequest.maxWidths), widths[0] > 0,
      zip(widths, widths.dropFirst()).allSatisfy({ $0 < $1 })
    else {
      throw refusal(
        "must be up to \(SheetRequest.maxWidths) widths > 0, ascending, such as 390,768,1280")
    }
    return widths
  }
}
