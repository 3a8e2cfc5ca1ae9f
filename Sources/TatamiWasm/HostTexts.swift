import HTTPMessage
import LayoutEngine
import LayoutWire

/// Measures texts by asking the module's host, which has fonts and a canvas.
///
/// The module cannot call its host, so a job that needs measurements runs twice or more often: each run lists the
/// questions that have no answer yet and continues with placeholders; the host answers, and the job runs again.
// The module is WebAssembly without threads, so nothing can access it concurrently.
final class HostTexts: TextMeasuring, @unchecked Sendable {
  /// The natural width of a text until the host measures it: a chip is first asked about at its greatest width.
  fileprivate static let unknownWidth = 16_777_216.0
  /// The bytes that a question takes beside its text: the record, and its marks in the list.
  private static let questionBytes = 128

  /// The questions of the job that runs.
  private var questions = HostQuestions()

  /// Whether all questions of the run have answers so far.
  var isComplete: Bool { questions.openCount == 0 }

  /// Begins a run with the answers to the questions of the runs before.
  func begin(_ questions: HostQuestions) { self.questions = questions }

  /// Ends a run, and returns its questions.
  func end() -> HostQuestions {
    let run = questions
    questions = HostQuestions()
    return run
  }

  func height(
    of text: ArraySlice<UInt8>, style: Int, width: Double, _ budget: LayoutBudget
  ) throws(LayoutError) -> Double {
    try answer(.height, text, style, width, budget)?.value ?? 0
  }

  func lines(
    of text: ArraySlice<UInt8>, style: Int, width: Double, changesCase _: Bool,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> [String] {
    try answer(.lines, text, style, width, budget)?.lines ?? []
  }

  func naturalWidth(
    of text: ArraySlice<UInt8>, style: Int, _ budget: LayoutBudget
  ) throws(LayoutError) -> Double {
    try answer(.naturalWidth, text, style, 0, budget)?.value ?? Self.unknownWidth
  }

  /// Returns the question with its answer; nil if it has none yet.
  private func answer(
    _ subject: HostQuestions.Subject, _ text: ArraySlice<UInt8>, _ style: Int, _ width: Double,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> HostQuestions.Question? {
    guard budget.tryReserve(Self.questionBytes + 2 * text.count) else { throw .cancelled }
    return questions.ask(
      HostQuestions.Question(subject: subject, style: style, width: width, text: text))
  }
}

/// What a job has asked about texts, each question once, with the host's answers.
struct HostQuestions {
  /// What a job wants to know about a text.
  fileprivate enum Subject: UInt32 {
    case height, naturalWidth, lines
  }

  /// A question about a text, with its answer.
  fileprivate struct Question {
    let subject: Subject
    let style: Int
    let width: Double
    /// The text's UTF-8, which shares the bytes of its document.
    let text: ArraySlice<UInt8>
    /// The height or the width in points, or the number of lines; nil until the host has answered.
    var value: Double?
    var lines: [String] = []

    /// FNV-1a: the standard library's hashing would double the code for texts.
    var hash: UInt32 {
      let bits = width.bitPattern
      var hash = UInt32(truncatingIfNeeded: bits ^ bits >> 32) ^ subject.rawValue &* 0x9E37_79B9
      hash ^= UInt32(truncatingIfNeeded: style) &* 0x85EB_CA6B
      for byte in text { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
      return hash ^ hash >> 15
    }

    func isEqual(to other: Question) -> Bool {
      subject == other.subject && style == other.style && width == other.width
        && text == other.text
    }
  }

  private var list: [Question] = []
  /// A hash table of places in `list`, -1 for none; a power of two, at least twice as long as the list.
  private var slots: [Int32] = []
  /// The number of questions without answers.
  private(set) var openCount = 0

  /// Returns a question with its answer; adds it and returns nil if it has none yet.
  fileprivate mutating func ask(_ question: Question) -> Question? {
    if slots.count <= 2 * list.count { grow() }
    let slot = slot(of: question)
    let place = Int(slots[slot])
    guard place < 0 else { return list[place].value == nil ? nil : list[place] }
    slots[slot] = Int32(list.count)
    list.append(question)
    openCount += 1
    return nil
  }

  /// Returns the slot of a question, or the empty slot for it.
  private func slot(of question: Question) -> Int {
    var slot = Int(question.hash & UInt32(slots.count - 1))
    while case let place = Int(slots[slot]), place >= 0, !list[place].isEqual(to: question) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: max(64, 2 * slots.count))
    for place in list.indices { slots[slot(of: list[place])] = Int32(place) }
  }
}

// MARK: The host's side

extension HostQuestions {
  /// Returns the questions without answers as JSON, with the styles.
  ///
  /// A question is a list of the style's number, the text or its runs, the width, and 1 if its lines are wanted. A question
  /// without a width is about the natural width.
  func json(_ styles: TextStyles, _ direction: HorizontalDirection) -> [UInt8] {
    var json: [UInt8] = []
    json.append(#"{"direction":"#)
    json.append(direction == .rightToLeft ? #""rtl""# : #""ltr""#)
    json.append(#","names":["#)
    for (number, name) in styles.names.enumerated() {
      if number > 0 { json.append(UInt8(ascii: ",")) }
      json.appendJSON(name)
    }
    json.append(#"],"styles":"#)
    json.append(contentsOf: styles.text)
    json.append(#","questions":["#)
    var hasBegun = false
    for question in list where question.value == nil {
      json.append(hasBegun ? ",[" : "[")
      hasBegun = true
      json.appendJSON(question.style)
      json.append(UInt8(ascii: ","))
      if let runs = TextRuns(encoded: question.text) {
        Self.append(runs, to: &json)
      } else {
        json.appendJSON(String(decoding: question.text, as: UTF8.self))
      }
      if question.subject != .naturalWidth {
        json.append(UInt8(ascii: ","))
        json.appendJSON(question.width)
      }
      json.append(question.subject == .lines ? ",1]" : "]")
    }
    json.append("]}")
    return json
  }

  /// Appends the runs of a text: a string in the block's style, a list of a style's number and a string, or one of a
  /// box's width, height and alignment.
  private static func append(_ runs: TextRuns, to json: inout [UInt8]) {
    json.append("[")
    for (number, run) in runs.runs.enumerated() {
      if number > 0 { json.append(UInt8(ascii: ",")) }
      switch run.content {
      case .text(let text, nil): json.appendJSON(String(decoding: text, as: UTF8.self))
      case .text(let text, let style?):
        json.append("[")
        json.appendJSON(style)
        json.append(UInt8(ascii: ","))
        json.appendJSON(String(decoding: text, as: UTF8.self))
        json.append("]")
      case .box(let width, let height, let align):
        json.append("[")
        json.appendJSON(width)
        json.append(UInt8(ascii: ","))
        json.appendJSON(height)
        switch align {
        case .baseline: json.append(#","baseline"]"#)
        case .middle: json.append(#","middle"]"#)
        case .points(let points):
          json.append(UInt8(ascii: ","))
          json.appendJSON(points)
          json.append("]")
        }
      }
    }
    json.append("]")
  }

  /// Gives the questions without answers the host's, which are in the form of `tatami_measured`.
  ///
  /// - Returns: whether the answers are complete and possible.
  mutating func take(_ answers: [UInt8]) -> Bool {
    var rest = answers[...]
    for place in list.indices where list[place].value == nil {
      guard let pattern = Self.number(of: 8, &rest) else { return false }
      let value = Double(bitPattern: pattern)
      guard value >= 0, value < HostTexts.unknownWidth else { return false }
      if list[place].subject == .lines {
        guard value <= Double(rest.count) else { return false }
        for _ in 0..<Int(value) {
          guard let given = Self.number(of: 4, &rest), given <= UInt64(rest.count) else {
            return false
          }
          let count = Int(given)
          list[place].lines.append(String(decoding: rest.prefix(count), as: UTF8.self))
          rest = rest.dropFirst(count)
        }
      }
      list[place].value = value
    }
    openCount = 0
    return rest.isEmpty
  }

  /// Removes and returns a whole number from the start of some bytes; nil if there are fewer.
  private static func number(of count: Int, _ bytes: inout ArraySlice<UInt8>) -> UInt64? {
    guard bytes.count >= count else { return nil }
    var number: UInt64 = 0
    for place in 0..<count {
      number |= UInt64(bytes[bytes.startIndex + place]) << UInt64(8 * place)
    }
    bytes = bytes.dropFirst(count)
    return number
  }
}
