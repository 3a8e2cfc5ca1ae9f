import CICU

/// The scripts that each character of the Basic Multilingual Plane is used with, from ICU, read once.
final class ScriptSets: Sendable {
  /// Whether a character opens or closes a pair of brackets.
  enum Bracket { case none, open, close }

  /// The sets of all characters; reading them takes a few milliseconds.
  static let shared = ScriptSets()

  private typealias Script = ScriptRuns.Script

  /// The distinct sets, the most likely script of each first.
  private let sets: [[Int32]]
  /// The number of each character's set; the two highest bits tell what kind of bracket it is.
  private let numbers: ContiguousArray<UInt16>

  private static let openBit: UInt16 = 0x8000
  private static let closeBit: UInt16 = 0x4000

  private init() {
    var sets: [[Int32]] = []
    var indices: [[Int32]: UInt16] = [:]
    var numbers = ContiguousArray<UInt16>(repeating: 0, count: 0x10000)
    var last: UInt16 = 0
    for codePoint in Int32(0)..<0x10000 {
      if Self.isLikeItsPredecessor(codePoint) {
        numbers[Int(codePoint)] = last
        continue
      }
      let set = Self.scripts(of: codePoint)
      var number = indices[set] ?? UInt16(sets.count)
      if Int(number) == sets.count {
        indices[set] = number
        sets.append(set)
      }
      switch tatami_u_paired_bracket_type(codePoint) {
      case 1: number |= Self.openBit
      case 2: number |= Self.closeBit
      default: break
      }
      numbers[Int(codePoint)] = number
      last = number
    }
    self.sets = sets
    self.numbers = numbers
  }

  /// Returns the number of a character's set; a supplementary character is a set of its own.
  func set(of codePoint: Int32) -> Int {
    codePoint < 0x10000 ? Int(numbers[Int(codePoint)] & 0x3FFF) : Int(codePoint)
  }

  /// Returns the scripts of a set.
  func scripts(_ set: Int) -> [Int32] {
    set < sets.count ? sets[set] : Self.scripts(of: Int32(set))
  }

  /// Returns whether a set is that of a mark which has scripts of its own.
  func givesScripts(_ set: Int) -> Bool {
    guard set < sets.count else { return false }
    return sets[set].count > 1 && sets[set][0] == Script.inherited
  }

  /// Returns whether a character is a paired bracket.
  func bracket(of codePoint: Int32) -> Bracket {
    guard codePoint < 0x10000 else { return .none }
    let number = numbers[Int(codePoint)]
    if number & Self.openBit != 0 { return .open }
    return number & Self.closeBit != 0 ? .close : .none
  }

  /// Whether a character has the same scripts as the one before it.
  ///
  /// This covers the insides of the blocks of Han, Hangul and private characters, most of the plane.
  private static func isLikeItsPredecessor(_ codePoint: Int32) -> Bool {
    (0x3401..<0x4DC0).contains(codePoint) || (0x4E01..<0x9FFD).contains(codePoint)
      || (0xAC01..<0xD7A4).contains(codePoint) || (0xD801..<0xF900).contains(codePoint)
  }

  /// Returns the script extensions of a character.
  static func extensions(of codePoint: Int32) -> [Int32] {
    unsafe [Int32](unsafeUninitializedCapacity: 32) { buffer, count in
      count = unsafe Int(tatami_uscript_extensions(codePoint, buffer.baseAddress, 32))
    }
  }

  /// Returns the scripts of a character, the most likely one first.
  private static func scripts(of codePoint: Int32) -> [Int32] {
    var scripts = extensions(of: codePoint)
    var primary = tatami_uscript_script(codePoint)
    if primary == Script.katakana || primary == Script.katakanaOrHiragana {
      primary = Script.hiragana
    }
    guard let first = scripts.first else { return [primary] }
    if primary == first { return scripts }
    if primary != Script.inherited, primary != Script.common {
      if let index = scripts.firstIndex(of: primary) {
        scripts.swapAt(0, index)
      } else {
        scripts.append(primary)
        scripts.swapAt(0, scripts.count - 1)
      }
      return scripts
    }
    if primary == Script.common, scripts.count == 1 { return [primary, first] }
    // Oldest script first, Latin last; an inherited character keeps that at its head.
    let sorted = scripts.sorted {
      ($0 == Script.latin ? 1 : 0, $0) < ($1 == Script.latin ? 1 : 0, $1)
    }
    return primary == Script.common ? sorted : [primary] + sorted
  }
}
