/// The opportunities that `word-break: break-all` adds between classes of UAX #14 (TextRules T8).
enum BreakAllClasses {
  /// ICU's numbers of the classes.
  private enum Class {
    static let ai = 1
    static let al = 2
    static let ba = 4
    static let cl = 8
    static let ex = 11
    static let hy = 13
    static let isClass = 16
    static let nu = 19
    static let op = 20
    static let po = 21
    static let pr = 22
    static let sa = 24
    static let sy = 27
    static let cp = 36
    static let hl = 38
  }

  /// The class of combining marks, which a line never breaks before.
  static let combiningMark: Int32 = 9
  /// The class of letters.
  static let alphabetic: Int32 = 2

  /// Returns whether `break-all` lets a line break between characters of these classes.
  static func allowsBreak(between left: Int32, and right: Int32) -> Bool {
    guard (0..<64).contains(left), (0..<64).contains(right) else { return false }
    return followers[Int(left)] >> UInt64(right) & 1 == 1
  }

  private static let followers: [UInt64] = {
    let common = bits(Class.ai, Class.al, Class.hy, Class.nu, Class.hl)
    let word = common | bits(Class.op, Class.pr, Class.sa)
    var rows = [UInt64](repeating: 0, count: 64)
    for left in [Class.ai, Class.al, Class.ba, Class.nu, Class.sa, Class.sy, Class.hl] {
      rows[left] = word
    }
    rows[Class.cl] = common | bits(Class.pr)
    rows[Class.cp] = common | bits(Class.pr, Class.sa)
    rows[Class.ex] = common | bits(Class.po, Class.pr)
    rows[Class.po] = common | bits(Class.po, Class.pr)
    rows[Class.isClass] = common
    rows[Class.hy] = bits(Class.nu)
    rows[Class.pr] = bits(Class.po)
    return rows
  }()

  private static func bits(_ classes: Int...) -> UInt64 {
    classes.reduce(0) { $0 | 1 << UInt64($1) }
  }
}
