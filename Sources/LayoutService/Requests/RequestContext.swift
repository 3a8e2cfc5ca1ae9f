import HTTPMessage
import Synchronization

/// A request's id in responses and logs (Contract §8).
///
/// It is the client's own if that is 1 to 64 letters, digits, `_` or `-`; otherwise it is
/// generated. The bytes are stored inline, so that an id allocates nothing.
struct RequestID: Sendable {
  private var bytes = InlineArray<64, UInt8>(repeating: 0)
  private var count = 0

  /// Creates the client's own id; nil if there is none or it is not allowed.
  init?(_ request: borrowing HTTPRequest) {
    guard let value = request.value(of: "x-request-id"), 1...64 ~= value.count else { return nil }
    for index in value {
      let byte = request.bytes[index]
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        bytes[count] = byte
        count += 1
      default: return nil
      }
    }
  }

  /// Creates an id from a number.
  init(number: UInt64) {
    let digits = HexText.digits(of: number)
    for place in digits.indices { bytes[place] = digits[place] }
    count = digits.count
  }

  /// Writes the id's text, 64 bytes at most.
  func write(to output: inout ByteWriter) {
    output.write(bytes: bytes.span.extracting(first: count))
  }
}

/// Generates request ids that no other run of the program generates.
final class RequestIDSource: Sendable {
  private let next: Atomic<UInt64>

  init() {
    next = Atomic(UInt64.random(in: .min ... .max))
  }

  /// Returns a new id: the counter's bits mixed, so that successive ids don't look alike.
  func make() -> RequestID {
    RequestID(number: SplitMix64.mix(next.wrappingAdd(1, ordering: .relaxed).newValue))
  }
}

/// The request data that responses repeat and that the advice in problem documents depends on.
struct RequestContext: Sendable {
  var id: RequestID
  /// The requested resource, which decides how a client restores a layout that is not cached.
  var resource = RouteLabel.other
  /// The value of Access-Control-Allow-Origin; nil if the field is omitted.
  var allowedOrigin: [UInt8]?
  /// The account of the request's API key; 0 if it needs none.
  var account: HTTPClient.Account = 0
  /// The seconds for which shared caches may keep a picture or a style sheet, although there are API keys: those until
  /// its signed URL expires; nil if the URL is not signed, or the operator does not want it.
  var sharedSeconds: Int?
}
