package import LayoutEngine
import LayoutWire

/// An estimate of the time to write a response, made before it is written.
///
/// An event loop writes responses of at most `limit`, and leaves longer ones to the workers. The rates assume
/// the slowest texts, which must be escaped, and numbers of 17 digits, on a core of servers of the 2020s at 3
/// GHz; most responses take half of their estimate.
package struct WritingCost {
  /// The maximum nanoseconds that an event loop writes.
  package static let limit = 200_000

  /// The nanoseconds to compress a byte.
  private static let compressedByte = 4
  /// The maximum number of bytes to which a byte of an id or a kind expands.
  private static let escapedBytes = 6
  /// The nanoseconds to visit an element, or a run of neighbouring elements.
  private static let walkedElement = 10
  /// The nanoseconds for a section whose items a style sheet counts.
  private static let countedSection = 150

  /// Whether the response is also compressed.
  package let isCompressed: Bool
  /// The estimate so far, in nanoseconds.
  private(set) var nanoseconds = 0

  package init(isCompressed: Bool) {
    self.isCompressed = isCompressed
  }

  /// Whether an event loop may write the response.
  package var isShort: Bool { nanoseconds <= Self.limit }

  /// The cost of one element in a representation.
  private struct Rates {
    /// The nanoseconds for the element's numbers.
    var element: Int
    /// The bytes that are written for the element's numbers.
    var elementBytes: Int
    /// The nanoseconds for an id or a kind, however short.
    var text: Int
    /// The nanoseconds for each byte of an id or a kind.
    var textByte: Int

    init(_ representation: Representation) {
      (element, elementBytes, text, textByte) =
        switch representation {
        case .json: (100, 170, 110, 17)
        case .columns: (80, 85, 110, 17)
        case .packed: (25, 40, 200, 55)
        case .svg: (440, 310, 400, 10)
        case .css: (215, 90, 0, 0)
        }
    }
  }

  /// Adds the time to search and to write the elements that a query has found.
  ///
  /// - Parameter hasOnlyCells: whether all elements are cells, so that none has a kind.
  /// - Complexity: O(runs and elements that are not cells).
  package mutating func add(
    _ selection: AttributesSelection, as representation: Representation, hasOnlyCells: Bool
  ) {
    let rates = Rates(representation)
    add(selection.walkedCount, each: Self.walkedElement)
    add(selection.count, each: rates.element, bytes: rates.elementBytes)
    guard rates.text > 0, isShort else { return }
    let idBytes = selection.idByteCount
    if idBytes > 0 { add(selection.count, each: rates.text) }
    addText(idBytes, each: rates.textByte)
    // Data is copied as it was received, without escapes.
    if representation == .json { add(selection.dataByteCount, each: 1, bytes: 1) }
    guard !hasOnlyCells else { return }
    var others = selection.makeCursor()
    // Visiting more elements than this exceeds the limit by itself.
    var allowance = Self.limit / Self.walkedElement
    while isShort, let other = others.nextOther(steppingOver: &allowance) {
      add(1, each: rates.text)
      addText(other.kind?.utf8.count ?? 0, each: rates.textByte)
    }
  }

  /// Adds the time to write the selectors of a style sheet's rules, and to count the sections' items.
  package mutating func addRules(_ selection: AttributesSelection, selectorBytes: Int) {
    add(selection.count * selectorBytes, each: 1, bytes: 1)
    add((selection.sections?.upperBound ?? 0) + 1, each: Self.countedSection)
  }

  /// Adds the time to write the rules of text styles, and of the bodies of each section.
  package mutating func addTextRules(_ styles: TextStyles, _ selection: AttributesSelection) {
    add(styles.styles.count, each: 3_000, bytes: 400)
    addText(styles.text.count, each: 20)
    add(selection.sections.map { $0.count } ?? 0, each: 1_500, bytes: 300)
  }

  /// Adds the time to write the `count` sections that a picture shows.
  package mutating func addDrawnSections(_ count: Int) { add(count, each: 275, bytes: 110) }

  /// Adds the time to write the summaries of `count` sections.
  package mutating func addSections(_ count: Int) { add(count, each: 75, bytes: 110) }

  /// Adds the time to write a document of `sections` sections.
  ///
  /// - Parameter byteCount: the bytes of the document's layout, which are at least those of its texts.
  package mutating func addDocument(sections: Int, byteCount: Int) {
    add(sections, each: 600, bytes: 60)
    addText(byteCount, each: 24)
  }

  /// Adds the time to compare two versions and to write the changes.
  ///
  /// - Parameters:
  ///   - elements: the number of elements of both versions together.
  ///   - byteCount: the bytes of both layouts, which are at least those of their texts.
  package mutating func addChanges(
    of elements: Int, byteCount: Int, as representation: Representation
  ) {
    add(elements, each: 1_100 + Rates(representation).element, bytes: 310)
    addText(byteCount, each: 17)
  }

  private mutating func addText(_ count: Int, each nanoseconds: Int) {
    add(count, each: nanoseconds, bytes: Self.escapedBytes)
  }

  private mutating func add(_ count: Int, each nanoseconds: Int, bytes: Int = 0) {
    self.nanoseconds += count * (nanoseconds + (isCompressed ? bytes * Self.compressedByte : 0))
  }
}
