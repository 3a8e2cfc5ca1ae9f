/// The elements that are queried, and the state of the view that shows them (Contract §3).
///
/// ```swift
/// let screen = LayoutQuery(.rect(Rect(x: 0, y: 440, width: 320, height: 480)))
/// for element in try layout.select(screen) {
///   print(element.item, element.frame.y)
/// }
/// // Rows 10 to 20.
/// ```
public struct LayoutQuery: Sendable, Hashable {
  /// The selected elements.
  public enum Selection: Sendable, Hashable {
    /// Elements whose frames, as they are returned, intersect the rectangle.
    case rect(Rect)
    /// Every element, including elements without size.
    case all
    /// The elements at the index paths, in the order of the list: cells if `kind` is nil, otherwise
    /// elements of the kind.
    case indexPaths([LayoutIndexPath], kind: String?)
  }

  /// The point that the returned coordinates are relative to.
  public enum Origin: Sendable, Hashable {
    /// The content's corner.
    case content
    /// The corner of each element's section.
    case section
    /// The queried rectangle's corner.
    case rect
  }

  /// The selected elements.
  public var selection: Selection
  /// The view's visible bounds, in content coordinates; nil if no element is pinned.
  ///
  /// Elements are pinned to these bounds less the container's insets, which the engine subtracts
  /// (LayoutRules A15).
  public var bounds: Rect?
  /// The scroll offsets of orthogonal sections, in points, by section number; 0 for sections not listed.
  public var scroll: [WholeNumber: Double]
  /// The point that the returned coordinates are relative to.
  public var origin: Origin
  /// Whether cells get the effects of their sections for `bounds`; changes compare elements without (LayoutRules O4).
  package var appliesEffects = true

  /// Creates a query.
  public init(
    _ selection: Selection, bounds: Rect? = nil, scroll: [WholeNumber: Double] = [:],
    origin: Origin = .content
  ) {
    self.selection = selection
    self.bounds = bounds
    self.scroll = scroll
    self.origin = origin
  }
}

extension LayoutQuery {
  /// The query without effects.
  package var withoutEffects: LayoutQuery {
    var query = self
    query.appliesEffects = false
    return query
  }

  /// The bounds that effects follow; nil if none are applied.
  var effectBounds: Rect? { appliesEffects ? bounds : nil }
}

extension PreparedContent {
  /// Returns the point, in content coordinates, that the returned coordinates of a section's elements are
  /// relative to.
  ///
  /// - Parameter section: the elements' section; nil if they are layout-level headers and footers.
  func origin(for query: LayoutQuery, section: Int?) -> Point {
    switch (query.origin, query.selection) {
    case (.section, _):
      guard let section else { return .zero }
      let frame = frame(ofSection: section)
      return Point(x: frame.x, y: frame.y)
    case (.rect, .rect(let rect)): return Point(x: rect.x, y: rect.y)
    case (.content, _), (.rect, _): return .zero
    }
  }
}

/// An element's address: its section and its number in the section; only a number if the element is a
/// layout-level header or footer.
///
/// ```swift
/// let path = LayoutIndexPath(item: 5, section: 0)
/// let frame = layout.frame(at: path)
/// // The frame of the sixth item of the first section; nil if there is none.
/// ```
public struct LayoutIndexPath: Sendable, Hashable {
  /// The section as the query gives it, from 0, even if it is too large for `Int`; nil if the element is a
  /// layout-level header or footer.
  public private(set) var askedSection: WholeNumber?
  /// The element's number in the section as the query gives it, from 0, even if it is too large for `Int`.
  public private(set) var askedItem: WholeNumber
  /// The section, from 0; nil if the element is a layout-level header or footer.
  public var section: Int? {
    get { askedSection?.nearestInt }
    set { askedSection = newValue.map { WholeNumber($0) } }
  }
  /// The element's number in the section, from 0.
  public var item: Int {
    get { askedItem.nearestInt }
    set { askedItem = WholeNumber(newValue) }
  }

  /// Creates an index path.
  public init(section: Int?, item: Int) {
    self.init(asked: section.map { WholeNumber($0) }, WholeNumber(item))
  }

  /// Creates the index path of an item, from its numbers as UIKit's `IndexPath(item:section:)` takes them.
  public init(item: Int, section: Int) {
    self.init(section: section, item: item)
  }

  /// Creates an index path from the numbers that a query gives.
  public init(asked section: WholeNumber?, _ item: WholeNumber) {
    askedSection = section
    askedItem = item
  }
}

/// The reason why a query has no answer.
public enum QueryError: Error, Sendable, Hashable {
  /// No element has the index path (404 `no-such-element`).
  case noSuchElement(LayoutIndexPath, kind: String?)
  /// The section doesn't exist; if `orthogonal` is true, it exists but doesn't scroll by itself (404
  /// `no-such-element`).
  case noSuchSection(WholeNumber, orthogonal: Bool)
  /// The section is to scroll to an element by itself, but doesn't scroll by itself (400 `bad-query`).
  case scrollsWithContent(section: Int)
  /// The section is to scroll to a position that is not along the axis along which it scrolls (400
  /// `bad-query`).
  case positionAcross(section: Int, scrolls: LayoutAxis)
  /// The query reads the height of the container, which has none (422 `invalid-layout`).
  case needsHeight
  /// No item is at the point, or near it (404 `no-such-element`).
  case noItem(atPoint: Point)
  /// The search was cancelled through its `LayoutBudget`.
  case cancelled
}

extension LayoutIndexPath: CustomStringConvertible {
  /// The section and the item as queries give them, such as `0-5`; only a number for a layout-level element.
  public var description: String {
    askedSection.map { "\($0)-\(askedItem)" } ?? "\(askedItem)"
  }
}
