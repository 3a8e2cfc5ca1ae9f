import LayoutEngine

extension DocumentReader {
  /// Reads a whole text that consists of one value.
  ///
  /// - Parameter value: reads the value; returns nil if it refused a part of the text.
  /// - Throws: the errors of `LayoutDocumentReader.read`.
  static func read<Value>(
    _ bytes: [UInt8], _ limits: DocumentLimits, _ budget: LayoutBudget?,
    _ value: (inout DocumentReader) throws(JSONSyntaxError) -> Value?
  ) throws(DocumentError) -> Value {
    var reader = DocumentReader(bytes, DocumentBudget(limits, budget))
    let found: Value?
    do throws(JSONSyntaxError) {
      try reader.checkStart()
      found = try value(&reader)
      try reader.checkEnd()
      // If the budget ends the work within white space, the reader behaves as at the end of the text.
      if reader.budget.isEnded { throw .ended(at: reader.position) }
    } catch {
      if reader.budget.isEnded { throw .cancelled }
      let malformed = MalformedJSON(error, in: bytes, reader.budget)
      throw reader.budget.isEnded ? .cancelled : .malformed(malformed)
    }
    guard let found, reader.refusals.isEmpty else {
      let refusals = reader.pointedRefusals
      throw reader.budget.isEnded ? .cancelled : .invalid(refusals)
    }
    return found
  }

  /// The refusals in the order of the text, with pointers to the refused values.
  private var pointedRefusals: [PointedError] {
    let pointers = JSONPointerLocator.pointers(
      in: Array(bytes), at: refusals.map { $0.offset }, budget)
    return refusals.sorted { $0.place < $1.place }.map {
      PointedError(pointer: pointers[$0.offset] ?? "", detail: $0.detail)
    }
  }
}
