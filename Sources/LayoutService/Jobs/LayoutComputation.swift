import HTTPMessage
import LayoutAPI
import LayoutEngine
import LayoutWire

/// Parses documents and updates, and computes their layouts.
struct LayoutComputation: Sendable {
  /// A document or an update, and the results so far; `run` continues from them after the budget ended an
  /// earlier call.
  struct Work {
    /// The text of the document or update; freed once it has been parsed.
    fileprivate var text: BodyPieces
    /// The parsed document; nil before it has been parsed, and if the text is an update.
    fileprivate var document: LayoutDocument?
    /// The parsed update; nil before it has been parsed, and if the text is a document.
    fileprivate var update: LayoutUpdate?
    /// The text after it has been parsed, if `keepsText` is set; else nil.
    private var readText: [UInt8]?
    private let keepsText: Bool
    /// The layout that the update is applied to; nil if the text is a document.
    fileprivate let parent: StoredLayout?

    init(_ text: BodyPieces, of parent: StoredLayout? = nil, keepsText: Bool = false) {
      self.text = text
      self.parent = parent
      self.keepsText = keepsText
    }

    /// Frees the text, which has been parsed; moves it to `readText` if `keepsText` is set.
    fileprivate mutating func dropText() {
      if keepsText { readText = text.joined() }
      text = BodyPieces()
    }

    /// Takes out the text, which `keepsText` must have kept, whether it has been parsed or not.
    mutating func takeText() -> [UInt8] {
      defer { (readText, text) = (nil, BodyPieces()) }
      return readText ?? text.joined()
    }
  }

  /// The result of computing a text: a document's layout, or the version that an update derives.
  enum Product: Sendable {
    case layout(PreparedLayout, LayoutDocument)
    case version(LayoutVersion, LayoutUpdate, of: StoredLayout)
  }

  /// The maximum number of items in a document.
  let maxItems: Int
  /// Measures the text of documents.
  let texts: TextService

  /// Parses the text, unless an earlier call did, and computes its layout.
  ///
  /// - Parameter times: receives the durations of parsing and of layout.
  /// - Throws: the error in the text. If the budget ended the work, the error may be any: the caller must
  ///   check the budget first.
  func run(
    _ work: inout Work, _ budget: LayoutBudget, _ times: inout WorkTimes
  ) throws(LayoutFailure) -> Product {
    if let parent = work.parent { return try update(parent, &work, budget, &times) }
    var document = try parse(&work, budget, &times)
    let start = MonotonicClock.now
    do throws(LayoutError) {
      try texts.equip(&document)
      let layout = try PreparedLayout(document, budget)
      times.layout = MonotonicClock.now &- start
      return .layout(layout, document)
    } catch {
      throw .layout(error)
    }
  }

  private func parse(
    _ work: inout Work, _ budget: LayoutBudget, _ times: inout WorkTimes
  ) throws(LayoutFailure) -> LayoutDocument {
    if let document = work.document { return document }
    let start = MonotonicClock.now
    do throws(DocumentError) {
      guard work.text.join(budget) else { throw .cancelled }
      let document = try LayoutDocumentReader.read(
        work.text.joined(), limits: DocumentLimits(maxItems: maxItems), budget)
      work.document = document
      work.dropText()
      times.parse = MonotonicClock.now &- start
      return document
    } catch {
      throw .document(error)
    }
  }

  // MARK: Updates

  private func update(
    _ parent: StoredLayout, _ work: inout Work, _ budget: LayoutBudget, _ times: inout WorkTimes
  ) throws(LayoutFailure) -> Product {
    let update = try parseUpdate(of: parent, &work, budget, &times)
    let start = MonotonicClock.now
    do throws(UpdateError) {
      let version = try parent.layout.updated(by: update, maxItems: maxItems, budget)
      times.layout = MonotonicClock.now &- start
      return .version(version, update, of: parent)
    } catch {
      throw .update(error)
    }
  }

  private func parseUpdate(
    of parent: StoredLayout, _ work: inout Work, _ budget: LayoutBudget, _ times: inout WorkTimes
  ) throws(LayoutFailure) -> LayoutUpdate {
    if let update = work.update { return update }
    let start = MonotonicClock.now
    do throws(DocumentError) {
      guard work.text.join(budget) else { throw .cancelled }
      let update = try LayoutUpdateReader.read(
        work.text.joined(), styles: parent.layout.document.textStyles,
        limits: DocumentLimits(maxItems: maxItems), budget)
      work.update = update
      work.dropText()
      times.parse = MonotonicClock.now &- start
      return update
    } catch {
      throw .updateText(error)
    }
  }
}

extension StoredLayout {
  /// Creates the stored layout of a computation's result.
  convenience init(
    _ id: LayoutID, _ product: LayoutComputation.Product, _ maps: ItemMapCache
  ) {
    switch product {
    case .layout(let layout, let document):
      self.init(id, layout, textWarnings: TextWarnings.warnings(of: document))
    case .version(let version, let update, of: let parent):
      self.init(
        id, version.layout, maps.history(of: parent, version.map),
        losesAssignedColumns: version.losesAssignedColumns,
        textWarnings: TextWarnings.warnings(of: version, update))
    }
  }
}
