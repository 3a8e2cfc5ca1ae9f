import HTTPMessage

/// An answer to a GET as bytes, for whoever asks the same.
final class ReadyAnswer: Sendable {
  /// What it answers, as `AnswerKey.bytes` writes it.
  let key: [UInt8]
  /// The field lines that depend on nothing but what was asked.
  let lines: [UInt8]
  let body: [UInt8]

  /// Bytes that an answer takes beside its own: the object's, and three arrays' heads.
  private static let overhead = 160

  /// Copies what is kept, since the buffers that answers are written into have room for longer ones.
  ///
  /// - Returns: nil where it would hold more than `ReadyAnswers.maxBytes`.
  init?(key: [UInt8], lines: [UInt8], body: [UInt8]) {
    guard key.count + lines.count + body.count + Self.overhead <= ReadyAnswers.maxBytes else {
      return nil
    }
    self.key = Self.fitted(key)
    self.lines = Self.fitted(lines)
    self.body = Self.fitted(body)
  }

  /// A copy without room for more.
  private static func fitted(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBufferPointer { Array($0) }
  }
}

/// The answers that are asked again and again: everyone's first screen, and the tiles in which
/// galleries ask for the rest.
///
/// A table of fixed size: an answer's slot follows from its key's hash, and the newer takes the
/// older's place. What is asked for the first time leaves nothing but its hash, so that a stream of
/// rectangles that never come again costs no memory and hardly any time.
struct ReadyAnswers {
  /// What is known of a question.
  enum Finding {
    case found(ReadyAnswer)
    /// It was asked before: the answer is worth keeping.
    case wanted
    case unknown
  }

  /// The most bytes that an answer holds with its key and its field lines; all slots together hold
  /// 16 MiB at most.
  static let maxBytes = 16 << 10
  private static let slotCount = 1_024

  private struct Slot {
    /// The hash of what was asked last.
    var asked = 0
    var answer: ReadyAnswer?
  }

  private var slots = [Slot](repeating: Slot(), count: slotCount)

  /// The answer to the same question, if it is kept.
  ///
  /// - Complexity: O(bytes of the key); no allocation.
  mutating func find(_ key: AnswerKey, in request: HTTPRequest) -> Finding {
    let place = Self.place(of: key)
    if let answer = slots[place].answer, AnswerKey.bytes(answer.key, areThoseOf: request) {
      return .found(answer)
    }
    if slots[place].asked == key.hash { return .wanted }
    slots[place].asked = key.hash
    return .unknown
  }

  /// Keeps an answer; hands the one whose place it takes back, to be freed behind the lock.
  mutating func keep(_ answer: ReadyAnswer, for key: AnswerKey) -> ReadyAnswer? {
    let place = Self.place(of: key)
    let former = slots[place].answer
    slots[place].answer = answer
    return former
  }

  private static func place(of key: AnswerKey) -> Int { key.hash & (slotCount - 1) }
}

/// All that the answer to a GET depends on: the target, Accept and Accept-Encoding.
struct AnswerKey: Sendable {
  /// A hash that differs from process to process, so that nobody can aim at a slot.
  let hash: Int

  /// The key of a GET; nil for other methods, and where the answer may be a 304 or a 412.
  ///
  /// - Complexity: O(its bytes); no allocation.
  init?(_ request: borrowing HTTPRequest, of id: LayoutID) {
    guard request.method == .get else { return nil }
    var hasher = Hasher()
    // The path is the id's and the resource's, which is the same for all that is kept.
    hasher.combine(id)
    request.bytes.withUnsafeBytes { bytes in
      let query = request.path.upperBound..<request.target.upperBound
      hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[query]))
    }
    for field in request.fields {
      switch AnswerKey.part(field, of: request) {
      case .none: continue
      case .precondition: return nil
      case .accept(let mark):
        hasher.combine(mark)
        request.bytes.withUnsafeBytes { bytes in
          hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[field.value]))
        }
      }
    }
    hash = hasher.finalize()
  }

  /// The bytes that two requests share where they ask the same.
  static func bytes(of request: HTTPRequest) -> [UInt8] {
    var key = Array(request.bytes[request.target])
    for field in request.fields {
      guard case .accept(let mark) = part(field, of: request) else { continue }
      key.append(mark)
      key.append(contentsOf: request.bytes[field.value])
    }
    return key
  }

  /// Whether `key` is `bytes(of: request)`; allocates nothing.
  static func bytes(_ key: [UInt8], areThoseOf request: HTTPRequest) -> Bool {
    var end = request.target.count
    guard key.count >= end, key.equals(request.bytes, in: request.target, at: 0..<end) else {
      return false
    }
    for field in request.fields {
      guard case .accept(let mark) = part(field, of: request) else { continue }
      let start = end + 1
      end = start + field.value.count
      guard key.count >= end, key[start - 1] == mark,
        key.equals(request.bytes, in: field.value, at: start..<end)
      else { return false }
    }
    return end == key.count
  }

  /// What a field means to the key.
  private enum Part {
    case none
    /// It is part of the key, behind a mark that no field's value holds.
    case accept(UInt8)
    /// The answer may be 304 or 412.
    case precondition
  }

  private static func part(_ field: HTTPField, of request: HTTPRequest) -> Part {
    switch field.name.count {
    case 6 where request.bytes.equalsIgnoringCase("accept", in: field.name): .accept(1)
    case 15 where request.bytes.equalsIgnoringCase("accept-encoding", in: field.name): .accept(2)
    case 13 where request.bytes.equalsIgnoringCase("if-none-match", in: field.name): .precondition
    case 8 where request.bytes.equalsIgnoringCase("if-match", in: field.name): .precondition
    default: .none
    }
  }
}
