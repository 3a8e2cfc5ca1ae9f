import HTTPMessage
import LayoutAPI

/// Facts about a response for the log, beyond its status and its body.
///
/// They are carried beside the response as a number (`HTTPResponse.tag`).
struct ResponseNote {
  /// The cache outcome of the layout; nil if none was looked up.
  var outcome: CacheOutcome?
  /// The range of the request's id in the response's field lines; empty if there is none.
  var requestID = 0..<0
  /// The problem that the response reports; nil if none.
  var problem: ProblemKind?

  init() {}

  /// Decodes the facts from a response's tag.
  ///
  /// From the lowest bit: eight bits for the outcome, eight for the length of the request's id, eight for the
  /// problem's number, and the remaining bits for the id's start.
  init(tag: UInt64) {
    outcome = CacheOutcome(rawValue: UInt8(truncatingIfNeeded: tag))
    let start = Int(tag >> 24)
    requestID = start..<start + Int(tag >> 8 & 0xFF)
    let number = UInt8(truncatingIfNeeded: tag >> 16)
    problem = number > 0 ? ProblemKind(number: number) : nil
  }

  var tag: UInt64 {
    UInt64(requestID.lowerBound) << 24 | UInt64(problem?.number ?? 0) << 16
      | UInt64(requestID.count) << 8 | UInt64(outcome?.rawValue ?? 0)
  }
}

extension HTTPResponse {
  /// The response's facts for the log.
  var note: ResponseNote {
    get { ResponseNote(tag: tag) }
    set { tag = newValue.tag }
  }

  /// Appends the fields that every response to the request has.
  mutating func addContext(_ context: RequestContext) {
    let start = fieldLines.count + "X-Request-ID: ".utf8.count
    addLines(room: 96) { line in
      line.write("X-Request-ID: ")
      context.id.write(to: &line)
      line.write("\r\n")
    }
    note.requestID = start..<fieldLines.count - "\r\n".utf8.count
    if let origin = context.allowedOrigin { CORSPolicy.addFields(allowing: origin, to: &self) }
  }
}
