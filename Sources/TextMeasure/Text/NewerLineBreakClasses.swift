/// The classes that characters have got since Unicode 15, whose data the oldest supported ICU has.
///
/// Found by asking Chromium 156 about each character; those of scripts that are newer than Unicode 15 are left out.
enum NewerLineBreakClasses {
  /// Returns the class of a character that has got another one; nil if it has the one of Unicode 15.
  static func lineBreakClass(_ character: Int32) -> LineBreakClass? {
    guard character >= 0x1B05 || character == 0x34F else { return nil }
    // Han, Kana and Hangul are most of what comes here.
    if (0x2E5D..<0xA984).contains(character) || (0xABFF..<0xFE10).contains(character) { return nil }
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].last < character { low = middle + 1 } else { high = middle }
    }
    guard low < ranges.count, ranges[low].first <= character else { return nil }
    return ranges[low].kind
  }

  private static let ranges: [(first: Int32, last: Int32, kind: LineBreakClass)] = [
    (0x34F, 0x34F, .combiningMark),
    (0x1B05, 0x1B33, .aksara),
    (0x1B44, 0x1B44, .virama),
    (0x1B45, 0x1B4C, .aksara),
    (0x1B50, 0x1B59, .aksaraStart),
    (0x1B5C, 0x1B5C, .aksaraStart),
    (0x1B61, 0x1B6A, .aksaraStart),
    (0x1B74, 0x1B7C, .aksaraStart),
    (0x1BC0, 0x1BE5, .aksaraStart),
    (0x1BF2, 0x1BF3, .viramaFinal),
    (0x2800, 0x2800, .breakAfter),
    (0x2E56, 0x2E56, .closeParenthesis),
    (0x2E58, 0x2E58, .closeParenthesis),
    (0x2E5A, 0x2E5A, .closeParenthesis),
    (0x2E5C, 0x2E5C, .closeParenthesis),
    (0xA984, 0xA9B2, .aksara),
    (0xA9C0, 0xA9C0, .virama),
    (0xA9C1, 0xA9C6, .aksaraStart),
    (0xA9CA, 0xA9CD, .aksaraStart),
    (0xA9CF, 0xA9CF, .breakAfter),
    (0xA9D0, 0xA9D9, .aksaraStart),
    (0xA9DE, 0xA9DF, .aksaraStart),
    (0xAA00, 0xAA28, .aksaraStart),
    (0xAA40, 0xAA42, .breakAfter),
    (0xAA44, 0xAA4B, .breakAfter),
    (0xAA50, 0xAA59, .aksaraStart),
    (0xAA5C, 0xAA5C, .aksaraStart),
    (0xFE10, 0xFE10, .closePunctuation),
    (0xFE13, 0xFE14, .closePunctuation),
    (0xFE20, 0xFE20, .glue),
    (0xFE22, 0xFE22, .glue),
    (0xFE24, 0xFE24, .glue),
    (0xFE26, 0xFE27, .glue),
    (0xFE29, 0xFE29, .glue),
    (0xFE2B, 0xFE2B, .glue),
    (0xFE2D, 0xFE2E, .glue),
    (0x11003, 0x11004, .aksaraPrebase),
    (0x11005, 0x11037, .aksara),
    (0x11046, 0x11046, .virama),
    (0x11049, 0x1104D, .aksaraStart),
    (0x11052, 0x1106F, .aksaraStart),
    (0x11071, 0x11072, .aksara),
    (0x11075, 0x11075, .aksara),
    (0x1107F, 0x1107F, .glue),
    (0x11305, 0x1130C, .aksara),
    (0x1130F, 0x11310, .aksara),
    (0x11313, 0x11328, .aksara),
    (0x1132A, 0x11330, .aksara),
    (0x11332, 0x11333, .aksara),
    (0x11335, 0x11339, .aksara),
    (0x1133D, 0x1133D, .breakAfter),
    (0x1134D, 0x1134D, .virama),
    (0x11350, 0x11350, .aksaraStart),
    (0x1135D, 0x1135D, .breakAfter),
    (0x1135E, 0x1135F, .aksaraStart),
    (0x11360, 0x11361, .aksara),
    (0x11900, 0x11906, .aksara),
    (0x11909, 0x11909, .aksara),
    (0x1190C, 0x11913, .aksara),
    (0x11915, 0x11916, .aksara),
    (0x11918, 0x1192F, .aksara),
    (0x1193E, 0x1193E, .virama),
    (0x1193F, 0x1193F, .aksaraPrebase),
    (0x11941, 0x11941, .aksaraPrebase),
    (0x11950, 0x11959, .aksaraStart),
    (0x11EE0, 0x11EF1, .aksaraStart),
    (0x11EF2, 0x11EF2, .breakAfter),
    (0x11EF7, 0x11EF8, .breakAfter),
    (0x1F10D, 0x1F10F, .alphabetic),
    (0x1F16D, 0x1F16F, .alphabetic),
    (0x1F1AD, 0x1F1AD, .alphabetic),
    (0x1F8B0, 0x1F8B1, .alphabetic),
  ]
}
