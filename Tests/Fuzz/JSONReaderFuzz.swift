import Glibc
import LayoutEngine
import LayoutWire

/// libFuzzer's entry: reads the input as JSON and as a document, and traps where the two readings
/// contradict each other or name a place that is none.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSONReader(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let malformed = malformation(bytes) { bytes throws(DocumentError) in
    try LayoutDocumentReader.validate(bytes)
  }
  let limits = DocumentLimits(maxItems: 1_000, maxSections: 100, maxListLength: 50)
  let unread = malformation(bytes) { bytes throws(DocumentError) in
    _ = try LayoutDocumentReader.read(bytes, limits: limits)
  }
  if let malformed {
    precondition(unread != nil, "what is no JSON is read as a document")
    check(malformed, in: bytes)
  }
  if let unread {
    precondition(
      malformed != nil || unread.reason.hasSuffix("twice in one object"),
      "JSON is called malformed")
    check(unread, in: bytes)
  }
  // A text that ends too early is no JSON, unless it is a number at the top.
  if malformed == nil, let last = bytes.last, last == UInt8(ascii: "}") {
    let cut = malformation(Array(bytes.dropLast())) { bytes throws(DocumentError) in
      try LayoutDocumentReader.validate(bytes)
    }
    precondition(cut != nil, "half a text is read as a whole")
  }
  return 0
}

/// What is malformed by that reading; nil if nothing is.
private func malformation(
  _ bytes: [UInt8], _ read: ([UInt8]) throws(DocumentError) -> Void
) -> MalformedJSON? {
  do {
    try read(bytes)
    return nil
  } catch {
    switch error {
    case .cancelled: preconditionFailure("reading without a budget is not ended")
    case .malformed(let malformed):
      return malformed
    case .invalid(let errors):
      precondition((1...20).contains(errors.count), "between 1 and 20 findings are told")
      precondition(errors.allSatisfy { isPointer($0.pointer) })
      return nil
    }
  }
}

private func check(_ malformed: MalformedJSON, in bytes: [UInt8]) {
  precondition((0...bytes.count).contains(malformed.offset), "the place lies in the text")
  let before = bytes.prefix(malformed.offset)
  precondition(malformed.line == 1 + before.filter { $0 == UInt8(ascii: "\n") }.count)
  precondition((1...(malformed.offset + 1)).contains(malformed.column))
  precondition(isPointer(malformed.pointer))
}

/// Whether the text is an RFC 6901 pointer; a key may begin with a combining mark, so bytes decide.
private func isPointer(_ text: String) -> Bool {
  text.isEmpty || text.utf8.first == UInt8(ascii: "/")
}
