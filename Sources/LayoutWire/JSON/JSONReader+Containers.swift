/// The fields of an object: one case per field, with the field's name as its raw value.
protocol JSONField: RawRepresentable<String>, CaseIterable, Sendable where AllCases == [Self] {
  /// The table that finds a case by its name.
  static var names: FieldNames<Self> { get }
}

/// An object being read.
struct ObjectScope<Field: JSONField> {
  /// The members read so far.
  fileprivate var members: ObjectMembers

  init(start: Int) {
    members = ObjectMembers(start: start)
  }

  /// The offset of the object.
  var start: Int { members.start }

  /// The offset of the last member with an unknown key, or else of the object.
  ///
  /// Errors about missing fields are sorted after it.
  var lastUnknown: Int { members.lastUnknown }

  /// Whether the field has been read, and was not null.
  func has(_ field: Field) -> Bool { members.has(Field.names.index(of: field)) }
}

/// The members of an object read so far; the type serves objects of every kind.
private struct ObjectMembers {
  /// The offset of the object.
  let start: Int
  /// One bit per field, by its index in the table, which is set if the field has been read.
  private var seen: UInt64 = 0
  /// One bit per field, which is set if the field was null, and so counts as left out.
  private var nulls: UInt64 = 0
  /// Whether no member has been read yet.
  var isFresh = true
  /// The offset of the last member with an unknown key; the object's if there is none.
  var lastUnknown: Int

  init(start: Int) {
    self.start = start
    lastUnknown = start
  }

  /// Returns whether the field at an index of the table has been read, and was not null.
  func has(_ index: Int) -> Bool { seen & ~nulls & (1 << UInt64(index)) != 0 }

  /// Records that the field at an index of the table was null.
  mutating func leaveOut(_ index: Int) { nulls |= 1 << UInt64(index) }

  /// Records that the field at an index of the table has been read.
  ///
  /// - Returns: false if it had already been read.
  mutating func insert(_ index: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(index)
    guard seen & bit == 0 else { return false }
    seen |= bit
    return true
  }
}

/// An object with names as keys being read.
struct NamesScope {
  /// The offset of the object.
  let start: Int
  /// The number of members begun so far.
  fileprivate(set) var count = 0
}

/// An array being read.
struct ArrayScope {
  /// The offset of the array.
  let start: Int
  /// The number of elements begun so far.
  var count = 0
}

extension JSONReader {
  /// Enters an object; refuses and skips a value that is not an object or is nested too deep.
  ///
  /// - Returns: the scope to pass to `nextField`; nil if the value was refused.
  mutating func openObject<Field: JSONField>(
    of _: Field.Type, _ expectation: @autoclosure () -> String = "must be an object"
  ) throws(JSONSyntaxError) -> ObjectScope<Field>? {
    try enterObject(expectation).map { ObjectScope(start: $0) }
  }

  /// Enters an object and returns its offset; nil if the value was refused.
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

  /// Reads up to the value of the object's next field; returns nil at the object's end.
  ///
  /// Unknown fields are refused and skipped. A field whose value is null is skipped, as if it were left out:
  /// generated clients send null for each optional field that is not set.
  ///
  /// - Parameter keepsNull: whether null is a value for the caller to read.
  mutating func nextField<Field: JSONField>(
    of scope: inout ObjectScope<Field>, keepsNull: Bool = false
  ) throws(JSONSyntaxError) -> Field? {
    try nextMember(of: &scope.members, Field.names.keys, keepsNull: keepsNull)
      .map { Field.names.field(at: $0) }
  }

  /// Reads up to the value of the next member whose key is in the table.
  ///
  /// The WebAssembly module, which must be small, has a single copy of this function; in other builds
  /// each kind of object has its own copy.
  ///
  /// - Returns: the key's index in the table; nil at the object's end.
  #if hasFeature(Embedded)
    @inline(never)
  #else
    @inline(__always)
  #endif
  private mutating func nextMember(
    of members: inout ObjectMembers, _ keys: KeyTable, keepsNull: Bool
  ) throws(JSONSyntaxError) -> Int? {
    while true {
      guard try stepToKey(isFresh: members.isFresh) else { return nil }
      members.isFresh = false
      let start = position
      if let index = try readField(in: keys) {
        guard members.insert(index) else { throw duplicate(keys.name(at: index), at: start) }
        guard !keepsNull, try skipNull() else { return index }
        members.leaveOut(index)
        continue
      }
      members.lastUnknown = start
      try skipUnknownField(in: keys)
    }
  }

  /// Refuses and skips a member with an unknown key.
  @inline(never)
  private mutating func skipUnknownField(in keys: KeyTable) throws(JSONSyntaxError) {
    let key = try readKey()
    refuse(at: key.start) {
      keys.unknownFieldDetail($0.text(of: key.token, atMost: shownBytes))
    }
    try skipValue()
  }

  /// Refuses the object if it lacks a field.
  ///
  /// - Returns: whether the object has the field.
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

  /// Returns an example of a missing field's value, to append to its name; empty if the name suffices.
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

  /// Skips the next value if it is null; returns whether it was.
  #if !hasFeature(Embedded)
    @inline(__always)
  #endif
  mutating func skipNull() throws(JSONSyntaxError) -> Bool {
    guard nextToken() == UInt8(ascii: "n") else { return false }
    try skipLiteral()
    return true
  }

  /// Enters an object whose keys are names that the client chooses; refuses and skips a value that is not an
  /// object or is nested too deep.
  ///
  /// - Returns: the scope to pass to `nextName`; nil if the value was refused.
  mutating func openNames(_ expectation: String) throws(JSONSyntaxError) -> NamesScope? {
    try enterObject({ expectation }).map { NamesScope(start: $0) }
  }

  /// Reads up to the value of the object's next member; returns nil at the object's end.
  ///
  /// The value may be null, which callers treat as a member that is left out (`skipNull`).
  mutating func nextName(of scope: inout NamesScope) throws(JSONSyntaxError) -> JSONKey? {
    guard try stepToKey(isFresh: scope.count == 0) else { return nil }
    scope.count += 1
    try count()
    return try readKey()
  }

  /// Enters an array; refuses and skips a value that is not an array or is nested too deep.
  ///
  /// - Returns: the scope to pass to `nextElement`; nil if the value was refused.
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

  /// Advances to the array's next element; returns false at the array's end.
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

  /// Refuses an array that is too long, and skips its remaining elements.
  ///
  /// Call it after `nextElement` has returned true; it also skips that element and the closing bracket.
  mutating func refuseRest(
    of list: inout ArrayScope, limit: Int, _ elements: String
  ) throws(JSONSyntaxError) {
    refuse(at: list.start, "has more than \(limit) \(elements)")
    try skipRest(of: &list)
  }

  /// Skips the remaining elements of an array.
  ///
  /// Call it after `nextElement` has returned true; it also skips that element and the closing bracket.
  mutating func skipRest(of list: inout ArrayScope) throws(JSONSyntaxError) {
    repeat {
      try skipValue()
    } while try nextElement(of: &list)
  }

  /// Enters the next object or array; if too many are open already, refuses and skips the value instead.
  private mutating func descend() throws(JSONSyntaxError) -> Bool {
    guard depth < budget.maxDepth else {
      try skipValue()
      return false
    }
    depth += 1
    position += 1
    return true
  }

  /// Advances to the next member's key; at the object's end, skips the closing brace and returns false.
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
