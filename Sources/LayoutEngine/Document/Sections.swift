/// A document's sections, in order: a list of them, or what something else makes of them when it is
/// asked, such as an update of a document of many.
public struct Sections: Sendable {
  private enum Storage: Sendable {
    case list([Section])
    case source(any SectionSource)
  }

  private var storage: Storage

  /// Sections in a list.
  public init(_ sections: [Section]) {
    storage = .list(sections)
  }

  /// What a source gives.
  init(of source: any SectionSource) {
    storage = .source(source)
  }

  /// How many items they have together.
  ///
  /// - Complexity: as `itemCount(of:)` of all.
  var itemCount: Int { itemCount(of: indices) }

  /// How many items the sections of these numbers have together.
  ///
  /// - Complexity: O(sections) in a list, else the source's.
  func itemCount(of numbers: Range<Int>) -> Int {
    switch storage {
    case .list(let sections): sections[numbers].reduce(0) { $0 + $1.items.count }
    case .source(let source): source.itemCount(of: numbers)
    }
  }

  /// All of them in a list.
  ///
  /// - Complexity: O(1) for a list, else O(sections).
  private var list: [Section] {
    switch storage {
    case .list(let sections): sections
    case .source(let source): (0..<source.sectionCount).map { source.section($0) }
    }
  }
}

/// What can give a document's sections by their numbers.
protocol SectionSource: AnyObject, Sendable {
  var sectionCount: Int { get }

  /// - Parameter number: in `0..<sectionCount`.
  func section(_ number: Int) -> Section

  /// - Parameter numbers: within `0..<sectionCount`.
  func itemCount(of numbers: Range<Int>) -> Int
}

extension Sections: RandomAccessCollection, MutableCollection, RangeReplaceableCollection,
  ExpressibleByArrayLiteral
{
  /// No sections.
  public init() { self.init([Section]()) }

  /// The sections given.
  public init(arrayLiteral sections: Section...) { self.init(sections) }

  /// 0.
  public var startIndex: Int { 0 }
  /// How many there are.
  public var endIndex: Int {
    switch storage {
    case .list(let sections): sections.count
    case .source(let source): source.sectionCount
    }
  }

  /// A section, by its number.
  ///
  /// - Complexity: to read, O(1) in a list, else the source's; to write, O(sections) but in a list.
  public subscript(number: Int) -> Section {
    get {
      switch storage {
      case .list(let sections): sections[number]
      case .source(let source): source.section(number)
      }
    }
    set { replaceSubrange(number..<number + 1, with: CollectionOfOne(newValue)) }
  }

  /// Puts sections in the place of others.
  ///
  /// - Complexity: O(sections).
  public mutating func replaceSubrange(
    _ numbers: Range<Int>, with sections: some Collection<Section>
  ) {
    var list = list
    storage = .list([])
    list.replaceSubrange(numbers, with: sections)
    storage = .list(list)
  }
}
