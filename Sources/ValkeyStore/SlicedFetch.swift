import LayoutAPI

/// A fetch of one value in slices.
///
/// The length and the first slice take one round trip. The rest follows a few slices at a time, so
/// that no other fetch waits for a whole large value. Replies arrive in the order of the commands.
/// The type uses no sockets and no clock.
struct SlicedFetch {
  /// A command to send.
  enum Command: Equatable {
    /// `STRLEN`.
    case length
    /// `GETRANGE`, from the first to the last byte.
    case slice(first: Int, last: Int)
  }

  /// The state of a fetch after a reply.
  enum Progress {
    /// More replies will follow.
    case goesOn
    /// The fetch is over, with this finding.
    case ended(FetchResult)
    /// The fetch failed with this text: the store's error, or that the value changed meanwhile.
    case refused(String)
    /// The reply does not fit its command, so later replies may belong to other commands; with a text for
    /// the log.
    case outOfStep(String)
  }

  /// The size of a slice in bytes.
  static let sliceSize = 256 << 10
  /// Maximum number of slices that one fetch has requested and not received yet.
  static let window = 4
  /// Maximum length of a value in the store, in bytes (`proto-max-bulk-len`).
  static let maxValueLength = 512 << 20

  private var isLengthAsked = false
  /// The value's length in bytes; nil until it has arrived and been admitted.
  private var length: Int?
  /// The index in the value of the first byte of the next slice to request.
  private var nextFirst = 0
  private var slicesUnderWay = 0
  private var isLengthUnderWay = false
  private var value: [UInt8] = []
  private var isOver = false

  /// Returns the next command, which the caller must send; nil if none may be sent now or ever.
  mutating func nextCommand() -> Command? {
    guard !isOver else { return nil }
    guard isLengthAsked else {
      isLengthAsked = true
      isLengthUnderWay = true
      return .length
    }
    // The first slice is requested before the length has arrived.
    let end = length ?? (nextFirst == 0 ? Self.sliceSize : 0)
    guard nextFirst < end, slicesUnderWay < Self.window else { return nil }
    let first = nextFirst
    nextFirst = first + Self.sliceSize
    slicesUnderWay += 1
    return .slice(first: first, last: first + Self.sliceSize - 1)
  }

  /// Processes the reply to the oldest unanswered command.
  ///
  /// - Parameter admits: called at most once, with the value's length in bytes; false ends the fetch.
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
      guard count <= Self.maxValueLength, admits(count) else { return .ended(.notAdmitted) }
      length = count
      value.reserveCapacity(count)
      return .goesOn
    // The key's value is not a string, so Tatami has not stored it. Report an empty value, which Tatami
    // never stores either.
    case .failure(let text) where text.hasPrefix("WRONGTYPE"): return .ended(.found([]))
    case .failure(let text): return .refused(text)
    default: return .outOfStep("unexpected reply to STRLEN: not a length")
    }
  }

  private mutating func takeSlice(_ reply: StoreReply) -> Progress {
    switch reply {
    case .bytes(let bytes):
      guard let length else { return .outOfStep("a slice arrived without a length") }
      guard bytes.count <= Self.sliceSize else { return .outOfStep("a slice is too long") }
      // The value has expired meanwhile.
      guard bytes.count > 0 else { return .ended(.missing) }
      // The value has been stored again meanwhile, with a different compression.
      guard bytes.count == min(Self.sliceSize, length - value.count) else {
        return .refused("the value changed while it was being read")
      }
      bytes.append(to: &value)
      return value.count == length ? .ended(.found(value)) : .goesOn
    case .failure(let text): return .refused(text)
    default: return .outOfStep("unexpected reply to GETRANGE: not bytes")
    }
  }
}
