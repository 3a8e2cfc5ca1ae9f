import HTTPMessage
import LayoutEngine
import LayoutWire

/// What a request wants to know of a layout, and how it wants to be told: all that is left of a
/// request once its layout is looked up or computed.
struct LayoutAsk: Sendable {
  /// What is asked for.
  enum Subject: Sendable {
    case summary
    case attributes(LayoutQuery, Representation)
    case sections
    case targetOffset(TargetOffsetQuery)
  }

  /// By what method, which decides status and fields.
  enum Manner: Sendable {
    /// GET or HEAD of a resource by id.
    case get
    /// POST or PUT: 201 where the layout was new.
    case store
    /// QUERY: always 200.
    case query
  }

  var subject: Subject
  /// How a picture is drawn; without effect on other forms.
  var style = PictureStyle()
  var manner: Manner
  /// Whether the answer depends on Accept.
  var variesByAccept: Bool
  var acceptsGzip: Bool
  /// The query's text as sent, for Content-Location; empty without one.
  var queryText: [UInt8] = []
  var context: RequestContext
  /// What must hold for a document to be taken; nil where nothing must.
  var preconditions: DocumentPreconditions?
  /// Where the answer is worth keeping: what it answers.
  var keeping: (key: AnswerKey, bytes: [UInt8])?

  /// The tag of the answer.
  func tag(_ id: LayoutID) -> EntityTag {
    var hasher = TagHasher(revision: UInt64(EngineRevision.current), id)
    switch subject {
    case .summary: hasher.combine(1)
    case .sections: hasher.combine(2)
    case .attributes(let query, let representation):
      hasher.combine(3 + Int(representation.rawValue) << 8)
      hasher.combine(query)
      if representation == .svg {
        hasher.combine(Int(style.theme.rawValue))
        hasher.combine(style.scale)
      }
    case .targetOffset(.proposal(let proposal)):
      hasher.combine(4)
      hasher.combine(proposal.proposed)
      hasher.combine(proposal.velocity)
      hasher.combine(proposal.effectiveCurrent)
      hasher.combine(proposal.effectiveStart)
      hasher.combine(proposal.section ?? -1)
    case .targetOffset(.showing(let path, let position)):
      hasher.combine(5)
      hasher.combine(path)
      hasher.combine(ScrollPosition.allCases.firstIndex(of: position) ?? 0)
    }
    return hasher.finish(id)
  }
}
