/// A document's sections, in order.
///
/// They are a list, or come from a source that creates them on demand, such as an update of a document with
/// many sections.
public struct Sections: Sendable {
  private enum Storage: Sendable {
    case list([LayoutSection])
    case source(any SectionSource)
  }

  private var storage: Storage

  /// Creates sections from a list.
  public init(_ sections: [LayoutSection]) {
    storage = .list(sections)
  }

  /// Creates sections from a source.
  init(of source: any SectionSource) {
    storage = .source(source)
  }

  /// The number of items in all sections together.
  ///
  /// - Complexity: as `itemCount(of:)` for all sections.
  var itemCount: Int { itemCount(of: indices) }

  /// The number of items in the sections with these numbers.
  ///
  /// - Complexity: O(sections) in a list, otherwise that of the source's `itemCount(of:)`.
  func itemCount(of numbers: Range<Int>) -> Int {
    switch storage {
    case .list(let sections): sections[numbers].reduce(0) { $0 + $1.items.count }
    case .source(let source): source.itemCount(of: numbers)
    }
  }

  /// All sections in a list.
  ///
  /// - Complexity: O(1) for a list, otherwise O(sections).
  private var list: [LayoutSection] {
    switch storage {
    case .list(let sections): sections
    case .source(let source): (0..<source.sectionCount).map { source.section($0) }
    }
  }
}

/// An object that provides a document's sections by their numbers.
protocol SectionSource: AnyObject, Sendable {
  var sectionCount: Int { get }

  /// Returns a section.
  ///
  /// - Parameter number: the section's index, in `0..<sectionCount`.
  func section(_ number: Int) -> LayoutSection

  /// Returns the number of items in some sections together.
  ///
  /// - Parameter numbers: the sections' indices, within `0..<sectionCount`.
  func itemCount(of numbers: Range<Int>) -> Int
}

extension Sections: RandomAccessCollection, MutableCollection, RangeReplaceableCollection,
  ExpressibleByArrayLiteral
{
  /// Creates an empty collection.
  public init() { self.init([LayoutSection]()) }

  /// Creates sections from an array literal.
  public init(arrayLiteral sections: LayoutSection...) { self.init(sections) }

  /// The first index, 0.
  public var startIndex: Int { 0 }
  /// The number of sections.
  public var endIndex: Int {
    switch storage {
    case .list(let sections): sections.count
    case .source(let source): source.sectionCount
    }
  }

  /// A section, by its number.
  ///
  /// - Complexity: to read, O(1) in a list, otherwise that of the source's `section(_:)`; to write,
  ///   O(sections) unless in a list.
  public subscript(number: Int) -> LayoutSection {
    get {
      switch storage {
      case .list(let sections): sections[number]
      case .source(let source): source.section(number)
      }
    }
    set { replaceSubrange(number..<number + 1, with: CollectionOfOne(newValue)) }
  }

  /// Replaces some sections with others.
  ///
  /// - Complexity: O(sections).
  public mutating func replaceSubrange(
    _ numbers: Range<Int>, with sections: some Collection<LayoutSection>
  ) {
    var list = list
    storage = .list([])
    list.replaceSubrange(numbers, with: sections)
    storage = .list(list)
  }
}
