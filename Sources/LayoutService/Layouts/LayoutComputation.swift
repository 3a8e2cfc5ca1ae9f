import HTTPMessage
import LayoutEngine
import LayoutWire

/// Makes layouts of documents' texts: parses, and lays out.
struct LayoutComputation: Sendable {
  /// One document on its way to its layout; work that was ended goes on from here.
  struct Work {
    /// The text; freed once it has been read.
    var text: [UInt8]
    fileprivate var document: LayoutDocument?

    init(text: [UInt8]) {
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
      let document = try LayoutDocumentReader.read(
        work.text, limits: DocumentLimits(maxItems: maxItems), budget)
      work.document = document
      work.text = []
      times.parse = MonotonicClock.now &- start
      return document
    } catch {
      throw .document(error)
    }
  }
}
