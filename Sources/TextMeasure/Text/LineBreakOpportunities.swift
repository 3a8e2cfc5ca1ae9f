/// Finds where lines may break (TextRules T5 to T9).
struct LineBreakOpportunities {
  private let wordBreak: TextStyle.WordBreak
  private let isAnywhere: Bool
  private let iterators: BreakIterators

  /// Creates the finder for a style.
  init(_ style: TextStyle) {
    wordBreak = style.wordBreak
    isAnywhere = style.lineBreak == .anywhere
    let strictness =
      switch style.lineBreak {
      case .loose: "loose"
      case .strict: "strict"
      case .auto, .normal, .anywhere: "normal"
      }
    let language = style.lang.isEmpty ? "en-US" : style.lang
    iterators = BreakIterators.lines(locale: "\(language)@lb=\(strictness)")
  }

  /// Sets `flag` at each offset of the range that a line may break before, except the first one.
  ///
  /// The range's first character is what ICU sees as the start of the text.
  ///
  /// - Returns: whether ICU's rules were needed, which look at more than two characters.
  func mark(
    _ flags: inout ContiguousArray<UInt8>, _ flag: UInt8, in units: ContiguousArray<UInt16>,
    _ range: Range<Int>, at base: Int = 0, _ work: TextWork
  ) -> Bool {
    guard range.count > 1 else { return false }
    if isAnywhere {
      work.count(range.count * TextWork.stepsAGrapheme)
      Graphemes.mark(&flags, flag, in: units, range, at: base)
      return false
    }
    var scan = Scan(units: units, range: range)
    if wordBreak == .breakAll {
      scan.lastClass = Scan.lineBreakClass(0, units[range.lowerBound])
    }
    var boundaries: ContiguousArray<Bool> = []
    for offset in range.lowerBound + 1..<range.upperBound {
      switch scan.verdict(at: offset, wordBreak) {
      case .forbidden: break
      case .allowed: flags[offset - base] |= flag
      case .allowedBeforePair: flags[max(range.lowerBound + 1, offset - 1) - base] |= flag
      case .unknown:
        if boundaries.isEmpty {
          work.count(range.count * TextWork.stepsABrokenUnit)
          boundaries = ContiguousArray(repeating: false, count: range.count + 1)
          iterators.forEachBoundary(of: units, in: range) {
            boundaries[$0] = true
            return true
          }
        }
        if boundaries[offset - range.lowerBound] { flags[offset - base] |= flag }
      }
    }
    return !boundaries.isEmpty
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
      flags[range.lowerBound + boundary - base] |= flag
      return true
    }
  }
}

/// What is decided about each pair of characters before ICU is consulted.
private struct Scan {
  enum Verdict {
    case allowed, forbidden, unknown
    /// A break is allowed before the surrogate pair that ends at the offset.
    case allowedBeforePair
  }

  let units: ContiguousArray<UInt16>
  let range: Range<Int>
  /// The class of the last character that is not a combining mark.
  var lastClass: Int32 = 0

  mutating func verdict(at offset: Int, _ wordBreak: TextStyle.WordBreak) -> Verdict {
    let unit = units[offset]
    let last = units[offset - 1]
    if Unit.isBreakableSpace(unit) { return .forbidden }
    if Unit.isBreakableSpace(last) { return .allowed }
    let beforeLast = offset - 2 >= range.lowerBound ? units[offset - 2] : 0
    let pair = Self.verdict(beforeLast, last, unit)
    if pair == .allowed { return .allowed }
    switch wordBreak {
    case .normal: break
    case .breakAll:
      if !Unit.isLead(unit), breaksAll(last, unit) {
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
    if last == Unit.hyphenMinus, Unit.isDigit(unit) {
      return Unit.isAlphanumeric(beforeLast) ? .allowed : .forbidden
    }
    guard last <= Latin1LineBreaks.last, unit <= Latin1LineBreaks.last else { return .unknown }
    return Latin1LineBreaks.allowsBreak(between: last, and: unit) ? .allowed : .forbidden
  }

  private mutating func breaksAll(_ last: UInt16, _ unit: UInt16) -> Bool {
    let lineBreakClass = Self.lineBreakClass(last, unit)
    if BreakAllClasses.allowsBreak(between: lastClass, and: lineBreakClass) {
      lastClass = lineBreakClass
      return true
    }
    if lineBreakClass != BreakAllClasses.combiningMark { lastClass = lineBreakClass }
    return false
  }

  static func lineBreakClass(_ last: UInt16, _ unit: UInt16) -> Int32 {
    if unit == 0x2B { return BreakAllClasses.alphabetic }
    let isPair = Unit.isLead(last) && Unit.isTrail(unit)
    return CharacterProperties.lineBreakClass(isPair ? Unit.pair(last, unit) : Int32(unit))
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
