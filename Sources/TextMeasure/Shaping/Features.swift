import CHarfBuzz

/// Features of OpenType.
enum Features {
  /// Returns the features of a style (TextRules T15).
  static func features(letterSpacing: Int32) -> [hb_feature_t] {
    let off = letterSpacing == 0 ? [] : ["liga", "clig", "calt"]
    return off.map { feature($0, 0) } + [feature("chws", 1)]
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
