/// The selector and unit of a style sheet (Contract §17).
package struct SheetStyle: Sendable, Hashable {
  /// The unit in which the wall and its cells are measured.
  package enum Unit: UInt8, Sendable {
    /// The wall has the content's size.
    case pixels
    /// The wall has the content's aspect ratio, and fills the available width.
    case percent
  }

  /// The selector of the wall: the element whose children are the cells.
  package var selector: SheetSelector
  /// The unit of lengths.
  package var unit: Unit

  /// Creates a style; the default is `.tatami` in pixels.
  package init(selector: SheetSelector = SheetSelector(), unit: Unit = .pixels) {
    self.selector = selector
    self.unit = unit
  }
}

/// A selector that is safe to write into a page: a class, an id or a type, with an ASCII identifier.
package struct SheetSelector: Sendable, Hashable {
  /// The maximum number of characters in the name.
  package static let maxLength = 64

  /// The selector as written in the sheet.
  package let text: String

  /// Creates the selector `.tatami`.
  package init() {
    text = ".tatami"
  }

  /// Reads `.name`, `#name` or `name`; nil if the bytes are anything else.
  ///
  /// Names consist of letters, digits, `-` and `_`, and do not start like a number: browsers drop the
  /// rules of `.1a`.
  ///
  /// - Complexity: O(`range`).
  package init?(_ bytes: [UInt8], in range: Range<Int>) {
    var name = bytes[range]
    if let first = name.first, first == UInt8(ascii: ".") || first == UInt8(ascii: "#") {
      name.removeFirst()
    }
    guard 1...Self.maxLength ~= name.count, name.allSatisfy(Self.isNameByte) else { return nil }
    // A digit may be neither first nor directly after a leading hyphen (CSS Syntax 3 §4.3.9).
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

/// The update that changes the width of a layout's container (Contract §17).
///
/// The update's bytes must not change, because a version's id depends on them.
package enum WidthUpdate {
  /// Returns an update such as `{"container":{"width":390}}`.
  ///
  /// It contains the width as the shortest decimal that reads back as the same double.
  package static func text(_ width: Double) -> [UInt8] {
    var text: [UInt8] = []
    text.append(#"{"container":{"width":"#)
    text.appendJSON(width)
    text.append("}}")
    return text
  }
}
