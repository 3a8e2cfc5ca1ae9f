/// A description of why a request failed (RFC 9457; Contract §7).
package struct ProblemDocument: Sendable, Hashable {
  /// A member beside those of RFC 9457: `offset`, `line`, `column`, `limit`, `setting`, `id`.
  package enum Member: Sendable, Hashable {
    /// A whole number.
    case number(String, Int)
    /// A string.
    case text(String, String)
  }

  /// The address of the page that explains the problem: `"/problems/invalid-layout"`.
  package var type: String
  /// The problem in a few words.
  package var title: String
  /// The HTTP status.
  package var status: Int
  /// A sentence about this occurrence; nil if there is nothing to add.
  package var detail: String?
  /// The errors in the layout document or update, each with the pointer of a value.
  package var errors: [PointedError]
  /// Further members, in this order.
  package var members: [Member]

  /// Creates a problem.
  package init(
    type: String, title: String, status: Int, detail: String? = nil, errors: [PointedError] = [],
    members: [Member] = []
  ) {
    self.type = type
    self.title = title
    self.status = status
    self.detail = detail
    self.errors = errors
    self.members = members
  }

  /// Appends the problem as a JSON object.
  package func appendJSON(to output: inout [UInt8]) {
    output.append(#"{"type":"#)
    output.appendJSON(type)
    output.append(#","title":"#)
    output.appendJSON(title)
    output.append(#","status":"#)
    output.appendJSON(status)
    if let detail {
      output.append(#","detail":"#)
      output.appendJSON(detail)
    }
    if !errors.isEmpty { appendErrors(to: &output) }
    for member in members { append(member, to: &output) }
    output.append(ASCII.closeBrace)
  }

  private func appendErrors(to output: inout [UInt8]) {
    output.append(#","errors":["#)
    for (index, error) in errors.enumerated() {
      output.append(index == 0 ? #"{"pointer":"# : #",{"pointer":"#)
      output.appendJSON(error.pointer)
      output.append(#","detail":"#)
      output.appendJSON(error.detail)
      output.append(ASCII.closeBrace)
    }
    output.append(ASCII.closeBracket)
  }

  private func append(_ member: Member, to output: inout [UInt8]) {
    output.append(ASCII.comma)
    switch member {
    case .number(let name, let value):
      output.appendJSON(name)
      output.append(ASCII.colon)
      output.appendJSON(value)
    case .text(let name, let value):
      output.appendJSON(name)
      output.append(ASCII.colon)
      output.appendJSON(value)
    }
  }
}
