/// The faults of an update itself (422 `invalid-update`), with paths into the update.
struct UpdateIssues {
  private(set) var issues: [LayoutError.Issue] = []

  /// Adds a fault of an operation; drops it if there are `LayoutError.maxIssues` already.
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

/// The position of an operation in an update, for errors.
struct Operation: Hashable {
  /// The name of the list that contains the operation, such as `delete`.
  var list: String
  /// The operation's number in the list.
  var number: Int
  /// The field that an error concerns; nil if it concerns the whole operation.
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

  /// The operation's name in messages: `"/delete/3"`.
  var name: String { "/\(list)/\(number)" }
}

/// The reason why an update produced no version.
public enum UpdateError: Error, Sendable, Hashable {
  /// Faults of the update, with paths into it.
  case update(LayoutError)
  /// Faults of the resulting document, with paths into that document; or the work was cancelled.
  case document(LayoutError)

  /// The error if the `LayoutBudget` cancelled the work.
  public static var cancelled: UpdateError { .document(.cancelled) }
}
