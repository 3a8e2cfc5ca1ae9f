// modules: HTTPMessage
#if canImport(HTTPMessage)
  import HTTPMessage
#endif

/// libFuzzer's entry: reads the input as a stream of requests, whole and cut at places that the
/// input itself gives, and traps where the two readings differ.
///
///     swiftc -sanitize=fuzzer,address -parse-as-library Sources/HTTPMessage/*.swift \
///       Tests/Fuzz/RequestParserFuzz.swift
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRequestParser(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  // The first byte seeds the cuts; the second chooses the limits.
  guard input.count > 2 else { return 0 }
  let bytes = Array(input[2...])
  let limits =
    input[1] & 1 == 0
    ? HTTPHeadLimits(headerBytes: 64, headerCount: 2) : HTTPHeadLimits()
  let whole = StreamReading(bytes, limits: limits, step: { bytes.count })
  var seed = UInt64(input[0])
  let cut = StreamReading(bytes, limits: limits) {
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(truncatingIfNeeded: seed >> 60)
  }
  precondition(whole.events == cut.events, "the same bytes read differently when they are cut")
  return 0
}

/// What a stream of requests reads as.
private struct StreamReading {
  /// A step of the reading, with nothing in it that a cut may change.
  enum Event: Equatable {
    case head(
      Range<Int>, HTTPMethod, path: Range<Int>, query: Range<Int>?, [HTTPField], HTTPBodyFraming,
      expectsContinue: Bool, keepsAlive: Bool)
    case body([UInt8])
    case parameters([QueryString.Parameter])
    case refused(HTTPRefusal)
  }

  private(set) var events: [Event] = []
  private let bytes: [UInt8]
  private let step: () -> Int
  /// Bytes that have arrived.
  private var arrived = 0

  init(_ bytes: [UInt8], limits: HTTPHeadLimits, step: @escaping () -> Int) {
    self.bytes = bytes
    self.step = step
    do throws(HTTPRefusal) {
      var index = 0
      var parser = RequestParser(limits: limits)
      var fields: [HTTPField] = []
      while let request = try head(&parser, from: index, &fields) {
        note(request)
        guard let end = try body(request.framing, from: request.head.upperBound) else { return }
        index = end
      }
    } catch {
      events.append(.refused(error))
    }
  }

  /// Lets more bytes arrive; false if there are none.
  private mutating func arrive() -> Bool {
    guard arrived < bytes.count else { return false }
    arrived = min(bytes.count, arrived + max(1, step()))
    return true
  }

  private mutating func head(
    _ parser: inout RequestParser, from index: Int, _ fields: inout [HTTPField]
  ) throws(HTTPRefusal) -> HTTPRequest? {
    repeat {
      if let request = try parser.parse(bytes, index..<arrived, fields: &fields) { return request }
    } while arrive()
    return nil
  }

  private mutating func note(_ request: HTTPRequest) {
    events.append(
      .head(
        request.head, request.method, path: request.path, query: request.query, request.fields,
        request.framing, expectsContinue: request.expectsContinue,
        keepsAlive: request.keepsAlive))
    let parameters = Array(request.queryString)
    for parameter in parameters {
      var decoded: [UInt8] = []
      try? PercentEncoding.decode(bytes, in: parameter.value, into: &decoded)
    }
    events.append(.parameters(parameters))
    let detached = request.detached()
    precondition(detached.methodText == request.methodText)
    precondition(detached.targetText == request.targetText)
  }

  /// Reads a body; the index behind it, or nil if it does not end.
  private mutating func body(
    _ framing: HTTPBodyFraming, from start: Int
  ) throws(HTTPRefusal) -> Int? {
    switch framing {
    case .none: return start
    case .length(let length):
      // The length saturates, so it is compared without being added.
      while arrived - start < length { guard arrive() else { return nil } }
      return start + length
    case .chunked: return try chunks(from: start)
    }
  }

  private mutating func chunks(from start: Int) throws(HTTPRefusal) -> Int? {
    var decoder = ChunkedDecoder()
    var data: [UInt8] = []
    var index = start
    defer { events.append(.body(data)) }
    while true {
      switch try decoder.next(bytes, index..<arrived) {
      case .data(let range):
        precondition(range.lowerBound >= index && !range.isEmpty)
        data += bytes[range]
        index = range.upperBound
      case .needsMore:
        index = arrived
        guard arrive() else { return nil }
      case .end(let end): return end
      }
    }
  }
}
