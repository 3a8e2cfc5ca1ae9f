import CHarfBuzz
import CICU

/// The scripts whose letters may take another form beside other letters, in another run too.
enum JoiningScripts {
  private typealias Script = ScriptRuns.Script

  /// Returns whether letters of a script, by ICU's number, may join.
  static func mayContain(_ script: Int32) -> Bool {
    switch script {
    case Script.common, Script.latin, Script.greek, Script.cyrillic, Script.han, Script.hiragana,
      Script.bopomofo, Script.hangul:
      false
    default: true
    }
  }
}

/// The scripts whose letters are joined, so that letter spacing would tear them apart.
enum CursiveScripts {
  private static let scripts: Set<Int32> = [2, 27, 34, 75, 84, 87, 90, 182]

  /// Returns whether a script, by ICU's number, is cursive.
  static func contains(_ script: Int32) -> Bool { scripts.contains(script) }
}

/// HarfBuzz's numbers of scripts.
enum ScriptNames {
  private static let scripts: [hb_script_t] = (0..<256).map { script in
    guard let name = unsafe tatami_uscript_short_name(Int32(script)) else {
      return HB_SCRIPT_INVALID
    }
    return unsafe hb_script_from_string(name, -1)
  }

  /// Returns HarfBuzz's script of ICU's number.
  static func script(_ number: Int32) -> hb_script_t {
    scripts.indices.contains(Int(number)) ? scripts[Int(number)] : HB_SCRIPT_INVALID
  }
}
