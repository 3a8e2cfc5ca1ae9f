import HTTPMessage

/// What the log says of a response that its status and its body do not, carried beside it as
/// a number (`HTTPResponse.tag`).
struct ResponseNote {
  /// Where the layout comes from; nil if none was looked up.
  var origin: LayoutOrigin?
  /// Where the request's id lies in the response's field lines; empty without one.
  var requestID = 0..<0
  /// What the response reports; nil if it is no problem.
  var problem: ProblemKind?

  init() {}

  /// Eight bits are the origin's, eight the id's length, eight the problem's number, and the rest says
  /// where the id begins.
  init(tag: UInt64) {
    origin = LayoutOrigin(rawValue: UInt8(truncatingIfNeeded: tag))
    let start = Int(tag >> 24)
    requestID = start..<start + Int(tag >> 8 & 0xFF)
    let number = UInt8(truncatingIfNeeded: tag >> 16)
    problem = number > 0 ? ProblemKind(number: number) : nil
  }

  var tag: UInt64 {
    UInt64(requestID.lowerBound) << 24 | UInt64(problem?.number ?? 0) << 16
      | UInt64(requestID.count) << 8 | UInt64(origin?.rawValue ?? 0)
  }
}

extension HTTPResponse {
  /// What the log says of it.
  var note: ResponseNote {
    get { ResponseNote(tag: tag) }
    set { tag = newValue.tag }
  }

  /// Appends what every response to the request repeats of it.
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
