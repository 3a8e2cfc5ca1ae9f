/// Finds where lines may break (TextRules T5 to T9).
struct LineBreakOpportunities {
  private let wordBreak: TextStyle.WordBreak
  private let isAnywhere: Bool
  /// Whether each space is an opportunity (`white-space: break-spaces`).
  private let breaksSpaces: Bool
  /// Whether soft hyphens are none.
  private let ignoresHyphens: Bool
  private let rules: LineBreakRules

  /// Creates the finder for a style.
  init(_ style: TextStyle) {
    wordBreak = style.wordBreak
    isAnywhere = style.lineBreak == .anywhere
    breaksSpaces = style.whiteSpace == .breakSpaces
    ignoresHyphens = style.hyphens == .none
    rules = LineBreakRules(style)
  }

  /// Sets `flag` at each offset of the range that a line may break before, except the first one, and the bit above
  /// it at offsets after marks that only a search forwards finds (`LineBreaks.next`).
  ///
  /// The range's first character is what ICU sees as the start of the text.
  ///
  /// - Returns: whether some opportunities depend on more than two characters, and so on where the range starts.
  func mark(
    _ flags: inout ContiguousArray<UInt8>, _ flag: UInt8, in units: ContiguousArray<UInt16>,
    _ range: Range<Int>, at base: Int = 0, _ work: TextWork
  ) -> Bool {
    guard range.count > 1 else { return false }
    if isAnywhere {
      work.count(range.count * TextWork.stepsPerGrapheme)
      Graphemes.mark(&flags, flag, in: units, range, at: base)
      return false
    }
    var scan = Scan(units: units, range: range)
    if wordBreak == .breakAll {
      scan.lastClass = Scan.lineBreakClass(0, units[range.lowerBound])
    }
    var boundaries: ContiguousArray<Bool> = []
    let looksBack = breaksSpaces || ignoresHyphens
    for offset in range.lowerBound + 1..<range.upperBound {
      if looksBack {
        if breaksSpaces, Unit.isBreakableSpace(units[offset - 1]) {
          flags[offset - base] |= flag
          continue
        }
        if ignoresHyphens, units[offset - 1] == Unit.softHyphen { continue }
      }
      let verdict = scan.verdict(at: offset, wordBreak)
      if wordBreak == .breakAll, verdict == .allowed || verdict == .allowedAfterMarks {
        // Chromium goes on from each opportunity with the class of the character after it.
        scan.lastClass = Scan.lineBreakClass(units[offset - 1], units[offset])
      }
      switch verdict {
      case .forbidden: break
      case .allowed: flags[offset - base] |= flag
      case .allowedBeforePair: flags[max(range.lowerBound + 1, offset - 1) - base] |= flag
      case .unknown, .allowedAfterMarks:
        if verdict == .allowedAfterMarks { flags[offset - base] |= flag << 1 }
        if boundaries.isEmpty {
          work.count(range.count * TextWork.stepsPerBrokenUnit)
          boundaries = ContiguousArray(repeating: false, count: range.count + 1)
          rules.mark(&boundaries, in: units, range)
        }
        if boundaries[offset - range.lowerBound] { flags[offset - base] |= flag }
      }
    }
    return !boundaries.isEmpty || scan.isContextual
  }
}

/// Grapheme clusters of Unicode.
enum Graphemes {
  /// Sets `flag` at the start of each cluster of the range, except the first one.
  static func mark(
    _ flags: inout ContiguousArray<UInt8>, _ flag: UInt8, in units: ContiguousArray<UInt16>,
    _ range: Range<Int>, at base: Int = 0
  ) {
    BreakIterators.graphemes.forEachBoundary(of: units, in: range) { boundary in
      guard boundary < range.count else { return false }
      let offset = range.lowerBound + boundary
      if !Conjuncts.join(units, before: offset) { flags[offset - base] |= flag }
      return true
    }
  }
}

/// Consonants of Indic scripts that a virama joins to one cluster: rule GB9c, which is new in Unicode 15.1.
private enum Conjuncts {
  /// Returns whether a virama, with what may follow it, joins the consonants around an offset.
  static func join(_ units: ContiguousArray<UInt16>, before offset: Int) -> Bool {
    guard offset < units.count, isConsonant(units[offset]) else { return false }
    let block = units[offset] & 0xFF80
    var place = offset - 1
    var hasVirama = false
    while place >= 0, isJoiner(units[place], block) {
      if units[place] == block | 0x4D { hasVirama = true }
      place -= 1
    }
    return hasVirama && place >= 0 && units[place] & 0xFF80 == block && isConsonant(units[place])
  }

  /// Returns whether the unit is a consonant of Devanagari, Bengali, Gujarati, Odia, Telugu or Malayalam.
  private static func isConsonant(_ unit: UInt16) -> Bool {
    switch unit & 0xFF80 {
    case 0x900, 0x980, 0xA80, 0xB00, 0xC00, 0xD00:
      switch unit & 0x7F {
      case 0x15...0x3A, 0x58...0x5F, 0x70...0x7F:
        CharacterProperties.category(Int32(unit)) & CharacterProperties.letters != 0
      default: false
      }
    default: false
    }
  }

  /// Returns whether the unit is a virama or a nukta of a block, or the zero width joiner.
  private static func isJoiner(_ unit: UInt16, _ block: UInt16) -> Bool {
    unit == block | 0x4D || unit == block | 0x3C || unit == 0x200D
  }
}

/// What is decided about each pair of characters before ICU is consulted.
private struct Scan {
  enum Verdict {
    case allowed, forbidden, unknown
    /// A break is allowed before the surrogate pair that ends at the offset.
    case allowedBeforePair
    /// A break is allowed if the search for it began at or before the character that the marks belong to.
    case allowedAfterMarks
  }

  let units: ContiguousArray<UInt16>
  let range: Range<Int>
  /// Whether the character before a pair decided about it.
  var isContextual = false
  /// The class of the last character that is not a combining mark.
  var lastClass: Int32 = 0

  mutating func verdict(at offset: Int, _ wordBreak: TextStyle.WordBreak) -> Verdict {
    let unit = units[offset]
    let last = units[offset - 1]
    if Unit.isBreakableSpace(unit) { return .forbidden }
    if Unit.isBreakableSpace(last) { return .allowed }
    let beforeLast = offset - 2 >= range.lowerBound ? units[offset - 2] : 0
    let pair = Self.verdict(beforeLast, last, unit)
    if last == Unit.hyphenMinus { isContextual = true }
    if pair == .allowed { return .allowed }
    switch wordBreak {
    case .normal: break
    case .breakAll:
      if !Unit.isLead(unit), breaksAll(last, unit), !Conjuncts.join(units, before: offset) {
        if pair == .unknown, LineBreakClass.isMark(units, before: offset) {
          return .allowedAfterMarks
        }
        return Unit.isTrail(unit) ? .allowedBeforePair : .allowed
      }
    case .keepAll:
      if Self.keepsAll(beforeLast, last, unit) { return .forbidden }
    }
    return pair
  }

  /// Returns what two characters alone decide.
  private static func verdict(_ beforeLast: UInt16, _ last: UInt16, _ unit: UInt16) -> Verdict {
    if last < Latin1LineBreaks.first || unit < Latin1LineBreaks.first { return .forbidden }
    if last == Unit.hyphenMinus {
      if Unit.isDigit(unit) { return Unit.isAlphanumeric(beforeLast) ? .allowed : .forbidden }
      // A hyphen that begins a word joins its letters (LB20a); Chromium asks ICU about all but ASCII.
      if unit > 0x7F { return .unknown }
    }
    guard last <= Latin1LineBreaks.last, unit <= Latin1LineBreaks.last else { return .unknown }
    return Latin1LineBreaks.allowsBreak(between: last, and: unit) ? .allowed : .forbidden
  }

  private mutating func breaksAll(_ last: UInt16, _ unit: UInt16) -> Bool {
    let lineBreakClass = Self.lineBreakClass(last, unit)
    if lineBreakClass == BreakAllClasses.combiningMark { return false }
    defer { lastClass = lineBreakClass }
    return BreakAllClasses.allowsBreak(between: lastClass, and: lineBreakClass)
  }

  static func lineBreakClass(_ last: UInt16, _ unit: UInt16) -> Int32 {
    if unit == Unit.plus || unit == Unit.verticalLine { return BreakAllClasses.alphabetic }
    let isPair = Unit.isLead(last) && Unit.isTrail(unit)
    let character = isPair ? Unit.pair(last, unit) : Int32(unit)
    return LineBreakClass.unambiguousHyphens.contains(character)
      ? Int32(LineBreakClass.unambiguousHyphen.rawValue)
      : CharacterProperties.lineBreakClass(character)
  }

  /// Returns whether `keep-all` forbids the break: between letters and numbers outside Thai and its like.
  private static func keepsAll(_ beforeLast: UInt16, _ last: UInt16, _ unit: UInt16) -> Bool {
    let isMark = CharacterProperties.category(Int32(last)) & CharacterProperties.marks != 0
    return isKept(isMark ? beforeLast : last) && isKept(unit)
  }

  private static func isKept(_ unit: UInt16) -> Bool {
    let kept = CharacterProperties.letters | CharacterProperties.numbers
    return CharacterProperties.category(Int32(unit)) & kept != 0
      && !CharacterProperties.hasComplexContext(Int32(unit))
  }
}
