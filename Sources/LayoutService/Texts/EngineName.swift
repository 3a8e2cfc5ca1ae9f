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
