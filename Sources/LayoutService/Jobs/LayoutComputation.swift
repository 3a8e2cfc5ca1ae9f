import HTTPMessage
import LayoutEngine
import LayoutWire

/// Makes layouts of texts: parses, and lays out.
struct LayoutComputation: Sendable {
  /// One text on its way to its layout; work that was ended goes on from here.
  struct Work {
    /// The text; freed once it has been read.
    fileprivate var text: BodyPieces
    /// What has been read of a document.
    fileprivate var document: LayoutDocument?
    /// What has been read of an update.
    fileprivate var update: LayoutUpdate?
    /// The text that was read, where it is wanted afterwards.
    fileprivate(set) var readText: [UInt8]?
    private let keepsText: Bool
    /// The layout that the text is an update of; nil if it is a document.
    fileprivate let parent: StoredLayout?

    init(_ text: BodyPieces, of parent: StoredLayout? = nil, keepsText: Bool = false) {
      self.text = text
      self.parent = parent
      self.keepsText = keepsText
    }

    /// Lets the text go, which has been read.
    fileprivate mutating func dropText() {
      if keepsText { readText = text.joined() }
      text = BodyPieces()
    }
  }

  /// What a text makes.
  enum Product: Sendable {
    case layout(PreparedLayout, LayoutDocument)
    case version(LayoutVersion, LayoutUpdate, of: StoredLayout)
  }

  /// The most items of a document.
  let maxItems: Int

  /// Parses, unless that has been done, and lays out.
  ///
  /// - Parameter times: gets the durations of both.
  /// - Throws: what is wrong with the text; anything where the budget has ended the work.
  func run(
    _ work: inout Work, _ budget: LayoutBudget, _ times: inout WorkTimes
  ) throws(LayoutFailure) -> Product {
    if let parent = work.parent { return try update(parent, &work, budget, &times) }
    let document = try parse(&work, budget, &times)
    let start = MonotonicClock.now
    do throws(LayoutError) {
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
    let update = try parseUpdate(&work, budget, &times)
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
    _ work: inout Work, _ budget: LayoutBudget, _ times: inout WorkTimes
  ) throws(LayoutFailure) -> LayoutUpdate {
    if let update = work.update { return update }
    let start = MonotonicClock.now
    do throws(DocumentError) {
      guard work.text.join(budget) else { throw .cancelled }
      let update = try LayoutUpdateReader.read(
        work.text.joined(), limits: DocumentLimits(maxItems: maxItems), budget)
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
  /// The layout that a text made.
  convenience init(
    _ id: LayoutID, _ product: LayoutComputation.Product, _ lineage: Lineage
  ) {
    switch product {
    case .layout(let layout, _): self.init(id, layout)
    case .version(let version, _, of: let parent):
      self.init(id, version.layout, lineage.ancestry(of: parent, version.map))
    }
  }
}
