package import LayoutEngine

/// The engine that computes a response: its revision, and for documents with text their fonts (Contract §15).
///
/// Written `6`, or `6.1a2b3c4d`: equal names mean equal responses.
package struct EngineName: Sendable, Equatable {
  /// The engine's revision.
  package var revision: WholeNumber
  /// A hash of the fonts in which the document's text is measured; 0 if it has no text styles.
  package var fonts: UInt32

  /// Creates a name.
  package init(revision: WholeNumber, fonts: UInt32) {
    self.revision = revision
    self.fonts = fonts
  }

  /// Returns the name of this service's engine for the documents that use the fonts of this hash.
  package static func current(fonts: UInt32) -> EngineName {
    EngineName(revision: WholeNumber(EngineRevision.current), fonts: fonts)
  }

  /// The name as text.
  package var text: String {
    guard fonts != 0 else { return "\(revision)" }
    let digits = (0..<8).map { place in
      let digit = UInt8(truncatingIfNeeded: fonts >> UInt32(28 - 4 * place)) & 15
      return digit < 10 ? 0x30 + digit : 0x57 + digit
    }
    return "\(revision)." + String(decoding: digits, as: UTF8.self)
  }

  /// Parses the hash of fonts, eight hexadecimal digits; nil if the bytes are anything else.
  package static func fonts(_ digits: ArraySlice<UInt8>) -> UInt32? {
    guard digits.count == 8 else { return nil }
    var fonts: UInt32 = 0
    for digit in digits {
      switch digit {
      case 0x30...0x39: fonts = fonts << 4 | UInt32(digit - 0x30)
      case 0x61...0x66: fonts = fonts << 4 | UInt32(digit - 0x57)
      default: return nil
      }
    }
    return fonts
  }
}
