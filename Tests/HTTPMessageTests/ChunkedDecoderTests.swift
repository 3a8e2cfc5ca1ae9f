import HTTPMessage
import TestSupport
import Testing

@Suite struct ChunkedDecoderTests {
  /// What a body decodes to: its data and how many bytes it took, or the refusal.
  private enum Outcome: Equatable {
    case ended([UInt8], used: Int)
    case unfinished([UInt8])
    case refused(HTTPRefusal, after: [UInt8])
  }

  private func decode(_ bytes: [UInt8], cuts: [Int] = []) -> Outcome {
    var decoder = ChunkedDecoder()
    var data: [UInt8] = []
    do throws(HTTPRefusal) {
      var index = 0
      for cut in cuts + [bytes.count] {
        reading: while true {
          switch try decoder.next(bytes, index..<cut) {
          case .data(let range):
            data += bytes[range]
            index = range.upperBound
          case .needsMore:
            index = cut
            break reading
          case .end(let end): return .ended(data, used: end)
          }
        }
      }
      return .unfinished(data)
    } catch {
      return .refused(error, after: data)
    }
  }

  @Test(
    arguments: [
      ("0\r\n\r\n", ""), ("3\r\nabc\r\n0\r\n\r\n", "abc"),
      ("003\r\nabc\r\nA\r\n0123456789\r\n0000\r\n\r\n", "abc0123456789"),
      ("1;a=b;c=\"d e\"\r\nx\r\n0;last\r\n\r\n", "x"),
      ("1 \t;a=b\r\nx\r\n0 ; last\r\n\r\n", "x"),
      ("0000000000000001\r\nx\r\n0\r\nTrailer: a b\r\nX:\r\n\r\n", "x"),
    ])
  func `Well-formed bodies are decoded, and end where they end`(text: String, data: String) {
    let bytes = Array(text.utf8)
    #expect(decode(bytes + Array("GET".utf8)) == .ended(Array(data.utf8), used: bytes.count))
  }

  @Test(arguments: MalformedRequest.chunks)
  func `Malformed bodies are refused`(malformed: MalformedRequest) {
    guard case .refused(let refusal, _) = decode(malformed.bytes) else {
      Issue.record("not refused")
      return
    }
    #expect(refusal.status.code == malformed.status)
  }

  @Test func `A size of 16 digits is a size`() {
    #expect(decode(Array("ffffffffffffffff\r\nab".utf8)) == .unfinished(Array("ab".utf8)))
  }

  @Test func `The same bytes decode the same however they are cut`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let valid = "3\r\nabc\r\n1;e=f\r\nx\r\n0\r\nT: u\r\n\r\nrest"
    let texts = [Array(valid.utf8)] + MalformedRequest.chunks.map { Array($0.bytes.prefix(5_000)) }
    for bytes in texts {
      let whole = decode(bytes)
      #expect(decode(bytes, cuts: Array(0..<bytes.count)) == whole)
      for _ in 0..<50 {
        let cuts = (0..<3).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
        #expect(decode(bytes, cuts: cuts) == whole, "seed \(seed), cuts \(cuts)")
      }
    }
  }
}
