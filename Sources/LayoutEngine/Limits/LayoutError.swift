/// The reasons why a document cannot be laid out, each with the path of the faulty value.
///
/// ```swift
/// do {
///   _ = try PreparedLayout(document)
/// } catch {
///   for issue in error.issues { print(issue.path, issue.reason) }
/// }
/// ```
public struct LayoutError: Error, Sendable, Hashable {
  /// One reason.
  public struct Issue: Sendable, Hashable {
    /// The path of the faulty value in the document.
    public var path: DocumentPath
    /// What is wrong, as a phrase a client can act on: `"leaves no room for columns: …"`.
    public var reason: String

    /// Creates an issue.
    public init(path: DocumentPath, reason: String) {
      self.path = path
      self.reason = reason
    }
  }

  /// The most issues that one error lists.
  public static let maxIssues = 20

  /// The reasons, in document order; at least one unless `isCancelled`.
  public var issues: [Issue]
  /// Whether the work's `LayoutBudget` ended it: the work was cancelled, or its memory was refused.
  public var isCancelled = false

  /// Creates an error with one reason.
  public init(_ path: DocumentPath, _ reason: String) {
    issues = [Issue(path: path, reason: reason)]
  }

  /// Creates an error with several reasons, of which it lists the first `maxIssues`.
  public init(issues: [Issue]) {
    self.issues = Array(issues.prefix(Self.maxIssues))
  }

  /// Returns the error with paths below a value's path; a cancelled one stays as it is.
  ///
  /// - Parameter path: the path of the value that the paths of the issues begin at.
  package func below(_ path: DocumentPath) -> LayoutError {
    var error = self
    for number in issues.indices {
      error.issues[number].path.steps.insert(contentsOf: path.steps, at: 0)
    }
    return error
  }

  /// The error for work that its `LayoutBudget` ended.
  public static var cancelled: LayoutError {
    var error = LayoutError(issues: [])
    error.isCancelled = true
    return error
  }
}

/// The path of a value in a document: field names and array indexes, from the document's top.
public struct DocumentPath: Sendable, Hashable {
  /// One step from an object to a field, or from an array to an element.
  public enum Step: Sendable, Hashable {
    /// Into an object's field.
    case field(String)
    /// Into an array's element, from 0.
    case index(Int)
  }

  /// The steps from the document's top.
  public var steps: [Step]

  /// The document itself.
  public static let root = DocumentPath(steps: [])

  /// Creates a path from its steps.
  public init(steps: [Step]) {
    self.steps = steps
  }

  /// The path to a field of the object at this path.
  public func field(_ name: String) -> DocumentPath {
    appending(.field(name))
  }

  /// The path to an element of the array at this path.
  public func index(_ index: Int) -> DocumentPath {
    appending(.index(index))
  }

  private func appending(_ step: Step) -> DocumentPath {
    var longer = self
    longer.steps.append(step)
    return longer
  }
}

extension DocumentPath: CustomStringConvertible {
  /// The steps after slashes, such as `/sections/0/items/7`.
  public var description: String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .field(let name): text += "/\(name)"
      case .index(let index): text += "/\(index)"
      }
    }
  }
}
