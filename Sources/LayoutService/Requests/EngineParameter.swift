import LayoutEngine

/// The engine that computes an answer: its revision, and for documents with texts their fonts (Contract §15).
///
/// Written `6`, or `6.1a2b3c4d`: equal names mean equal answers.
struct EngineName: Sendable, Equatable {
  /// The engine's revision.
  var revision: WholeNumber
  /// A hash of the fonts in which the document's texts are measured; 0 if it has no text styles.
  var fonts: UInt32 = 0

  /// Returns the name of this service's engine for the documents that use the fonts of this hash.
  static func current(fonts: UInt32) -> EngineName {
    EngineName(revision: WholeNumber(EngineRevision.current), fonts: fonts)
  }

  /// The name as text.
  var text: String {
    guard fonts != 0 else { return "\(revision)" }
    let digits = String(fonts, radix: 16)
    return "\(revision)." + String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  /// Parses a name; nil if the text is none.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let revision = WholeNumber(parts[0]), revision >= 0,
      parts[0].utf8.allSatisfy({ 0x30...0x39 ~= $0 })
    else { return nil }
    self.revision = revision
    guard parts.count == 2 else { return }
    guard parts[1].utf8.count == 8, let fonts = UInt32(parts[1], radix: 16) else { return nil }
    self.fonts = fonts
  }

  init(revision: WholeNumber, fonts: UInt32) {
    self.revision = revision
    self.fonts = fonts
  }
}

/// The parameter `engine`: the name of the engine whose answers are requested (Contract §15).
struct EngineParameter: Sendable {
  /// The name; nil if not given.
  private(set) var name: EngineName?

  /// Parses a parameter if its name is `engine`.
  ///
  /// - Returns: whether its name is `engine`.
  mutating func read(_ parameter: QueryParameter) throws(BadQuery) -> Bool {
    guard parameter.isNamed("engine") else { return false }
    let reader = try parameter.reader("engine")
    guard name == nil else { throw reader.refusal("is given more than once") }
    guard let read = EngineName(try reader.text()) else {
      throw reader.refusal("must be a revision such as 6, or one with fonts such as 6.1a2b3c4d")
    }
    name = read
    return true
  }

  /// Returns the name, after checking its revision; the layout decides whether its fonts are the right ones.
  ///
  /// - Throws: `other-engine` if the revision is not this engine's.
  func checked() throws(Problem) -> EngineName? {
    guard let name else { return nil }
    guard name.revision == WholeNumber(EngineRevision.current) else {
      throw .otherEngine(than: name, current: .current(fonts: 0))
    }
    return name
  }
}
