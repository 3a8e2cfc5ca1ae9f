/// How a style sheet is written, beside what is in it (Contract §17).
public struct SheetStyle: Sendable, Hashable {
  /// In what the wall and its cells are measured.
  public enum Unit: UInt8, Sendable {
    /// The wall has the content's size.
    case pixels
    /// The wall has the content's ratio, and takes the width that it is given.
    case percent
  }

  /// The element whose children the cells are.
  public var selector: SheetSelector
  /// In what lengths are written.
  public var unit: Unit

  /// A style; `.tatami` in pixels where nothing else is said.
  public init(selector: SheetSelector = SheetSelector(), unit: Unit = .pixels) {
    self.selector = selector
    self.unit = unit
  }
}

/// A selector that is safe to write into a page: a class, an id or a type, by an ASCII identifier.
public struct SheetSelector: Sendable, Hashable {
  /// The most characters of the name.
  public static let maxLength = 64

  /// The selector as it is written.
  public let text: String

  /// `.tatami`.
  public init() {
    text = ".tatami"
  }

  /// Reads `.name`, `#name` or `name`; nil for anything else.
  ///
  /// Names are of letters, digits, `-` and `_`, and no number: browsers drop the rules of `.1a`.
  ///
  /// - Complexity: O(`range`).
  public init?(_ bytes: [UInt8], in range: Range<Int>) {
    var name = bytes[range]
    if let first = name.first, first == UInt8(ascii: ".") || first == UInt8(ascii: "#") {
      name.removeFirst()
    }
    guard 1...Self.maxLength ~= name.count, name.allSatisfy(Self.isNameByte) else { return nil }
    // A digit may stand neither first nor after a first hyphen (CSS Syntax 3 §4.3.9).
    let start = name.first == ASCII.minus ? name.dropFirst() : name
    guard let first = start.first, !ASCII.isDigit(first) else { return nil }
    text = String(decoding: bytes[range], as: UTF8.self)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), ASCII.minus, UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

/// The update that gives a layout's container another width (Contract §17): its bytes are part of a
/// version's id.
package enum WidthUpdate {
  /// `{"container":{"width":390}}`, the number as the shortest decimal that reads back the same.
  package static func text(_ width: Double) -> [UInt8] {
    var text: [UInt8] = []
    text.append(#"{"container":{"width":"#)
    text.appendJSON(width)
    text.append("}}")
    return text
  }
}
