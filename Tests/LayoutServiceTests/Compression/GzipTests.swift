import HTTPMessage
import LayoutAPI
import LayoutEngine
import Synchronization
import Testing

@testable import LayoutService

/// Bodies and answers of many megabytes are inflated, hashed and compressed in pieces: their memory
/// is counted before there is any, and each piece is followed by a look.
@Suite struct GzipTests {
  /// 40 MiB of a text that is JSON's white space, and a document of a tenth of that which is not
  /// all alike.
  private static let spaces = [UInt8](repeating: 32, count: 40 << 20)
  private static let numbers = Array(
    (0..<700_000).lazy.map { "\($0 * 7_919 % 1_000)" }.joined(separator: ",").utf8)

  /// Counts looks, and says that nobody waits any more at the one of that number.
  private final class Looks {
    private(set) var count = 0
    private(set) var counted = 0
    private let end: Int
    private let room: Int

    init(end: Int = .max, room: Int = .max) {
      self.end = end
      self.room = room
    }

    var budget: LayoutBudget {
      LayoutBudget(
        isWanted: {
          self.count += 1
          return self.count < self.end
        },
        takeMemory: {
          self.counted += $0
          return self.counted <= self.room
        })
    }
  }

  @Test func `A long body is inflated in pieces, with a check for cancellation at each`() throws {
    let body = try #require(Gzip.compressed(Self.spaces))
    let looks = Looks()
    #expect(try Gzip.inflated(body, limit: 64 << 20, looks.budget) == Self.spaces)
    #expect(looks.count >= Self.spaces.count / GzipInflater.textPiece)
    for end in [1, looks.count / 2, looks.count] {
      let ended = Looks(end: end)
      #expect(throws: Gzip.Failure.ended) {
        try Gzip.inflated(body, limit: 64 << 20, ended.budget)
      }
      #expect(ended.count == end)
    }
  }

  @Test func `The memory of a text is counted before it is inflated`() throws {
    for text in [Self.spaces, Self.numbers, Array("[1,2]".utf8)] {
      let body = try #require(Gzip.compressed(text))
      let exact = Looks(room: text.count)
      #expect(try Gzip.inflated(body, limit: 64 << 20, exact.budget) == text)
      #expect(exact.counted == text.count)
      // What is held already is not counted again.
      let rest = Looks(room: text.count - 3)
      #expect(try Gzip.inflated(body, limit: 64 << 20, held: 3, rest.budget) == text)
      let tight = Looks(room: text.count - 1)
      #expect(throws: Gzip.Failure.ended) {
        try Gzip.inflated(body, limit: 64 << 20, tight.budget)
      }
      #expect(tight.count == 0, "nothing was inflated")
    }
  }

  @Test func `What a body says of its length is not believed`() throws {
    for text in [Self.spaces, Self.numbers, Array("[1,2]".utf8)] {
      let body = try #require(Gzip.compressed(text))
      for claim in [0, 1, text.count - 1, text.count + 1, 0xFFFF_FFFF] {
        let end = (0..<4).map { UInt8(truncatingIfNeeded: claim >> ($0 * 8)) }
        #expect(throws: Gzip.Failure.malformed) {
          try Gzip.inflated(body.dropLast(4) + end, limit: 64 << 20)
        }
      }
      #expect(throws: Gzip.Failure.tooLarge) { try Gzip.inflated(body, limit: text.count - 1) }
      #expect(try Gzip.inflated(body, limit: text.count) == text)
    }
  }

  @Test func `Long members, and a short one behind a long one, are one body`() throws {
    let (long, short) = (Self.numbers, Array(",7".utf8))
    let first = try #require(Gzip.compressed(long))
    let last = try #require(Gzip.compressed(short))
    let looks = Looks()
    #expect(try Gzip.inflated(first + last, limit: 64 << 20, looks.budget) == long + short)
    // The last one's length alone is said beforehand; the rest is counted as it comes.
    #expect((long.count + 2...long.count + GzipInflater.textPiece).contains(looks.counted))
    #expect(try Gzip.inflated(first + first, limit: 64 << 20) == long + long)
    #expect(throws: Gzip.Failure.malformed) {
      try Gzip.inflated(first + last + [0], limit: 64 << 20)
    }
    #expect(throws: Gzip.Failure.malformed) {
      try Gzip.inflated(first + last.dropLast(), limit: 64 << 20)
    }
  }

  @Test func `A body of blocks that hold nothing is looked after, too`() throws {
    // Stored blocks of no bytes: five bytes each that make no text.
    let blocks = 200_000
    var body: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    for number in 1...blocks { body += [number == blocks ? 1 : 0, 0, 0, 0xFF, 0xFF] }
    body += [0, 0, 0, 0, 0, 0, 0, 0]
    let looks = Looks()
    #expect(try Gzip.inflated(body, limit: 1_000, looks.budget) == [])
    #expect(looks.count >= body.count / GzipInflater.bodyPiece)
  }

  @Test func `A long answer is compressed in pieces, with a look at each, into one member`() throws
  {
    #expect(Self.numbers.count > 2 << 20)
    let looks = Looks()
    let compressed = try #require(Gzip.compressed(Self.numbers, looks.budget))
    #expect(looks.count >= Self.numbers.count / GzipDeflater.textPiece)
    #expect(try Gzip.inflated(compressed, limit: 64 << 20) == Self.numbers)
    // Its end says how long the text is: there is no member before.
    let count = compressed.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect(count == Self.numbers.count)
    #expect(compressed.count < Self.numbers.count / 2)
    for end in [1, looks.count / 2, looks.count] {
      let ended = Looks(end: end)
      #expect(Gzip.compressed(Self.numbers, ended.budget) == nil)
      #expect(ended.count == end)
    }
  }

  @Test func `A long text is hashed in pieces, with a look at each`() throws {
    let looks = Looks()
    let id = try #require(LayoutID(hashing: Self.numbers, of: nil, looks.budget))
    #expect(id == LayoutID(hashing: Self.numbers))
    #expect(looks.count == (Self.numbers.count - 1) / LayoutID.piece + 1)
    #expect(
      LayoutID(hashing: Self.numbers, of: id, LayoutBudget())
        == LayoutID.child(of: id, update: Self.numbers))
    #expect(LayoutID(hashing: [], of: nil, LayoutBudget()) == LayoutID(hashing: []))
    for end in 1...looks.count {
      #expect(LayoutID(hashing: Self.numbers, of: nil, Looks(end: end).budget) == nil)
    }
  }
}
