public import LayoutEngine

/// The reason why a text is not a layout document.
///
/// ```swift
/// do {
///   _ = try LayoutDocument(json: #"{"container":{"width":-1},"items":1}"#.utf8)
/// } catch DocumentError.invalid(let faults) {
///   for fault in faults { print(fault.pointer, fault.detail) }
/// }
/// // The pointer is /container/width.
/// ```
public enum DocumentError: Error, Sendable, Hashable {
  /// Malformed JSON (400 `malformed-json`).
  case malformed(MalformedJSON)
  /// The text is JSON, but not a document (422 `invalid-layout`); 1 to 20 reasons, in the order of the text.
  case invalid([PointedError])
  /// The budget ended the work (`LayoutBudget.end`).
  case cancelled
}

/// The position of a JSON syntax error (RFC 8259) in the text, and its reason.
public struct MalformedJSON: Sendable, Hashable {
  /// The number of bytes before the error.
  public var offset: Int
  /// The line of the error, from 1; lines end with a line feed.
  public var line: Int
  /// The column of the error, from 1, in Unicode scalars.
  public var column: Int
  /// The reason as a phrase: `"expected ':', found '}'"`.
  public var reason: String
  /// The RFC 6901 pointer to the innermost value that was being read.
  public var pointer: String

  /// Creates a syntax error.
  public init(offset: Int, line: Int, column: Int, reason: String, pointer: String) {
    self.offset = offset
    self.line = line
    self.column = column
    self.reason = reason
    self.pointer = pointer
  }
}

extension PointedError {
  /// Returns the engine's issues in the form in which clients receive them.
  public static func list(_ error: LayoutError) -> [PointedError] {
    error.issues.map { PointedError(pointer: $0.path.pointer, detail: $0.reason) }
  }
}

extension DocumentPath {
  /// The path as an RFC 6901 pointer.
  public var pointer: String {
    var pointer = ""
    for step in steps {
      switch step {
      case .field(let name): appendPointerStep(name, to: &pointer)
      case .index(let index): appendPointerStep(String(index), to: &pointer)
      }
    }
    return pointer
  }
}

extension MalformedJSON {
  /// Finds the line, column and pointer of an error.
  ///
  /// If the budget has ended the work, the result is wrong, and the caller must discard it.
  init(_ error: JSONSyntaxError, in bytes: [UInt8], _ budget: some ReadingBudget) {
    let place = TextPlace(of: error.offset, in: bytes, budget)
    self.init(
      offset: error.offset, line: place.line, column: place.column,
      reason: SyntaxHint.reason(of: error, in: bytes),
      pointer: JSONPointerLocator.pointer(in: bytes, end: error.end, budget))
  }
}

/// The line and column of a byte, counted as in `MalformedJSON`.
///
/// If the budget ends the work, they are those of an earlier byte.
private struct TextPlace {
  private(set) var line = 1
  private(set) var column = 1

  init(of offset: Int, in text: [UInt8], _ budget: some ReadingBudget) {
    let end = min(offset, text.count)
    var next = 0
    while next < end {
      let part = next..<min(end, next + bytesPerCheck)
      guard budget.checkpoint(after: part.count) else { return }
      for byte in text[part] { step(over: byte) }
      next = part.upperBound
    }
  }

  @inline(__always)
  private mutating func step(over byte: UInt8) {
    if byte == ASCII.lineFeed {
      line += 1
      column = 1
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
  }
}
