import CICU

/// A part of a text that is shaped as one script.
struct ScriptRun {
  var end: Int
  /// ICU's number of the script.
  var script: Int32
  /// Whether colour fonts come first, because the characters ask for emoji presentation.
  var isEmoji = false
}

/// Splits a text into runs of one script (TextRules T10).
///
/// Each character has a set of scripts. A run goes on while the sets have a script in common; common and
/// inherited characters join any run. A closing bracket takes the script of its opening bracket.
struct ScriptRuns {
  /// ICU's numbers of scripts.
  enum Script {
    static let common: Int32 = 0
    static let inherited: Int32 = 1
    static let bopomofo: Int32 = 5
    static let cyrillic: Int32 = 8
    static let greek: Int32 = 14
    static let han: Int32 = 17
    static let hangul: Int32 = 18
    static let hiragana: Int32 = 20
    static let katakana: Int32 = 22
    static let latin: Int32 = 25
    static let katakanaOrHiragana: Int32 = 54
  }

  private struct Bracket {
    var codePoint: Int32
    var script: Int32
  }

  private static let maximumBracketCount = 32

  private var brackets: [Bracket] = []
  /// How many of the last brackets were opened in the current run, whose script is not known yet.
  private var unresolvedCount = 0
  private var current: [Int32] = [Script.common]
  private var preferredForCommon = Script.common

  /// Returns the runs of a text; one run if the text has only characters ≤ U+00FF.
  static func runs(of units: ContiguousArray<UInt16>) -> ContiguousArray<ScriptRun> {
    if units.allSatisfy({ $0 <= Latin1LineBreaks.last }) {
      return [ScriptRun(end: units.count, script: Script.latin)]
    }
    var splitter = ScriptRuns()
    var runs = splitter.split(units)
    if units.contains(Unit.emojiPresentation) { markEmoji(&runs, units) }
    return runs
  }

  private mutating func split(
    _ units: ContiguousArray<UInt16>
  ) -> ContiguousArray<ScriptRun> {
    var runs = ContiguousArray<ScriptRun>()
    var offset = 0
    var lastSet = -1
    while offset < units.count {
      let (codePoint, length) = units.codePoint(at: offset)
      defer { offset += length }
      let set = ScriptSets.shared.set(of: codePoint)
      let bracket = ScriptSets.shared.bracket(of: codePoint)
      let nextSet =
        offset + length < units.count
        ? ScriptSets.shared.set(of: units.codePoint(at: offset + length).value) : 0
      // Merging a set twice changes nothing.
      if set == lastSet, bracket == .none, !ScriptSets.shared.givesScripts(nextSet) { continue }
      lastSet = bracket == .none ? set : -1
      var next = ScriptSets.shared.scripts(set)
      // A mark with scripts of its own gives them to a common character before it, and has none itself.
      if ScriptSets.shared.givesScripts(set) { next = [Script.inherited] }
      if ScriptSets.shared.givesScripts(nextSet), next[0] == Script.common {
        next = Array(ScriptSets.shared.scripts(nextSet).dropFirst())
        lastSet = -1
      }
      switch bracket {
      case .open: open(codePoint, &next)
      case .close: close(codePoint, &next)
      case .none: break
      }
      if !merge(next) {
        runs.append(ScriptRun(end: offset, script: resolved))
        resolveBrackets(exceptLast: bracket == .open)
        current = next
      }
    }
    runs.append(ScriptRun(end: units.count, script: resolved))
    return runs
  }

  private var resolved: Int32 {
    current[0] == Script.common ? preferredForCommon : current[0]
  }

  private mutating func open(_ codePoint: Int32, _ next: inout [Int32]) {
    if brackets.count == Self.maximumBracketCount {
      brackets.removeFirst()
      unresolvedCount = min(unresolvedCount, brackets.count)
    }
    let width = tatami_u_east_asian_width(codePoint)
    // Half width, full width and wide brackets belong to the Han scripts.
    if next == [Script.common], width == 2 || width == 3 || width == 5 {
      next = ScriptSets.extensions(of: 0x300C)
    }
    brackets.append(Bracket(codePoint: codePoint, script: Script.common))
    unresolvedCount += 1
  }

  private mutating func close(_ codePoint: Int32, _ next: inout [Int32]) {
    let opening = tatami_u_paired_bracket(codePoint)
    guard let index = brackets.lastIndex(where: { $0.codePoint == opening }) else { return }
    var script = brackets[index].script
    if Self.isHan(script), let other = current.first(where: Self.isHan) { script = other }
    if script != Script.common { next = [script] }
    let poppedCount = brackets.count - 1 - index
    brackets.removeLast(poppedCount)
    unresolvedCount = max(0, unresolvedCount - poppedCount)
  }

  /// Keeps the scripts that both sets have; returns false if they have none in common.
  private mutating func merge(_ next: [Int32]) -> Bool {
    if next[0] <= Script.inherited {
      if next.count == 2, current[0] <= Script.inherited, preferredForCommon == Script.common {
        preferredForCommon = next[1]
      }
      return true
    }
    if current[0] <= Script.inherited {
      current = next
      return true
    }
    if next.contains(current[0]) {
      guard current.count > 1 else { return true }
      let rest = current.dropFirst().filter(next.contains)
      current = [current[0]] + rest
      return true
    }
    let common = current.dropFirst().filter(next.contains)
    guard let first = next.first(where: common.contains) else { return false }
    current = [first] + common.filter { $0 != first }
    return true
  }

  private mutating func resolveBrackets(exceptLast: Bool) {
    let end = brackets.count - (exceptLast ? 1 : 0)
    let start = max(0, brackets.count - unresolvedCount)
    for index in start..<max(start, end) { brackets[index].script = resolved }
    unresolvedCount = exceptLast ? 1 : 0
  }

  private static func isHan(_ script: Int32) -> Bool {
    script == Script.han || script == Script.hiragana || script == Script.bopomofo
  }

  /// Cuts the runs so that clusters with U+FE0F are runs of their own.
  private static func markEmoji(
    _ runs: inout ContiguousArray<ScriptRun>, _ units: ContiguousArray<UInt16>
  ) {
    var starts = ContiguousArray<UInt8>(repeating: 0, count: units.count)
    Graphemes.mark(&starts, 1, in: units, 0..<units.count)
    var isEmoji = [Bool](repeating: false, count: units.count)
    var start = 0
    for end in 1...units.count where end == units.count || starts[end] != 0 {
      if units[start..<end].contains(Unit.emojiPresentation) {
        for offset in start..<end { isEmoji[offset] = true }
      }
      start = end
    }
    var result = ContiguousArray<ScriptRun>()
    start = 0
    for run in runs {
      while start < run.end {
        var end = start + 1
        while end < run.end, isEmoji[end] == isEmoji[start] { end += 1 }
        result.append(ScriptRun(end: end, script: run.script, isEmoji: isEmoji[start]))
        start = end
      }
    }
    runs = result
  }
}
