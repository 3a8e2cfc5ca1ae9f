package import HTTPMessage

/// A query parameter of a resource: what reading it, checking it and naming it in errors needs.
package struct QueryParameterRow<Values>: Sendable {
  package let name: StaticString
  /// The representation that alone has the parameter; nil if all have it.
  fileprivate let representation: Representation?
  /// Whether errors that list the parameters name this one; they leave out old names.
  fileprivate let isListed: Bool
  /// What errors call the parameter: its name, or `lines=true` if it is a flag, which may be given as its default.
  fileprivate let label: String
  /// Parses a value into `values`; returns false if that is the default of a flag.
  fileprivate let read: @Sendable (ParameterReader, inout Values) throws(BadQuery) -> Bool

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - representation: the representation that alone has the parameter; nil if all have it.
  ///   - isListed: false for old names.
  ///   - read: parses a value, and stores it.
  package init(
    _ name: StaticString, of representation: Representation? = nil, isListed: Bool = true,
    read: @escaping @Sendable (ParameterReader, inout Values) throws(BadQuery) -> Void
  ) {
    self.name = name
    self.representation = representation
    self.isListed = isListed
    label = "\(name)"
    self.read = { reader, values throws(BadQuery) in
      try read(reader, &values)
      return true
    }
  }

  /// Creates the row of a parameter that is `true` or `false`.
  ///
  /// - Parameter byDefault: the value that is meant if the parameter is absent.
  package static func flag(
    _ name: StaticString, of representation: Representation? = nil, byDefault: Bool = false,
    set: @escaping @Sendable (Bool, inout Values) -> Void
  ) -> QueryParameterRow {
    QueryParameterRow(
      name, representation, label: "\(name)=\(!byDefault)"
    ) { reader, values throws(BadQuery) in
      let value = try reader.flag()
      set(value, &values)
      return value != byDefault
    }
  }

  /// Creates the row of a parameter that is `true`, `false` or a word, which means more than `true`.
  package static func flag(
    _ name: StaticString, of representation: Representation? = nil, or word: StaticString,
    set: @escaping @Sendable (_ flag: Bool, _ isWord: Bool, inout Values) -> Void
  ) -> QueryParameterRow {
    QueryParameterRow(name, representation, label: "\(name)=true") {
      reader, values throws(BadQuery) in
      let isWord = reader.equals(word)
      let value = isWord ? true : try reader.flag(or: word)
      set(value, isWord, &values)
      return value
    }
  }

  private init(
    _ name: StaticString, _ representation: Representation?, label: String,
    read: @escaping @Sendable (ParameterReader, inout Values) throws(BadQuery) -> Bool
  ) {
    self.name = name
    self.representation = representation
    self.label = label
    self.read = read
    isListed = true
  }

  /// Returns whether responses of a representation have the parameter.
  ///
  /// - Parameter ending: the representation that the path's ending fixes; nil if `format` or Accept chooses it.
  package func isOf(_ ending: Representation?) -> Bool {
    ending == nil || representation == nil || representation == ending
  }

  /// Whether only responses of that representation have the parameter.
  package func isOnlyOf(_ ending: Representation) -> Bool { representation == ending }
}

/// The parameters that a query has, by the indices of their rows.
package struct GivenParameters: Sendable {
  /// One bit for each of the table's rows: 1 if the query has the parameter.
  fileprivate var all: UInt32 = 0
  /// One bit for each row: 1 if the query has the parameter with another value than its default.
  fileprivate var stated: UInt32 = 0
}

/// The query parameters of a resource.
package struct ParameterTable<Values>: Sendable {
  private let rows: [QueryParameterRow<Values>]

  /// - Parameter rows: at most 32 rows, in the order in which errors list them.
  package init(_ rows: [QueryParameterRow<Values>]) { self.rows = rows }

  /// Parses the parameters of a request.
  ///
  /// - Parameters:
  ///   - known: the list of the resource's parameters, for errors.
  ///   - isTaken: returns whether the resource has a row's parameter.
  /// - Complexity: O(query · rows); allocates nothing for values that are not percent-encoded.
  @inline(__always)
  package func read(
    _ request: HTTPRequest, into values: inout Values, known: @autoclosure () -> String,
    where isTaken: (QueryParameterRow<Values>) -> Bool = { _ in true }
  ) throws(BadQuery) -> GivenParameters {
    var given = GivenParameters()
    for parameter in request.queryString {
      let parameter = QueryParameter(parameter, of: request)
      guard try read(parameter, into: &values, &given, where: isTaken) else {
        throw parameter.refusal(known: known())
      }
    }
    return given
  }

  /// Parses a parameter, if the resource has it.
  ///
  /// - Returns: whether the resource has it.
  @inline(__always)
  package func read(
    _ parameter: QueryParameter, into values: inout Values, _ given: inout GivenParameters,
    where isTaken: (QueryParameterRow<Values>) -> Bool = { _ in true }
  ) throws(BadQuery) -> Bool {
    for (number, row) in rows.enumerated() where parameter.isNamed(row.name) && isTaken(row) {
      let reader = try parameter.reader(row.name)
      let bit: UInt32 = 1 << UInt32(number)
      guard given.all & bit == 0 else { throw reader.refusal("is given more than once") }
      given.all |= bit
      if try row.read(reader, &values) { given.stated |= bit }
      return true
    }
    return false
  }

  /// Returns the list of the parameters that responses of a representation have, for errors.
  ///
  /// - Parameters:
  ///   - ending: the representation; nil if `format` or Accept decides.
  ///   - others: parameters of the resource that are not in the table; they come first.
  ///   - isTaken: returns whether the resource has a row's parameter.
  package func names(
    of ending: Representation? = nil, after others: [String] = [],
    where isTaken: (QueryParameterRow<Values>) -> Bool = { _ in true }
  ) -> String {
    let names =
      others
      + rows.filter { $0.isListed && $0.isOf(ending) && isTaken($0) }.map { "\($0.name)" }
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Refuses parameters that only responses of another representation have.
  ///
  /// - Parameter isFixed: whether `format` cannot choose another representation.
  package func check(
    _ given: GivenParameters, of chosen: Representation, isFixed: Bool
  ) throws(BadQuery) {
    for (number, row) in rows.enumerated() where given.stated & 1 << UInt32(number) != 0 {
      guard let own = row.representation, own != chosen else { continue }
      let (what, hint) =
        switch own {
        case .svg: ("pictures", "; format=svg asks for a picture")
        case .css: ("style sheets", "; format=css asks for a style sheet")
        case .json, .columns, .packed: ("\(own.mediaType)", "")
        }
      throw BadQuery(
        detail: "\(row.label) is of \(what), and this is answered as \(chosen.mediaType)"
          + (isFixed ? "" : hint), parameter: "\(row.name)")
    }
  }
}
