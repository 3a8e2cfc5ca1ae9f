import HTTPMessage
import LayoutEngine
import LayoutWire

/// Makes layouts of documents' texts: parses, and lays out.
struct LayoutComputation: Sendable {
  /// One document on its way to its layout; work that was ended goes on from here.
  struct Work {
    /// The text; freed once it has been read.
    fileprivate var text: BodyPieces
    fileprivate var document: LayoutDocument?

    init(_ text: BodyPieces) {
      self.text = text
    }
  }

  /// The most items of a document.
  let maxItems: Int

  /// Parses, unless that has been done, and lays out.
  ///
  /// - Parameter times: gets the durations of both.
  /// - Throws: what is wrong with the document; anything where the budget has ended the work.
  func run(
    _ work: inout Work, _ budget: LayoutBudget, _ times: inout WorkTimes
  ) throws(LayoutFailure) -> (LayoutDocument, PreparedLayout) {
    let document = try parse(&work, budget, &times)
    let start = MonotonicClock.now
    do throws(LayoutError) {
      let layout = try PreparedLayout(document, budget)
      times.layout = MonotonicClock.now &- start
      return (document, layout)
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
      work.text = BodyPieces()
      times.parse = MonotonicClock.now &- start
      return document
    } catch {
      throw .document(error)
    }
  }
}
