import CICU

/// Which characters have space between them, like `text-autospace: normal` (TextRules T33).
enum Autospace {
  /// What a character is.
  enum Kind {
    /// Punctuation, spaces and everything else that has no space added.
    case other
    /// Han, Kana and what belongs to them.
    case ideograph
    /// A letter or digit of another script.
    case letter
    /// A mark, which belongs to the character before it.
    case mark
  }

  /// Returns whether there is space between two characters.
  static func isSpaced(_ one: Kind, _ other: Kind) -> Bool {
    one == .ideograph && other == .letter || one == .letter && other == .ideograph
  }

  /// Returns what a character is.
  static func kind(of character: Int32) -> Kind {
    let category = CharacterProperties.category(character)
    if category & CharacterProperties.marks != 0 { return .mark }
    let isIdeograph =
      (0x3041...0x30FF).contains(character) || (0x31C0...0x31FF).contains(character)
      || tatami_uscript_script(character) == ScriptRuns.Script.han
    if isIdeograph { return category & CharacterProperties.punctuation == 0 ? .ideograph : .other }
    guard category & (CharacterProperties.letters | CharacterProperties.digits) != 0 else {
      return .other
    }
    // Full-width letters are set like ideographs already.
    return [3, 5].contains(tatami_u_east_asian_width(character)) ? .other : .letter
  }
}
