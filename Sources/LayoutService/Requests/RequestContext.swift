import HTTPMessage
import Synchronization

/// A request's name in responses and logs: the client's own where it is 1 to 64 letters, digits, `_`
/// or `-`, else a made one (Contract §8).
///
/// Held inline, so that naming a request allocates nothing.
struct RequestID: Sendable {
  private var bytes = InlineArray<64, UInt8>(repeating: 0)
  private var count = 0

  /// The client's own id; nil if there is none or it is none of the allowed ones.
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

  /// An id made of a number.
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

/// Makes request ids that no other run of the program makes.
final class RequestIDSource: Sendable {
  private let next: Atomic<UInt64>

  init() {
    next = Atomic(UInt64.random(in: .min ... .max))
  }

  /// A new id: the counter's bits mixed, so that neighbours don't look alike.
  func make() -> RequestID {
    RequestID(number: SplitMix64.mix(next.wrappingAdd(1, ordering: .relaxed).newValue))
  }
}

/// What every response to a request repeats of it.
struct RequestContext: Sendable {
  var id: RequestID
  /// What Access-Control-Allow-Origin says; nil without the field.
  var allowedOrigin: [UInt8]?
}
