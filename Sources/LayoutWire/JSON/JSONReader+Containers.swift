/// The names of an object's fields, each a case.
protocol JSONField: RawRepresentable<String>, CaseIterable, Sendable where AllCases == [Self] {
  /// The table that finds a case by its name.
  static var names: FieldNames<Self> { get }
}

/// An object being read.
struct ObjectScope<Field: JSONField> {
  /// What of it has been read.
  fileprivate var members: ObjectMembers

  init(start: Int) {
    members = ObjectMembers(start: start)
  }

  /// Where the object begins.
  var start: Int { members.start }

  /// Where the last member begins that names no field, else the object: what is missing is told after it.
  var lastUnknown: Int { members.lastUnknown }

  /// Whether the field has been read.
  func has(_ field: Field) -> Bool { members.has(Field.names.index(of: field)) }
}

/// Members of an object being read, whatever fields they are.
private struct ObjectMembers {
  /// Where the object begins.
  let start: Int
  /// A bit for each field that has been read.
  private var seen: UInt64 = 0
  /// Whether no member has been read yet.
  var isFresh = true
  /// Where the last member begins that names no field; the object for none.
  var lastUnknown: Int

  init(start: Int) {
    self.start = start
    lastUnknown = start
  }

  /// Whether the field at that place in the table has been read.
  func has(_ index: Int) -> Bool { seen & (1 << UInt64(index)) != 0 }

  /// Notes that the field at that place in the table has been read.
  ///
  /// - Returns: false if it had been read before.
  mutating func insert(_ index: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(index)
    guard seen & bit == 0 else { return false }
    seen |= bit
    return true
  }
}

/// An array being read.
struct ArrayScope {
  /// Where the array begins.
  let start: Int
  /// Elements begun so far.
  var count = 0
}

extension JSONReader {
  /// Steps into an object; one of the wrong shape or too deep is refused and skipped.
  mutating func openObject<Field: JSONField>(
    of _: Field.Type, _ expectation: @autoclosure () -> String = "must be an object"
  ) throws(JSONSyntaxError) -> ObjectScope<Field>? {
    try enterObject(expectation).map { ObjectScope(start: $0) }
  }

  /// Steps into an object: where it begins; nil if it is refused.
  #if hasFeature(Embedded)
    @inline(never)
  #else
    @inline(__always)
  #endif
  private mutating func enterObject(_ expectation: () -> String) throws(JSONSyntaxError) -> Int? {
    guard nextToken() == ASCII.openBrace else {
      try refuseValue(expectation())
      return nil
    }
    guard try descend() else { return nil }
    return position - 1
  }

  /// Reads up to the value of the object's next field; nil at the object's end.
  ///
  /// Unknown fields are refused and skipped.
  mutating func nextField<Field: JSONField>(
    of scope: inout ObjectScope<Field>
  ) throws(JSONSyntaxError) -> Field? {
    try nextMember(of: &scope.members, Field.names.keys).map { Field.names.field(at: $0) }
  }

  /// Reads up to the value of the next member whose key is in the table: its place there.
  ///
  /// In a page one reader of members is enough; where size is nothing, each kind of object has its own.
  #if hasFeature(Embedded)
    @inline(never)
  #else
    @inline(__always)
  #endif
  private mutating func nextMember(
    of members: inout ObjectMembers, _ keys: KeyTable
  ) throws(JSONSyntaxError) -> Int? {
    while true {
      guard try stepToKey(isFresh: members.isFresh) else { return nil }
      members.isFresh = false
      let start = position
      if let index = try readField(in: keys) {
        guard members.insert(index) else { throw duplicate(keys.name(at: index), at: start) }
        return index
      }
      members.lastUnknown = start
      try skipUnknownField(in: keys)
    }
  }

  /// Refuses a member whose key names no field.
  @inline(never)
  private mutating func skipUnknownField(in keys: KeyTable) throws(JSONSyntaxError) {
    let key = try readKey()
    refuse(at: key.start) {
      keys.unknownFieldDetail($0.text(of: key.token, atMost: shownBytes))
    }
    try skipValue()
  }

  /// Refuses an object that lacks a field.
  ///
  /// - Returns: whether the field is there.
  @discardableResult
  mutating func require<Field: JSONField>(
    _ field: Field, in scope: ObjectScope<Field>
  ) -> Bool {
    require(field.rawValue, in: scope.members, Field.names.keys)
  }

  #if hasFeature(Embedded)
    @inline(never)
  #else
    @inline(__always)
  #endif
  private mutating func require(
    _ name: String, in members: ObjectMembers, _ keys: KeyTable
  ) -> Bool {
    guard !members.has(keys.index(of: name)) else { return true }
    refuse(
      at: members.start, after: members.lastUnknown, "needs \"\(name)\"" + Self.example(of: name))
    return false
  }

  /// What a field that is missing may look like, in words that follow its name; none where the name says
  /// it.
  private static func example(of name: String) -> String {
    switch name {
    case "container": " such as {\"width\": 390, \"height\": 844}"
    case "items": " such as [120, 80]"
    case "indexPath": " such as [0, 3]"
    case "item": " such as 120"
    case "frames": " such as [[0, 0, 120, 80]]"
    default: ""
    }
  }

  /// Steps into an array; a value of the wrong shape or too deep is refused and skipped.
  mutating func openArray(
    _ expectation: @autoclosure () -> String = "must be an array"
  ) throws(JSONSyntaxError) -> ArrayScope? {
    guard nextToken() == ASCII.openBracket else {
      try refuseValue(expectation())
      return nil
    }
    guard try descend() else { return nil }
    return ArrayScope(start: position - 1)
  }

  /// Steps to the array's next element; false at the array's end.
  #if hasFeature(Embedded)
    @inline(never)
  #else
    @inline(__always)
  #endif
  mutating func nextElement(of scope: inout ArrayScope) throws(JSONSyntaxError) -> Bool {
    let byte = nextToken()
    if byte == ASCII.closeBracket {
      position += 1
      depth -= 1
      return false
    }
    if scope.count > 0 {
      guard byte == ASCII.comma else { throw unexpected("',' or ']'") }
      position += 1
      if nextToken() == ASCII.closeBracket { throw unexpected("a value") }
    }
    scope.count += 1
    try count()
    return true
  }

  /// Refuses an array that is longer than it may be, and skips what is left of it.
  ///
  /// Called at an element; the array's end is stepped over.
  mutating func refuseRest(
    of list: inout ArrayScope, limit: Int, _ elements: String
  ) throws(JSONSyntaxError) {
    refuse(at: list.start, "holds more than \(limit) \(elements)")
    try skipRest(of: &list)
  }

  /// Skips what is left of an array.
  ///
  /// Called at an element; the array's end is stepped over.
  mutating func skipRest(of list: inout ArrayScope) throws(JSONSyntaxError) {
    repeat {
      try skipValue()
    } while try nextElement(of: &list)
  }

  /// Steps over the brace or bracket that comes next; where too many are open already, refuses and
  /// skips the value instead.
  private mutating func descend() throws(JSONSyntaxError) -> Bool {
    guard depth < budget.maxDepth else {
      try skipValue()
      return false
    }
    depth += 1
    position += 1
    return true
  }

  /// Steps to the next member's key; false at the object's end, which is stepped over.
  @inline(__always)
  private mutating func stepToKey(isFresh: Bool) throws(JSONSyntaxError) -> Bool {
    var byte = nextToken()
    if byte == ASCII.closeBrace {
      position += 1
      depth -= 1
      return false
    }
    if !isFresh {
      guard byte == ASCII.comma else { throw unexpected("',' or '}'") }
      position += 1
      byte = nextToken()
    }
    guard byte == ASCII.quote else { throw unexpected("a key") }
    return true
  }
}
