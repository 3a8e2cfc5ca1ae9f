/// Which elements are queried, and how the view stands (Contract §3).
public struct LayoutQuery: Sendable, Hashable {
  /// The selected elements.
  public enum Selection: Sendable, Hashable {
    /// Those whose frames meet the rectangle, as they are returned.
    case rect(Rect)
    /// Every element, those of no size too.
    case all
    /// Those at the index paths, in this order: cells, or elements of the kind.
    case indexPaths([IndexPath], kind: String?)
  }

  /// What the returned coordinates are relative to.
  public enum Origin: Sendable, Hashable {
    /// The content's corner.
    case content
    /// The corner of the element's section.
    case section
    /// The queried rectangle's corner.
    case rect
  }

  /// The selected elements.
  public var selection: Selection
  /// The view's visible bounds, in content coordinates; nil leaves pinned elements in their natural
  /// places.
  ///
  /// What pinned elements hold to is these bounds less the container's insets, which the engine
  /// takes off (LayoutRules A15).
  public var bounds: Rect?
  /// How far orthogonal sections are scrolled, in points.
  public var scroll: [WholeNumber: Double]
  /// What the returned coordinates are relative to.
  public var origin: Origin

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

extension PreparedContent {
  /// The corner that an answer's coordinates are relative to, in content coordinates.
  ///
  /// - Parameter section: the elements' section; nil for layout-level elements.
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

/// An element's address: section and number in it, or the number alone of a layout-level element.
public struct IndexPath: Sendable, Hashable {
  /// The section as it was asked for, from 0; nil for a layout-level element.
  public private(set) var askedSection: WholeNumber?
  /// The number in the section as it was asked for, from 0.
  public private(set) var askedItem: WholeNumber
  /// The section, from 0; nil for a layout-level element.
  public var section: Int? {
    get { askedSection?.nearestInt }
    set { askedSection = newValue.map { WholeNumber($0) } }
  }
  /// The number in the section, from 0.
  public var item: Int {
    get { askedItem.nearestInt }
    set { askedItem = WholeNumber(newValue) }
  }

  /// Creates an index path.
  public init(section: Int?, item: Int) {
    self.init(asked: section.map { WholeNumber($0) }, WholeNumber(item))
  }

  /// Creates the index path of numbers that someone asks for.
  public init(asked section: WholeNumber?, _ item: WholeNumber) {
    askedSection = section
    askedItem = item
  }
}

/// Why a query has no answer.
public enum QueryError: Error, Sendable, Hashable {
  /// No element stands at the index path (404 `no-such-element`).
  case noSuchElement(IndexPath, kind: String?)
  /// There is no such section, or, where `orthogonal`, it is there but doesn't scroll by itself
  /// (404 `no-such-element`).
  case noSuchSection(WholeNumber, orthogonal: Bool)
  /// The search was cancelled through its `LayoutBudget`.
  case cancelled
}
