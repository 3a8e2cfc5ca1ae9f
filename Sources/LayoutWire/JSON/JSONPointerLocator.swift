/// The maximum number of steps stored for a pointer; no document may be nested this deep.
private let maxSteps = 100
/// The maximum number of scalars of a key in a pointer.
///
/// No field's name is nearly as long, and a response must not grow with the keys that a client makes up.
private let maxKeyLength = 128

/// Finds the RFC 6901 pointers of values in a text, given their offsets.
///
/// Used only after an error: it walks through the text a second time, and records the path.
struct JSONPointerLocator<Budget: ReadingBudget> {
  private var reader: JSONReader<Budget>
  /// The first steps of the path, up to `maxSteps`.
  private var path: [Step] = []
  /// The open containers that are nested deeper than `maxSteps`, without keys and indexes.
  private var deeper = OpenContainers()
  private var pointers: [Int: String] = [:]
  /// The offsets not yet found, in descending order.
  private var sought: [Int]

  /// A step into an open container: a member's key, once it has been read, or an element's index.
  private enum Step {
    case object(StringToken?)
    case array(Int)
  }

  private init(_ bytes: [UInt8], sought: [Int], _ budget: Budget) {
    reader = JSONReader(bytes, budget)
    self.sought = sought.sorted(by: >)
  }

  /// Returns, for each given offset, the pointer of the value that begins there, or of the member whose key
  /// does.
  ///
  /// - Complexity: O(bytes up to the last offset).
  static func pointers(
    in bytes: [UInt8], at offsets: [Int], _ budget: Budget
  ) -> [Int: String] {
    var locator = JSONPointerLocator(bytes, sought: offsets, budget)
    try? locator.walk()
    return locator.pointers
  }

  /// Returns the pointer of the innermost open value, or of the member being read, at the end of the
  /// text's first `end` bytes.
  static func pointer(in bytes: [UInt8], end: Int, _ budget: Budget) -> String {
    let read = end < bytes.count ? beginning(of: bytes, end: end, budget) : bytes
    var locator = JSONPointerLocator(read, sought: [.max], budget)
    try? locator.walk()
    return locator.pointer
  }

  /// Returns the text's first `end` bytes, or fewer if the budget ends the work.
  private static func beginning(of bytes: [UInt8], end: Int, _ budget: Budget) -> [UInt8] {
    var beginning: [UInt8] = []
    beginning.reserveCapacity(end)
    while beginning.count < end, budget.checkpoint(after: min(bytesPerCheck, end - beginning.count))
    {
      let part = beginning.count..<min(end, beginning.count + bytesPerCheck)
      beginning.append(contentsOf: bytes[part])
    }
    return beginning
  }

  /// Reads one value after the other until all offsets are found or the text is not JSON.
  private mutating func walk() throws(JSONSyntaxError) {
    repeat {
      try reader.count()
      let byte = reader.nextToken()
      visit(reader.position)
      guard !sought.isEmpty else { return }
      switch byte {
      case ASCII.openBrace:
        reader.position += 1
        enter(.object(nil), isObject: true)
        if try enterMember() { continue }
      case ASCII.openBracket:
        reader.position += 1
        enter(.array(0), isObject: false)
        if reader.nextToken() != ASCII.closeBracket { continue }
      default:
        try reader.skipValue()
      }
      try leaveValues()
    } while !path.isEmpty
  }

  private mutating func enter(_ step: Step, isObject: Bool) {
    if path.count < maxSteps {
      path.append(step)
    } else {
      deeper.append(isObject: isObject)
    }
  }

  /// Reads up to the first member's value; returns false if the object is empty.
  private mutating func enterMember() throws(JSONSyntaxError) -> Bool {
    guard reader.nextToken() != ASCII.closeBrace else { return false }
    try readKey()
    return true
  }

  /// Reads from a value's end to the next value's start, closing the containers that end in between.
  private mutating func leaveValues() throws(JSONSyntaxError) {
    while let step = path.last {
      try reader.count()
      let byte = reader.nextToken()
      guard byte != ASCII.comma else {
        reader.position += 1
        switch (deeper.isLastObject, step) {
        case (true?, _), (nil, .object): try readKey()
        case (nil, .array(let index)): path[path.count - 1] = .array(index + 1)
        case (false?, _): break
        }
        return
      }
      guard byte == ASCII.closeBrace || byte == ASCII.closeBracket else {
        throw reader.unexpected("the end of a value")
      }
      reader.position += 1
      if deeper.isEmpty { path.removeLast() } else { deeper.removeLast() }
    }
  }

  private mutating func readKey() throws(JSONSyntaxError) {
    if deeper.isEmpty { path[path.count - 1] = .object(nil) }
    guard reader.nextToken() == ASCII.quote else { throw reader.unexpected("a key") }
    let start = reader.position
    let key = try reader.readStringToken()
    if deeper.isEmpty { path[path.count - 1] = .object(key) }
    visit(start)
    guard reader.nextToken() == ASCII.colon else { throw reader.unexpected("':'") }
    reader.position += 1
  }

  /// Records the pointer of the value or key at `offset`, if that offset is sought.
  private mutating func visit(_ offset: Int) {
    while let last = sought.last, last <= offset {
      if last == offset { pointers[offset] = pointer }
      sought.removeLast()
    }
  }

  /// The RFC 6901 pointer of `path`.
  private var pointer: String {
    var pointer = ""
    for step in path {
      switch step {
      case .object(nil): break
      case .object(let key?): appendPointerStep(shortText(of: key), to: &pointer)
      case .array(let index): appendPointerStep(String(index), to: &pointer)
      }
    }
    return pointer
  }

  /// Returns the key's text, shortened with an ellipsis if it is long.
  private func shortText(of key: StringToken) -> String {
    let text = reader.text(of: key, atMost: shownBytes)
    let scalars = text.unicodeScalars
    guard
      let end = scalars.index(
        scalars.startIndex, offsetBy: maxKeyLength, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + "…"
  }
}

/// Appends one reference token, with `~` and `/` escaped (RFC 6901 §3).
func appendPointerStep(_ step: String, to pointer: inout String) {
  pointer += "/"
  for scalar in step.unicodeScalars {
    switch scalar {
    case "~": pointer += "~0"
    case "/": pointer += "~1"
    default: pointer.unicodeScalars.append(scalar)
    }
  }
}
