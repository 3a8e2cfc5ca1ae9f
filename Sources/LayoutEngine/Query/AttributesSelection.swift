/// What a query found, in the order of answers (`contract.md` 3): held as runs of numbers, so that
/// a million attributes are never in memory at once.
///
/// A selection keeps the layout it was made of alive.
public struct AttributesSelection: Sendable {
  /// Neighbours in the order of answers.
  struct Run: Sendable, Hashable {
    /// What the numbers of a run count.
    enum Source: UInt8, Sendable {
      /// Layout-level items before the sections.
      case leadingBoundaries
      /// Layout-level items behind the sections.
      case trailingBoundaries
      /// A section's cells.
      case cells
      /// A section's headers, footers, side items and decorations.
      case elements
      /// A section's item and group supplementaries.
      case badges
    }

    var source: Source
    /// The section; 0 for layout-level items.
    var section: Int32
    var lowerBound: Int
    var upperBound: Int
  }

  let content: PreparedContent
  let query: LayoutQuery
  private(set) var runs: [Run] = []

  /// How many attributes were found.
  public private(set) var count = 0

  init(_ content: PreparedContent, query: LayoutQuery) {
    self.content = content
    self.query = query
  }

  /// Adds numbers behind those found so far.
  mutating func append(_ source: Run.Source, section: Int = 0, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    count += range.count
    if let last = runs.last, last.source == source, last.section == section,
      last.upperBound == range.lowerBound
    {
      runs[runs.count - 1].upperBound = range.upperBound
    } else {
      runs.append(
        Run(
          source: source, section: Int32(truncatingIfNeeded: section),
          lowerBound: range.lowerBound, upperBound: range.upperBound))
    }
  }

  /// A cursor before the first attribute; any number of them may walk the same selection.
  public func makeCursor() -> Cursor {
    Cursor(self)
  }

  /// Walks a selection and makes its attributes one by one; a copy goes on from the same place.
  public struct Cursor: Sendable {
    private let selection: AttributesSelection
    private var run = 0
    private var number = 0
    private var end = 0
    private var placement: FramePlacement
    /// What is taken off returned coordinates (`origin`).
    private var origin = Point.zero

    fileprivate init(_ selection: AttributesSelection) {
      self.selection = selection
      placement = FramePlacement(selection.content, section: nil, query: selection.query)
      if !selection.runs.isEmpty { enterRun() }
    }

    /// The next attributes; nil behind the last.
    ///
    /// - Complexity: O(1).
    public mutating func next() -> LayoutAttributes? {
      while number == end {
        guard run + 1 < selection.runs.count else { return nil }
        run += 1
        enterRun()
      }
      defer { number += 1 }
      var attributes = self.attributes(number, of: selection.runs[run])
      attributes.frame.x -= origin.x
      attributes.frame.y -= origin.y
      return attributes
    }

    private mutating func enterRun() {
      let entered = selection.runs[run]
      number = entered.lowerBound
      end = entered.upperBound
      let section: Int? =
        switch entered.source {
        case .leadingBoundaries, .trailingBoundaries: nil
        case .cells, .elements, .badges: Int(entered.section)
        }
      placement = FramePlacement(selection.content, section: section, query: selection.query)
      switch (selection.query.origin, selection.query.selection, section) {
      case (.section, _, let section?):
        let frame = selection.content.frame(ofSection: section)
        origin = Point(x: frame.x, y: frame.y)
      case (.rect, .rect(let rect), _): origin = Point(x: rect.x, y: rect.y)
      default: origin = .zero
      }
    }

    private func attributes(_ number: Int, of run: Run) -> LayoutAttributes {
      let content = selection.content
      switch run.source {
      case .leadingBoundaries:
        return attributes(of: content.boundaries.leading[number], section: nil)
      case .trailingBoundaries:
        return attributes(of: content.boundaries.trailing[number], section: nil)
      case .cells:
        return cell(number, section: Int(run.section))
      case .elements:
        let section = Int(run.section)
        return attributes(
          of: content.sections[section].solution.elements[number], section: section)
      case .badges:
        let section = Int(run.section)
        guard let badges = content.sections[section].solution.badges else {
          preconditionFailure("a run of badges comes from a section that has them")
        }
        let badge = badges.element(number)
        return LayoutAttributes(
          section: section, item: badge.item, category: badge.category, kind: badge.kind,
          frame: placement.placed(badge.frame), zIndex: badge.zIndex)
      }
    }

    private func cell(_ number: Int, section: Int) -> LayoutAttributes {
      let prepared = selection.content.sections[section]
      let cells = prepared.solution.cells
      return LayoutAttributes(
        section: section, item: number, category: .cell,
        frame: placement.placed(cells.frame(of: number)),
        zIndex: prepared.zIndex(ofCell: number), imageHeight: cells.imageHeight(of: number),
        id: prepared.ids[number])
    }

    private func attributes(of element: SectionElement, section: Int?) -> LayoutAttributes {
      LayoutAttributes(
        section: section, item: element.item, category: element.category, kind: element.kind,
        frame: placement.placed(element), zIndex: placement.zIndex(of: element))
    }
  }
}
