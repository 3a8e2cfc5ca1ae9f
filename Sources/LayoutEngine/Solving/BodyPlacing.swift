/// The space of an item's text in a layout, and the cell's length that follows from the text's height
/// (LayoutRules N2).
enum BodyRoom {
  /// The body is below media in a cell `width` points wide, and adds to the media's length.
  case belowMedia(width: Double)
  /// The cell is `width` points wide, and as tall as its body, but at least `minHeight`.
  case fills(width: Double, minHeight: Double)
  /// The cell is as wide as its body's longest line, at most `maxWidth`, and as tall as its body, but at least
  /// `minHeight`.
  case wraps(maxWidth: Double, minHeight: Double)

  /// The width of the cell, in points; of a cell that wraps, the greatest one.
  var width: Double {
    switch self {
    case .belowMedia(let width), .fills(let width, _), .wraps(let width, _): width
    }
  }
}

/// What a layout decides about the text of its items: which items may have text, and how wide it is.
protocol BodyPlacing: AnyObject, Sendable {
  /// How the layout sets bodies.
  var bodyOptions: BodyOptions { get }

  /// The period with which `bodyRoom` repeats from item to item; 1 if it doesn't depend on an item's number.
  var bodyPeriod: Int { get }

  /// Returns the space of an item's body.
  ///
  /// - Parameters:
  ///   - item: the item's index in the section.
  ///   - place: the item's index in its chunk.
  /// - Throws: the reason why the item must not have a body.
  func bodyRoom(of item: Int, in chunk: ItemChunk, at place: Int) throws(BodyRefusal) -> BodyRoom
}

/// The reason why an item must not have a body, as a phrase for errors.
struct BodyRefusal: Error {
  let reason: String
}

extension BodyRefusal {
  /// The reason along a horizontal axis.
  static let horizontal = BodyRefusal(
    reason: "needs vertical scrolling: along a horizontal axis a text has no width to wrap at")
}

extension BodyPlacing {
  var bodyPeriod: Int { 1 }
}

/// The rules of layouts whose items have no bodies.
final class NoBodies: BodyPlacing {
  private let reason: String

  init(_ reason: String) { self.reason = reason }

  var bodyOptions: BodyOptions { BodyOptions() }

  func bodyRoom(of item: Int, in chunk: ItemChunk, at place: Int) throws(BodyRefusal) -> BodyRoom {
    throw BodyRefusal(reason: reason)
  }
}

extension BodyOptions {
  static let reasonAgainstFitting =
    "must be \"auto\": only items of lists and flows fit their content"

  /// Adds the faults of these options to `issues`.
  ///
  /// - Parameter mayFit: whether items may be as wide as their bodies.
  func check(_ issues: inout SpecIssues, at path: DocumentPath, mayFit: Bool = false) {
    guard self != BodyOptions() else { return }
    if width == .fitContent, !mayFit {
      issues.add(path.field("width"), Self.reasonAgainstFitting)
    }
    issues.checkLength(insets.top, path.field("insets").field("top"))
    issues.checkLength(insets.leading, path.field("insets").field("leading"))
    issues.checkLength(insets.bottom, path.field("insets").field("bottom"))
    issues.checkLength(insets.trailing, path.field("insets").field("trailing"))
    issues.checkLength(spacing, path.field("spacing"))
    issues.checkLength(minHeight, path.field("minHeight"))
  }
}

/// The items of a section with the lengths of their bodies, and the layout's rules by which they were measured.
struct MeasuredBodies: Sendable {
  let placing: any BodyPlacing
  let items: Items

  /// Returns the height of an item's body; nil if it has none.
  ///
  /// - Complexity: O(1).
  func height(of item: Int) -> Double? {
    guard let (chunk, place) = items.place(of: item), chunk.source != nil, chunk.hasBody(place)
    else { return nil }
    return chunk.sizedBodyHeights.number(of: place)
  }
}
