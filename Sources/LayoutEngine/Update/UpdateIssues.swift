/// What is wrong with an update itself (422 `invalid-update`), by pointers into it.
struct UpdateIssues {
  private(set) var issues: [LayoutError.Issue] = []

  /// Notes a reason and the operation that it concerns, up to as many as one error lists.
  mutating func add(_ operation: Operation, _ reason: String) {
    add(operation.path, reason)
  }

  mutating func add(_ path: DocumentPath, _ reason: String) {
    guard issues.count < LayoutError.maxIssues else { return }
    issues.append(LayoutError.Issue(path: path, reason: reason))
  }

  func throwIfAny() throws(UpdateError) {
    if !issues.isEmpty { throw .update(LayoutError(issues: issues)) }
  }
}

/// Where an operation stands in an update, for errors.
struct Operation: Hashable {
  /// The list that it stands in: `delete`.
  var list: String
  /// Its number there.
  var number: Int
  /// The field of it that is meant; nil for the whole operation.
  var field: String?

  init(_ list: String, _ number: Int, _ field: String? = nil) {
    self.list = list
    self.number = number
    self.field = field
  }

  var path: DocumentPath {
    let path = DocumentPath.root.field(list).index(number)
    return field.map { path.field($0) } ?? path
  }

  /// The operation as messages name it: `"/delete/3"`.
  var name: String { "/\(list)/\(number)" }
}

/// Why an update makes no version.
public enum UpdateError: Error, Sendable, Hashable {
  /// What is wrong with the update, by paths into it.
  case update(LayoutError)
  /// What is wrong with the document that comes of it, by paths into that; or the work was ended.
  case document(LayoutError)

  /// The error of work that its `LayoutBudget` ended.
  public static var cancelled: UpdateError { .document(.cancelled) }
}
