/// Where lines may break by the rules of UAX #14, revision 55 (Unicode 17), with the tailorings of CSS Text (TextRules T5).
///
/// ICU provides the classes of characters, and dictionaries for the words of Thai and its like. The rules are the
/// project's own, because every version of ICU has those of its own Unicode.
struct LineBreakRules {
  /// How strict the rules for Chinese and Japanese are (CSS `line-break`).
  enum Strictness {
    case loose, normal, strict
  }

  let strictness: Strictness
  /// Whether the rules of Chinese, Japanese and Korean hold, in which `“` and `”` are brackets.
  let isEastAsian: Bool
  /// ICU's iterators, for the words of scripts that need dictionaries.
  let words: BreakIterators

  init(_ style: TextStyle) {
    let language = style.lang.lowercased().prefix { $0 != "-" && $0 != "_" }
    strictness =
      switch style.lineBreak {
      case .loose: .loose
      // Korean has no rules of its own for small Kana.
      case .strict: language == "ko" ? .normal : .strict
      case .auto, .normal, .anywhere: .normal
      }
    // Chromium has these rules for Chinese, and for the other two where `line-break` asks for them.
    isEastAsian =
      switch style.lineBreak {
      case .auto, .anywhere: language == "zh"
      case .normal, .loose: ["zh", "ja", "ko"].contains(language)
      case .strict: false
      }
    words = BreakIterators.lines(locale: style.lang.isEmpty ? "en-US" : style.lang)
  }

  /// Sets `boundaries[n]` if a line may break before the n-th unit of a range, and whether it may at its end.
  ///
  /// The range's first character is the start of the text.
  func mark(
    _ boundaries: inout ContiguousArray<Bool>, in units: ContiguousArray<UInt16>,
    _ range: Range<Int>
  ) {
    let text = LineBreakText(units, range, self)
    for place in text.characters.indices.dropFirst() where text.allowsBreak(before: place) {
      boundaries[Int(text.characters[place].offset)] = true
    }
    boundaries[range.count] = true
    text.forEachComplexRun { run in
      words.forEachBoundary(
        of: units, in: range.lowerBound + run.lowerBound..<range.lowerBound + run.upperBound
      ) {
        if $0 < run.count { boundaries[run.lowerBound + $0] = true }
        return true
      }
    }
  }

  /// Returns the class of a character, resolved by rule LB1 and the tailorings.
  fileprivate func lineBreakClass(_ character: Int32) -> LineBreakClass {
    let given = LineBreakClass.untailored(character)
    switch given {
    case .complexContext: return .alphabetic
    case .conditionalJapaneseStarter: return strictness == .strict ? .nonstarter : .ideographic
    case .unambiguousHyphen where isLoose: return .looseHyphen
    case .quotation where isEastAsian:
      return character == 0x201C
        ? .openPunctuation : character == 0x201D ? .closePunctuation : .quotation
    case .nonstarter: return isNonstarter(character) ? .nonstarter : .unknown
    case .exclamation where isLoose:
      return character == 0xFF01 || character == 0xFF1F ? .unknown : .exclamation
    case .prefixNumeric where isLoose && LineBreakClass.loosePrefixes.contains(character):
      return .loosePrefix
    case .postfixNumeric where isLoose && LineBreakClass.loosePostfixes.contains(character):
      return .loosePostfix
    default: return given
    }
  }

  /// Whether CSS's loosest rules for Chinese, Japanese and Korean hold.
  private var isLoose: Bool { strictness == .loose && isEastAsian }

  /// Returns whether no line begins with a character of the class NS.
  private func isNonstarter(_ character: Int32) -> Bool {
    switch character {
    case 0x301C, 0x30A0: !isEastAsian
    case 0x3005, 0x303B, 0x309D, 0x309E, 0x30FD, 0x30FE: strictness != .loose
    case 0x203C, 0x2047, 0x2048, 0x2049, 0x30FB, 0xFF1A, 0xFF1B, 0xFF65: !isLoose
    default: true
    }
  }
}

/// The classes of UAX #14, by the numbers that ICU gives them.
enum LineBreakClass: UInt8 {
  case unknown = 0, ambiguous, alphabetic, breakBoth, breakAfter, breakBefore, mandatory
  case contingent, closePunctuation, combiningMark, carriageReturn, exclamation, glue, hyphen
  case ideographic, inseparable, infixNumeric, lineFeed, nonstarter, numeric, openPunctuation
  case postfixNumeric, prefixNumeric, quotation, complexContext, surrogate, space, breakSymbols
  case zeroWidthSpace, nextLine, wordJoiner, h2, h3, jl, jt, jv, closeParenthesis
  case conditionalJapaneseStarter, hebrewLetter, regionalIndicator, emojiBase, emojiModifier
  case zeroWidthJoiner, aksara, aksaraPrebase, aksaraStart, viramaFinal, virama
  case unambiguousHyphen
  /// Hyphens before which lines may break between ideographs in loose Chinese and Japanese.
  case looseHyphen
  /// Prefixes and postfixes of numbers that ideographs do not join in loose Chinese and Japanese.
  case loosePrefix, loosePostfix

  /// The characters of the class HH, which is new in Unicode 17.
  static let unambiguousHyphens: Set<Int32> = [
    0x058A, 0x05BE, 0x1400, 0x2010, 0x2012, 0x2013, 0x2E17, 0x2E40, 0x2E5D, 0x10D6E, 0x10EAD,
  ]

  static let loosePrefixes: Set<Int32> = [
    0xA4, 0xB1, 0x20AC, 0x2116, 0xFE69, 0xFF04, 0xFFE1, 0xFFE5, 0xFFE6,
  ]
  static let loosePostfixes: Set<Int32> = [
    0xB0, 0x2030, 0x2032, 0x2033, 0x2035, 0x2103, 0x2109, 0xFE6A, 0xFF05, 0xFFE0,
  ]

  /// Returns the class of a character before CSS tailors it: Unicode 17's, resolved by rule LB1, but for the starters
  /// and the letters with dictionaries, which have classes of their own.
  ///
  /// The page's engine has a table of these classes.
  static func untailored(_ character: Int32) -> LineBreakClass {
    character < 0x10000 ? basic[Int(character)] : found(character)
  }

  /// The classes of the Basic Multilingual Plane; finding them takes some milliseconds.
  private static let basic = ContiguousArray((Int32(0)..<0x10000).map(found))

  private static func found(_ character: Int32) -> LineBreakClass {
    if let newer = NewerLineBreakClasses.lineBreakClass(character) { return newer }
    if unambiguousHyphens.contains(character) { return .unambiguousHyphen }
    let given = LineBreakClass(
      rawValue: UInt8(truncatingIfNeeded: CharacterProperties.lineBreakClass(character)))
    switch given ?? .unknown {
    case .ambiguous, .surrogate, .unknown: return .alphabetic
    case .complexContext:
      let isMark = CharacterProperties.category(character) & CharacterProperties.complexMarks != 0
      return isMark ? .combiningMark : .complexContext
    case let known: return known
    }
  }

  /// Returns whether a combining mark is before an offset.
  static func isMark(_ units: ContiguousArray<UInt16>, before offset: Int) -> Bool {
    let code =
      Unit.isTrail(units[offset - 1]) && offset > 1
      ? Unit.pair(units[offset - 2], units[offset - 1]) : Int32(units[offset - 1])
    return CharacterProperties.lineBreakClass(code) == Int32(combiningMark.rawValue)
  }

  /// Returns whether the class is among some classes.
  func isIn(_ classes: LineBreakClasses) -> Bool { classes.bits >> UInt64(rawValue) & 1 == 1 }
}

/// A set of classes.
struct LineBreakClasses: ExpressibleByArrayLiteral {
  let bits: UInt64

  init(arrayLiteral classes: LineBreakClass...) {
    bits = classes.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
  }

  static let hardBreaks: Self = [.mandatory, .carriageReturn, .lineFeed, .nextLine]
  static let letters: Self = [.alphabetic, .hebrewLetter]
  static let hyphens: Self = [.hyphen, .unambiguousHyphen, .looseHyphen]
  static let closers: Self = [.closePunctuation, .closeParenthesis, .exclamation, .breakSymbols]
  static let afterHyphens: Self = [
    .space, .breakAfter, .hyphen, .unambiguousHyphen, .looseHyphen,
  ]
  static let beforeInitialQuotes: Self = [
    .mandatory, .carriageReturn, .lineFeed, .nextLine, .openPunctuation, .quotation, .glue, .space,
    .zeroWidthSpace,
  ]
  static let afterFinalQuotes: Self = [
    .space, .glue, .wordJoiner, .closePunctuation, .quotation, .closeParenthesis, .exclamation,
    .infixNumeric, .breakSymbols, .mandatory, .carriageReturn, .lineFeed, .nextLine,
    .zeroWidthSpace,
  ]
  static let beforeWordInitialHyphens: Self = [
    .mandatory, .carriageReturn, .lineFeed, .nextLine, .space, .zeroWidthSpace, .contingent, .glue,
  ]
  static let pictures: Self = [.ideographic, .emojiBase, .emojiModifier]
  /// What letters join, and what begins or ends a number.
  static let currencies: Self = [.prefixNumeric, .postfixNumeric, .loosePostfix]
  static let afterNumbers: Self = [.prefixNumeric, .postfixNumeric, .loosePrefix]
  static let beforeNumbers: Self = [
    .prefixNumeric, .postfixNumeric, .loosePostfix, .hyphen, .infixNumeric, .numeric,
  ]
  static let hangul: Self = [.jl, .jv, .jt, .h2, .h3]
  static let aksaras: Self = [.aksara, .aksaraStart]
  /// The classes that no combining mark joins (LB9).
  static let markless: Self = [
    .mandatory, .carriageReturn, .lineFeed, .nextLine, .space, .zeroWidthSpace,
  ]
}

/// The characters of a text with their classes; combining marks belong to what is before them.
private struct LineBreakText {
  struct Character {
    var offset: Int32
    var code: Int32
    var kind: LineBreakClass
    var endsWithJoiner = false
    var isComplex = false
  }

  private(set) var characters: ContiguousArray<Character> = []
  private let strictness: LineBreakRules.Strictness
  private let length: Int

  init(_ units: ContiguousArray<UInt16>, _ range: Range<Int>, _ rules: LineBreakRules) {
    length = range.count
    strictness = rules.strictness
    characters.reserveCapacity(range.count)
    var offset = range.lowerBound
    while offset < range.upperBound {
      let (code, count) = units.codePoint(at: offset)
      let kind = rules.lineBreakClass(code)
      let isMark = kind == .combiningMark || kind == .zeroWidthJoiner
      if isMark, let last = characters.last, !last.kind.isIn(.markless) {
        characters[characters.count - 1].endsWithJoiner = kind == .zeroWidthJoiner
      } else {
        characters.append(
          Character(
            offset: Int32(offset - range.lowerBound), code: code, kind: isMark ? .alphabetic : kind,
            endsWithJoiner: kind == .zeroWidthJoiner,
            isComplex: kind == .alphabetic && code >= 0xE00
              && CharacterProperties.hasComplexContext(code)))
      }
      offset += count
    }
  }

  /// Calls `body` with each range of units whose words dictionaries find.
  func forEachComplexRun(_ body: (Range<Int>) -> Void) {
    var start: Int?
    for place in characters.indices {
      if characters[place].isComplex {
        start = start ?? Int(characters[place].offset)
      } else if let begun = start {
        body(begun..<Int(characters[place].offset))
        start = nil
      }
    }
    if let start { body(start..<length) }
  }

  private func kind(_ place: Int) -> LineBreakClass? {
    characters.indices.contains(place) ? characters[place].kind : nil
  }

  /// Returns whether a line may break before a character; the comments name the rules of UAX #14.
  func allowsBreak(before place: Int) -> Bool {
    let last = characters[place - 1]
    let next = characters[place].kind
    let previous = last.kind
    // Most pairs: two letters (LB28), two ideographs (LB31).
    if previous == next, !last.endsWithJoiner {
      if previous == .ideographic { return true }
      if previous == .alphabetic { return false }
    }
    // LB4 to LB7.
    if previous.isIn(.hardBreaks) { return !(previous == .carriageReturn && next == .lineFeed) }
    if next.isIn(.hardBreaks) || next == .space || next == .zeroWidthSpace { return false }
    // LB8: a space keeps the opportunity of a zero width space before it.
    var base = place - 1
    while base >= 0, characters[base].kind == .space { base -= 1 }
    let beforeSpaces = kind(base)
    if beforeSpaces == .zeroWidthSpace { return true }
    // LB8a, LB11, LB12, LB12a, LB13.
    if last.endsWithJoiner || next == .wordJoiner || previous == .wordJoiner || previous == .glue {
      return false
    }
    if next == .glue, !previous.isIn(.afterHyphens) { return false }
    if next.isIn(.closers) || beforeSpaces == .openPunctuation { return false }
    if let verdict = verdictOnQuotesAfterSpaces(place, base, next) { return verdict }
    // LB16, LB17, LB18.
    if next == .nonstarter, beforeSpaces == .closePunctuation || beforeSpaces == .closeParenthesis {
      return false
    }
    if next == .breakBoth, beforeSpaces == .breakBoth { return false }
    if previous == .space { return true }
    if joinsQuotes(place, previous, next) { return false }
    // LB20.
    if next == .contingent || previous == .contingent { return true }
    return !joins(place, previous, next)
  }

  /// Returns what rules LB15a to LB15d say; nil if they say nothing.
  private func verdictOnQuotesAfterSpaces(
    _ place: Int, _ base: Int, _ next: LineBreakClass
  ) -> Bool? {
    if base >= 0, characters[base].kind == .quotation, isInitial(base),
      kind(base - 1)?.isIn(.beforeInitialQuotes) ?? true
    {
      return false
    }
    if next == .quotation, isFinal(place), kind(place + 1)?.isIn(.afterFinalQuotes) ?? true {
      return false
    }
    guard next == .infixNumeric else { return nil }
    return characters[place - 1].kind == .space && kind(place + 1) == .numeric
  }

  /// Rules LB19 and LB19a.
  private func joinsQuotes(
    _ place: Int, _ previous: LineBreakClass, _ next: LineBreakClass
  ) -> Bool {
    if next == .quotation,
      !isInitial(place) || !isEastAsian(place - 1) || !isEastAsian(place + 1)
    {
      return true
    }
    return previous == .quotation
      && (!isFinal(place - 1) || !isEastAsian(place) || !isEastAsian(place - 2))
  }

  /// Rules LB20a to LB30b.
  private func joins(_ place: Int, _ previous: LineBreakClass, _ next: LineBreakClass) -> Bool {
    let before = kind(place - 2)
    // LB20a, LB21, LB21a, LB21b, LB22.
    if previous.isIn(.hyphens), next.isIn(.letters), before?.isIn(.beforeWordInitialHyphens) ?? true
    {
      return true
    }
    if next.isIn([.breakAfter, .unambiguousHyphen, .hyphen, .nonstarter])
      || previous == .breakBefore
    {
      return true
    }
    if next == .looseHyphen, previous != .ideographic { return true }
    if before == .hebrewLetter, previous.isIn(.hyphens), next != .hebrewLetter { return true }
    if previous == .breakSymbols, next == .hebrewLetter || next == .inseparable { return true }
    if next == .inseparable, strictness != .loose || previous != .inseparable { return true }
    // LB23 to LB24.
    if previous.isIn(.letters), next == .numeric { return true }
    if previous == .numeric, next.isIn(.letters) { return true }
    if previous == .prefixNumeric, next.isIn(.pictures) { return true }
    if previous.isIn(.pictures), next == .postfixNumeric { return true }
    if previous.isIn(.currencies), next.isIn(.letters) { return true }
    if previous.isIn(.letters), next.isIn(.currencies) { return true }
    return joinsNumber(place, previous, next) || joinsLetters(place, previous, next)
  }

  /// Rule LB25.
  private func joinsNumber(
    _ place: Int, _ previous: LineBreakClass, _ next: LineBreakClass
  ) -> Bool {
    if next == .numeric {
      if previous.isIn(.beforeNumbers) {
        return true
      }
      return previous == .breakSymbols && endsNumber(place - 1)
    }
    if next.isIn(.afterNumbers) {
      let isClosed = previous == .closePunctuation || previous == .closeParenthesis
      return endsNumber(isClosed ? place - 2 : place - 1)
    }
    guard previous.isIn(.currencies), next == .openPunctuation else { return false }
    let follower = kind(place + 1)
    return follower == .numeric || follower == .infixNumeric && kind(place + 2) == .numeric
  }

  /// Returns whether a number, with marks inside it, ends with a character.
  private func endsNumber(_ place: Int) -> Bool {
    var place = place
    while let kind = kind(place), kind == .breakSymbols || kind == .infixNumeric { place -= 1 }
    return kind(place) == .numeric
  }

  /// Rules LB26 to LB30b.
  private func joinsLetters(
    _ place: Int, _ previous: LineBreakClass, _ next: LineBreakClass
  ) -> Bool {
    switch previous {
    case .jl where next.isIn([.jl, .jv, .h2, .h3]): return true
    case .jv where next.isIn([.jv, .jt]), .h2 where next.isIn([.jv, .jt]): return true
    case .jt where next == .jt, .h3 where next == .jt: return true
    case .prefixNumeric where next.isIn(.hangul): return true
    case .infixNumeric where next.isIn(.letters): return true
    case .emojiBase where next == .emojiModifier: return true
    case .regionalIndicator where next == .regionalIndicator:
      var start = place - 1
      while kind(start - 1) == .regionalIndicator { start -= 1 }
      return (place - start) % 2 == 1
    default: break
    }
    if previous.isIn(.hangul), next == .postfixNumeric { return true }
    if previous.isIn(.letters), next.isIn(.letters) { return true }
    if next == .openPunctuation, previous == .numeric || previous.isIn(.letters),
      !isEastAsian(place)
    {
      return true
    }
    if previous == .closeParenthesis, next == .numeric || next.isIn(.letters),
      !isEastAsian(place - 1)
    {
      return true
    }
    if next == .emojiModifier, CharacterProperties.isUnassignedPicture(characters[place - 1].code) {
      return true
    }
    return joinsAksaras(place)
  }

  /// Rule LB28a, for the scripts of Bali, Java and their neighbours.
  private func joinsAksaras(_ place: Int) -> Bool {
    let next = characters[place].kind
    if kind(place - 1) == .aksaraPrebase, isAksara(place) { return true }
    guard isAksara(place - 1) || kind(place - 1) == .virama else { return false }
    if isAksara(place - 1) {
      if next == .virama || next == .viramaFinal { return true }
      return isAksara(place) && kind(place + 1) == .viramaFinal
    }
    return isAksara(place - 2) && (next == .aksara || isDottedCircle(place))
  }

  private func isAksara(_ place: Int) -> Bool {
    kind(place)?.isIn(.aksaras) ?? false || isDottedCircle(place)
  }

  private func isDottedCircle(_ place: Int) -> Bool {
    characters.indices.contains(place) && characters[place].code == 0x25CC
  }

  private func isInitial(_ place: Int) -> Bool {
    CharacterProperties.category(characters[place].code) == CharacterProperties.initialQuotes
  }

  private func isFinal(_ place: Int) -> Bool {
    CharacterProperties.category(characters[place].code) == CharacterProperties.finalQuotes
  }

  /// Returns whether a character is wide, or half of that; false at both ends of the text.
  private func isEastAsian(_ place: Int) -> Bool {
    characters.indices.contains(place)
      && CharacterProperties.isEastAsian(characters[place].code)
  }
}
