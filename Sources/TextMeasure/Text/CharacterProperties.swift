import CICU

/// UTF-16 units with a meaning of their own in line layout.
enum Unit {
  static let tab: UInt16 = 0x09
  static let newline: UInt16 = 0x0A
  static let verticalTab: UInt16 = 0x0B
  static let formFeed: UInt16 = 0x0C
  static let carriageReturn: UInt16 = 0x0D
  static let space: UInt16 = 0x20
  static let plus: UInt16 = 0x2B
  static let hyphenMinus: UInt16 = 0x2D
  static let verticalLine: UInt16 = 0x7C
  static let noBreakSpace: UInt16 = 0xA0
  static let softHyphen: UInt16 = 0xAD
  static let zeroWidthSpace: UInt16 = 0x200B
  static let hyphen: UInt16 = 0x2010
  static let ellipsis: UInt16 = 0x2026
  static let ideographicSpace: UInt16 = 0x3000
  static let emojiPresentation: UInt16 = 0xFE0F

  /// Returns whether lines break after a run of the character whatever follows, and it hangs at their end.
  static func isBreakableSpace(_ unit: UInt16) -> Bool {
    unit == space || unit == tab || unit == newline
  }

  /// Returns whether the character hangs at the end of a line: of the spaces that do not collapse, only the
  /// ideographic one does.
  static func hangs(_ unit: UInt16) -> Bool {
    isBreakableSpace(unit) || unit == ideographicSpace
  }

  /// Returns the unit whose glyph a control character or a separator is shown with; the unit itself for all others.
  static func shown(_ unit: UInt16) -> UInt16 {
    switch unit {
    case 0x2028, 0x2029: space
    case 0x7F..<0xA0, 0x115F, 0x1160: zeroWidthSpace
    default: unit
    }
  }

  /// Returns whether letter spacing skips the character because it has no width.
  static func isZeroWidth(_ unit: UInt16) -> Bool {
    unit < 0x20 || (0x7F..<0xA0).contains(unit) || unit == softHyphen
      || (0x200B...0x200F).contains(unit) || (0x202A...0x202E).contains(unit)
      || unit == 0xFEFF || unit == 0xFFFC
  }

  /// Returns whether the unit is a decimal digit of ASCII.
  static func isDigit(_ unit: UInt16) -> Bool { (0x30...0x39).contains(unit) }

  /// Returns whether the unit is a letter or digit of ASCII.
  static func isAlphanumeric(_ unit: UInt16) -> Bool {
    isDigit(unit) || (0x41...0x5A).contains(unit & ~0x20)
  }

  /// Returns whether the unit is the first half of a surrogate pair.
  static func isLead(_ unit: UInt16) -> Bool { unit & 0xFC00 == 0xD800 }

  /// Returns whether the unit is the second half of a surrogate pair.
  static func isTrail(_ unit: UInt16) -> Bool { unit & 0xFC00 == 0xDC00 }

  /// Returns the code point of a surrogate pair.
  static func pair(_ lead: UInt16, _ trail: UInt16) -> Int32 {
    Int32(lead - 0xD800) << 10 + Int32(trail - 0xDC00) + 0x10000
  }
}

extension ContiguousArray<UInt16> {
  /// Returns the code point at an offset, and the number of its units.
  func codePoint(at offset: Int) -> (value: Int32, length: Int) {
    let unit = self[offset]
    if Unit.isLead(unit), offset + 1 < count, Unit.isTrail(self[offset + 1]) {
      return (Unit.pair(unit, self[offset + 1]), 2)
    }
    return (Int32(unit), 1)
  }
}

/// Unicode's properties of characters, from ICU.
enum CharacterProperties {
  /// The bits of the categories letter, mark and number.
  static let letters: UInt32 = 0b11_1110
  static let marks: UInt32 = 0b1_1100_0000
  static let numbers: UInt32 = 0b1110_0000_0000
  /// The bit of the category of invisible characters that format.
  static let formats: UInt32 = 1 << 16
  /// The bits of the categories of opening and closing punctuation.
  static let opening: UInt32 = 1 << 20
  static let closing: UInt32 = 1 << 21

  /// The bit of the category of decimal digits, and those of punctuation.
  static let digits: UInt32 = 1 << 9
  static let punctuation: UInt32 = 0b11_0000_1111_1000 << 16

  /// Returns the general category as a bit.
  static func category(_ codePoint: Int32) -> UInt32 { tatami_u_category_mask(codePoint) }

  /// Returns the class of UAX #14.
  static func lineBreakClass(_ codePoint: Int32) -> Int32 {
    tatami_u_line_break_class(codePoint)
  }

  /// The bits of the categories of marks that belong to letters of Thai and its like.
  static let complexMarks: UInt32 = 0b1_0100_0000
  /// The bits of the categories of quotation marks that open and close.
  static let initialQuotes: UInt32 = 1 << 28
  static let finalQuotes: UInt32 = 1 << 29

  /// Returns whether the East Asian width is full, half or wide.
  static func isEastAsian(_ codePoint: Int32) -> Bool {
    // U_EA_HALFWIDTH, U_EA_FULLWIDTH, U_EA_WIDE.
    [2, 3, 5].contains(tatami_u_east_asian_width(codePoint))
  }

  /// Returns whether the character is not assigned yet, but will be a picture.
  static func isUnassignedPicture(_ codePoint: Int32) -> Bool {
    tatami_u_is_unassigned_picture(codePoint) != 0
  }

  /// Returns whether dictionaries find the words of the character's script, such as Thai.
  static func hasComplexContext(_ codePoint: Int32) -> Bool { lineBreakClass(codePoint) == 24 }
}
