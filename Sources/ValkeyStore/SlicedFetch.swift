import LayoutService

/// A value that is fetched by slices: its length and the first slice in one round trip, then the
/// rest, some slices at a time, so that no other fetch waits for a whole large value.
///
/// Replies come in the commands' order. Knows no sockets and no time.
struct SlicedFetch {
  /// What is asked next.
  enum Command: Equatable {
    /// `STRLEN`.
    case length
    /// `GETRANGE`, of the first to the last byte.
    case slice(first: Int, last: Int)
  }

  /// What a reply has come to.
  enum Progress {
    /// There is more to come.
    case goesOn
    /// It is over.
    case ended(StoreFinding)
    /// The store refused, in its own words.
    case refused(String)
    /// No store sends that: from here on replies may belong to other commands.
    case outOfStep(String)
  }

  /// Bytes of a slice.
  static let sliceSize = 256 << 10
  /// Slices on their way at once, of one fetch.
  static let window = 4
  /// The longest value that a store takes (`proto-max-bulk-len`).
  static let longestValue = 512 << 20

  private var isLengthAsked = false
  /// The value's bytes; nil before they are known and admitted.
  private var length: Int?
  /// Where the next slice that is asked for begins.
  private var nextFirst = 0
  private var slicesUnderWay = 0
  private var isLengthUnderWay = false
  private var value: [UInt8] = []
  private var isOver = false

  /// Takes the next command that may be sent now; nil if none may, for now or for good.
  mutating func nextCommand() -> Command? {
    guard !isOver else { return nil }
    guard isLengthAsked else {
      isLengthAsked = true
      isLengthUnderWay = true
      return .length
    }
    // The first slice is asked for before the length is known.
    let end = length ?? (nextFirst == 0 ? Self.sliceSize : 0)
    guard nextFirst < end, slicesUnderWay < Self.window else { return nil }
    let first = nextFirst
    nextFirst = first + Self.sliceSize
    slicesUnderWay += 1
    return .slice(first: first, last: first + Self.sliceSize - 1)
  }

  /// Takes the next reply.
  ///
  /// - Parameter admits: asked once, with the value's length; false ends the fetch.
  mutating func take(_ reply: StoreReply, admits: (Int) -> Bool) -> Progress {
    let progress: Progress
    if isLengthUnderWay {
      isLengthUnderWay = false
      progress = takeLength(reply, admits)
    } else {
      slicesUnderWay -= 1
      progress = takeSlice(reply)
    }
    if case .goesOn = progress { return progress }
    isOver = true
    value = []
    return progress
  }

  private mutating func takeLength(_ reply: StoreReply, _ admits: (Int) -> Bool) -> Progress {
    switch reply {
    case .integer(0): return .ended(.missing)
    case .integer(let count) where count > 0:
      guard count <= Self.longestValue, admits(count) else { return .ended(.notAdmitted) }
      length = count
      value.reserveCapacity(count)
      return .goesOn
    // Something else than a string is there: no value that anyone has stored, as nothing is none.
    case .failure(let text) where text.hasPrefix("WRONGTYPE"): return .ended(.found([]))
    case .failure(let text): return .refused(text)
    default: return .outOfStep("STRLEN was not answered with a length")
    }
  }

  private mutating func takeSlice(_ reply: StoreReply) -> Progress {
    switch reply {
    case .bytes(let bytes):
      guard let length else { return .outOfStep("a slice without a length") }
      guard bytes.count <= Self.sliceSize else { return .outOfStep("a slice that is too long") }
      // Its lifetime has ended meanwhile.
      guard bytes.count > 0 else { return .ended(.missing) }
      // It has been stored anew meanwhile, compressed otherwise.
      guard bytes.count == min(Self.sliceSize, length - value.count) else {
        return .refused("the value changed while it was read")
      }
      bytes.append(to: &value)
      return value.count == length ? .ended(.found(value)) : .goesOn
    case .failure(let text): return .refused(text)
    default: return .outOfStep("GETRANGE was not answered with bytes")
    }
  }
}
