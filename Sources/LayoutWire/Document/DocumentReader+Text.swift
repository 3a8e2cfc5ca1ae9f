import LayoutEngine

extension DocumentReader {
  /// Reads a whole text of one value.
  ///
  /// - Parameter value: reads the value; nil if something was refused.
  /// - Throws: as `LayoutDocumentReader.read`.
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
      // Where the budget ends the work in white space, the text seems to end there.
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

  /// What was found wrong, in the order of the text, by pointers.
  private var pointedRefusals: [PointedError] {
    let pointers = JSONPointerLocator.pointers(
      in: bytes, at: refusals.map { $0.offset }, budget)
    return refusals.sorted { $0.place < $1.place }.map {
      PointedError(pointer: pointers[$0.offset] ?? "", detail: $0.detail)
    }
  }
}
