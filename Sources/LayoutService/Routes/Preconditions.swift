import HTTPMessage
import LayoutEngine

/// A field that makes a request conditional.
///
/// There are no dates here, so those that compare them are ignored (RFC 9110 §13.1.3 and §13.1.4).
enum ConditionField {
  case ifMatch, ifNoneMatch

  var name: StaticString {
    switch self {
    case .ifMatch: "if-match"
    case .ifNoneMatch: "if-none-match"
    }
  }
}

/// Which fields make a request conditional.
struct ConditionFields: OptionSet {
  let rawValue: UInt8

  static let ifMatch = ConditionFields(rawValue: 1)
  static let ifNoneMatch = ConditionFields(rawValue: 2)

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// - Complexity: O(fields); no allocation.
  init(_ request: borrowing HTTPRequest) {
    self = []
    for field in request.fields {
      switch field.name.count {
      case 8 where request.bytes.equalsIgnoringCase("if-match", in: field.name):
        insert(.ifMatch)
      case 13 where request.bytes.equalsIgnoringCase("if-none-match", in: field.name):
        insert(.ifNoneMatch)
      default: break
      }
    }
  }
}

/// The preconditions of a request that brings a document: what they are about is known when its body
/// has come.
///
/// Those of PUT are about the layout of its id. POST's and QUERY's If-Match is about the layout of
/// the body. QUERY's If-None-Match is about its answer, as GET's is; POST's is not looked at, since
/// nothing is at `/v1/layouts` itself.
final class DocumentPreconditions: Sendable {
  private let request: HTTPRequest
  private let fields: ConditionFields

  /// nil where the request has none.
  init?(_ request: HTTPRequest) {
    var fields = ConditionFields(request)
    if request.method == .post { fields.remove(.ifNoneMatch) }
    guard !fields.isEmpty else { return nil }
    self.fields = fields
    self.request = request.detached()
  }

  /// Whether the request may be done, If-Match being asked first (RFC 9110 §13.2.2).
  ///
  /// QUERY changes nothing, so its If-None-Match forbids nothing: see `listing`.
  ///
  /// - Parameter tags: those of what is there now; none where nothing is.
  func hold(for tags: [EntityTag]) -> Bool {
    if fields.contains(.ifMatch) {
      let isAny = EntityTag.matchesAny(request, in: .ifMatch)
      guard tags.contains(where: { isAny || $0.isMatched(by: request) }) else { return false }
    }
    if fields.contains(.ifNoneMatch), request.method != .query {
      let isAny = EntityTag.matchesAny(request, in: .ifNoneMatch)
      return !tags.contains { isAny || $0.listing(in: request) != nil }
    }
    return true
  }

  /// How a QUERY's If-None-Match names the tag of its answer; nil where it does not.
  ///
  /// - Parameter exists: whether there is an answer, which `*` asks.
  /// - Throws: what `exists` throws.
  func listing(
    of tag: @autoclosure () -> EntityTag, exists: () throws(Problem) -> Bool
  ) throws(Problem) -> EntityTag.Listing? {
    guard request.method == .query, fields.contains(.ifNoneMatch) else { return nil }
    if EntityTag.matchesAny(request, in: .ifNoneMatch) { return try exists() ? .strong : nil }
    return tag().listing(in: request)
  }
}

extension LayoutService {
  /// Refuses a document whose preconditions do not hold.
  ///
  /// What is there is a stored layout: its tags are the summary's, and that of what is asked of it.
  func check(
    _ preconditions: DocumentPreconditions?, of ask: LayoutAsk, _ id: LayoutID
  ) throws(Problem) {
    guard let preconditions else { return }
    let tags = cache.contains(id) ? [ask.withSubject(.summary).tag(id), ask.tag(id)] : []
    guard preconditions.hold(for: tags) else { throw .preconditionFailed(isThere: !tags.isEmpty) }
  }

  /// How a QUERY says that its client holds the answer already; nil where it does not.
  ///
  /// As for a GET, a tag needs no stored layout, and `*` matches only what there is.
  func listing(of ask: LayoutAsk, _ id: LayoutID) throws(Problem) -> EntityTag.Listing? {
    try ask.preconditions?.listing(of: ask.tag(id)) { () throws(Problem) in
      guard cache.contains(id), let layout = cache.layout(id) else { return false }
      try requireAnswer(to: ask, layout.layout)
      return true
    }
  }

  /// Refuses a GET by id whose If-Match does not name the answer's tag.
  ///
  /// Where the answer would be 404 it still is (RFC 9110 §13.2.1).
  func requireMatch(
    _ id: LayoutID, _ ask: LayoutAsk, _ request: HTTPRequest
  ) throws(Problem) {
    guard cache.contains(id) else { throw .notCached(id) }
    let isMatched =
      EntityTag.matchesAny(request, in: .ifMatch) || ask.tag(id).isMatched(by: request)
    guard !isMatched else { return }
    if let layout = cache.layout(id) { try requireAnswer(to: ask, layout.layout) }
    throw .preconditionFailed(isThere: true)
  }

  /// Refuses a GET of a page whose If-Match does not name the page's tag.
  func requireMatch(_ tag: EntityTag, _ request: HTTPRequest) throws(Problem) {
    guard ConditionFields(request).contains(.ifMatch),
      !EntityTag.matchesAny(request, in: .ifMatch), !tag.isMatched(by: request)
    else { return }
    throw .preconditionFailed(isThere: true)
  }
}

extension Problem {
  /// 412.
  ///
  /// - Parameter isThere: whether there is anything that the conditions are about.
  static func preconditionFailed(isThere: Bool) -> Problem {
    Problem(
      .preconditionFailed,
      isThere
        ? "what is there is not what If-Match or If-None-Match demand"
        : "If-Match demands a layout that is stored, and it is not")
  }
}
