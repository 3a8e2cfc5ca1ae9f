import CHarfBuzz

/// Features of OpenType.
enum Features {
  /// Returns the features of a style (TextRules T15, T33): a later one replaces an earlier one.
  static func features(_ style: TextStyle) -> [hb_feature_t] {
    var features: [hb_feature_t] = []
    func add(_ value: UInt32, _ tags: String...) { features += tags.map { feature($0, value) } }
    if style.fontKerning == .none { add(0, "kern") }
    let ligatures = style.fontVariantLigatures
    let isSpaced = Int32(style.letterSpacing * 65536) != 0
    func isOff(_ off: TextStyle.FontVariantLigatures, unless on: TextStyle.FontVariantLigatures)
      -> Bool
    { ligatures.contains(off) || ligatures.contains(.none) || isSpaced && !ligatures.contains(on) }
    if isOff(.noCommonLigatures, unless: .commonLigatures) { add(0, "liga", "clig") }
    if isOff(.noContextual, unless: .contextual) { add(0, "calt") }
    if ligatures.contains(.discretionaryLigatures) { add(1, "dlig") }
    if ligatures.contains(.historicalLigatures) { add(1, "hlig") }
    switch style.fontVariantCaps {
    case .normal: break
    case .smallCaps: add(1, "smcp")
    case .allSmallCaps: add(1, "c2sc", "smcp")
    case .petiteCaps: add(1, "pcap")
    case .allPetiteCaps: add(1, "c2pc", "pcap")
    case .unicase: add(1, "unic")
    case .titlingCaps: add(1, "titl")
    }
    for form in style.fontVariantNumeric { add(1, tag(of: form)) }
    if trimsByContext(style) { add(1, "chws") }
    for setting in style.fontFeatureSettings {
      add(UInt32(max(0, min(setting.value, 65_535))), setting.tag)
    }
    return features
  }

  /// Returns whether the font may trim full-width punctuation by itself: not if the style sets it narrower.
  private static func trimsByContext(_ style: TextStyle) -> Bool {
    style.textSpacingTrim != .spaceAll && !setsNarrower(style)
  }

  /// Returns whether a feature of the style sets full-width characters narrower, so that nothing else trims them.
  static func setsNarrower(_ style: TextStyle) -> Bool {
    style.fontFeatureSettings.contains { ["halt", "palt"].contains($0.tag) && $0.value != 0 }
  }

  /// Returns the tags of the features that a style turns on.
  static func tagsTurnedOn(by features: [hb_feature_t]) -> [hb_tag_t] {
    features.filter { $0.value != 0 }.map(\.tag)
  }

  private static func tag(of form: TextStyle.FontVariantNumeric) -> String {
    switch form {
    case .liningNums: "lnum"
    case .oldstyleNums: "onum"
    case .proportionalNums: "pnum"
    case .tabularNums: "tnum"
    case .diagonalFractions: "frac"
    case .stackedFractions: "afrc"
    case .ordinal: "ordn"
    case .slashedZero: "zero"
    }
  }

  /// Returns the feature that trims the character at an offset.
  static func halfWidth(_ offset: Int) -> hb_feature_t {
    hb_feature_t(
      tag: FontTag.tag("halt"), value: 1, start: UInt32(offset), end: UInt32(offset + 1))
  }

  private static func feature(_ name: String, _ value: UInt32) -> hb_feature_t {
    hb_feature_t(tag: FontTag.tag(name), value: value, start: 0, end: UInt32.max)
  }
}
