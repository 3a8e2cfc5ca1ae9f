import CHarfBuzz
import CICU

/// Trims the blank half of full-width punctuation, like `text-spacing-trim: normal` (TextRules T17).
enum HanKerning {
  /// The kinds of punctuation, by where a glyph's ink is.
  enum Kind {
    case other, open, close, middle, openNarrow, closeNarrow
    /// Full stops, colons and quotes differ by font and language.
    case dot, colon, semicolon, openQuote, closeQuote
  }

  /// How a font sets its punctuation in a language.
  struct Metrics {
    /// Whether the font can trim at all: it has `halt`, and a glyph for each kind.
    private(set) var canTrim = false
    /// Whether the font's `chws` trims inside a run by itself.
    private(set) var trimsByContext = false
    private var dot = Kind.other
    private var colon = Kind.other
    private var semicolon = Kind.other
    private var hasWideQuotes = false

    private static let samples: ContiguousArray<UInt16> = [
      0x3001, 0x3002, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0x201C, 0x2018, 0x201D, 0x2019,
    ]

    /// Measures the glyphs of a font.
    init(_ font: ScaledFont, _ language: FontLanguage) {
      guard unsafe Self.hasFeature(font.loaded.face, "halt") else { return }
      trimsByContext = unsafe Self.hasFeature(font.loaded.face, "chws")
      guard let kinds = Self.kinds(font, language) else { return }
      canTrim = true
      dot = Self.common(kinds[0..<4])
      colon = kinds[4].kind
      semicolon = kinds[5].kind
      hasWideQuotes = Self.common(kinds[6..<8]) == .open && Self.common(kinds[8..<10]) == .close
    }

    /// Returns the kind of a character in this font.
    func kind(of unit: UInt16) -> Kind {
      switch HanKerning.kind(of: unit) {
      case .dot: dot
      case .colon: colon
      case .semicolon: semicolon
      case .openQuote: hasWideQuotes ? .open : .openNarrow
      case .closeQuote: hasWideQuotes ? .close : .closeNarrow
      case let kind: kind
      }
    }

    private static func common(_ kinds: ArraySlice<(kind: Kind, advance: Int32)>) -> Kind {
      guard let first = kinds.first else { return .other }
      return kinds.allSatisfy { $0 == first } ? first.kind : .other
    }

    private static func hasFeature(_ face: OpaquePointer, _ name: String) -> Bool {
      let lookups = unsafe hb_set_create()
      defer { unsafe hb_set_destroy(lookups) }
      let tags = [FontTag.tag(name), 0]
      unsafe hb_ot_layout_collect_lookups(face, FontTag.tag("GPOS"), nil, nil, tags, lookups)
      unsafe hb_ot_layout_collect_lookups(face, FontTag.tag("GSUB"), nil, nil, tags, lookups)
      return unsafe hb_set_is_empty(lookups) == 0
    }

    /// Returns the kind of each sample by the box of its glyph; nil if a sample is not one glyph.
    private static func kinds(
      _ font: ScaledFont, _ language: FontLanguage
    ) -> [(kind: Kind, advance: Int32)]? {
      let buffer = unsafe hb_buffer_create()
      defer { unsafe hb_buffer_destroy(buffer) }
      unsafe hb_buffer_set_language(buffer, language.language)
      unsafe hb_buffer_set_script(buffer, language.hanScript)
      unsafe hb_buffer_set_direction(buffer, HB_DIRECTION_LTR)
      unsafe samples.withUnsafeBufferPointer {
        unsafe hb_buffer_add_utf16(
          buffer, $0.baseAddress, Int32($0.count), 0, Int32($0.count))
      }
      unsafe hb_shape(font.font, buffer, nil, 0)
      var count: UInt32 = 0
      let infos = unsafe hb_buffer_get_glyph_infos(buffer, &count)
      let positions = unsafe hb_buffer_get_glyph_positions(buffer, nil)
      guard Int(count) == samples.count, let infos = unsafe infos, let positions = unsafe positions
      else { return nil }
      var kinds: [(kind: Kind, advance: Int32)] = []
      for index in 0..<Int(count) {
        guard unsafe infos[index].cluster == UInt32(index) else { return nil }
        var box = hb_glyph_extents_t()
        let advance = unsafe positions[index].x_advance
        let glyph = unsafe infos[index].codepoint
        guard glyph != 0, unsafe hb_font_get_glyph_extents(font.font, glyph, &box) != 0 else {
          kinds.append((.other, advance))
          continue
        }
        let left = unsafe box.x_bearing + positions[index].x_offset
        kinds.append((kind(left: left, right: left + box.width, half: advance / 2), advance))
      }
      return kinds
    }

    private static func kind(left: Int32, right: Int32, half: Int32) -> Kind {
      if right <= half { return .close }
      if left >= half { return .open }
      if right - left <= half, left >= half / 2 { return .middle }
      return .other
    }
  }

  /// Returns whether a character may be trimmed at the end of a line.
  static func mayClose(_ unit: UInt16) -> Bool {
    guard mayTrim(unit) else { return false }
    let kind = kind(of: unit)
    return kind == .close || kind == .closeQuote
  }

  /// Returns whether a character is in the ranges of punctuation that may be trimmed.
  static func mayTrim(_ unit: UInt16) -> Bool {
    unit >= 0x2018
      && ((0x2018...0x201F).contains(unit) || (0x3000...0x30FF).contains(unit) || unit >= 0xFF00)
  }

  /// Returns whether a font may trim a character.
  static func isTrimmable(_ unit: UInt16) -> Bool { mayTrim(unit) && kind(of: unit) != .other }

  /// Returns the kind of a character, before a font is asked.
  private static func kind(of unit: UInt16) -> Kind {
    switch unit {
    case 0x2018, 0x201C: return .openQuote
    case 0x2019, 0x201D: return .closeQuote
    case 0x3001, 0x3002, 0xFF0C, 0xFF0E: return .dot
    case 0xFF1A: return .colon
    case 0xFF1B: return .semicolon
    case 0xB7, 0x2027, 0x30FB, 0x3000: return .middle
    default: break
    }
    if unit < 0x28 || Unit.isAlphanumeric(unit) || (0x3041..<0xFE00).contains(unit) {
      return .other
    }
    let category = CharacterProperties.category(Int32(unit))
    guard category & (CharacterProperties.opening | CharacterProperties.closing) != 0 else {
      return .other
    }
    let isWide =
      (0x3000..<0x3040).contains(unit)
      || tatami_u_east_asian_width(Int32(unit)) == 3
    if category == CharacterProperties.opening { return isWide ? .open : .openNarrow }
    return isWide ? .close : .closeNarrow
  }

  /// What is trimmed at the edges of a range, besides what its neighbours cause.
  struct Edges {
    /// The range starts a line: what is before it does not matter.
    var isLineStart = false
    /// The first character is trimmed if it opens, because it starts a line.
    var trimsStart = false
    /// The last character is trimmed, because it ends a line.
    var trimsEnd = false
  }

  /// The characters of a range whose blank half is trimmed, and those before which a break changes that.
  struct Trims {
    var trimmed: [Int] = []
    var unsafeToBreakBefore: [Int] = []
  }

  /// Returns what is trimmed in a range that is shaped with a font; nil if nothing is.
  static func trims(
    _ units: ContiguousArray<UInt16>, _ range: Range<Int>, _ font: ScaledFont,
    _ language: FontLanguage, _ edges: Edges
  ) -> Trims? {
    guard units[range].contains(where: mayTrim) else { return nil }
    let metrics = font.hanKerning(language)
    guard metrics.canTrim else { return nil }
    var trims = Trims()
    var last = metrics.kind(of: units[range.lowerBound])
    if edges.trimsStart, last == .open {
      trims.trimmed.append(range.lowerBound)
    } else if range.lowerBound > 0, !edges.isLineStart,
      opens(last, after: metrics.kind(of: units[range.lowerBound - 1]))
    {
      trims.trimmed.append(range.lowerBound)
      trims.unsafeToBreakBefore.append(range.lowerBound)
    }
    if metrics.trimsByContext {
      last = metrics.kind(of: units[range.upperBound - 1])
    } else {
      for offset in range.dropFirst() {
        let kind = metrics.kind(of: units[offset])
        if closes(last, before: kind) {
          trims.trimmed.append(offset - 1)
          trims.unsafeToBreakBefore.append(offset)
        } else if opens(kind, after: last) {
          trims.trimmed.append(offset)
          trims.unsafeToBreakBefore.append(offset)
        }
        last = kind
      }
    }
    if edges.trimsEnd {
      trims.trimmed.append(range.upperBound - 1)
    } else if range.upperBound < units.count,
      closes(last, before: metrics.kind(of: units[range.upperBound]))
    {
      trims.trimmed.append(range.upperBound - 1)
    }
    return trims.trimmed.isEmpty ? nil : trims
  }

  private static func opens(_ kind: Kind, after last: Kind) -> Bool {
    kind == .open
      && (last == .open || last == .middle || last == .close || last == .openNarrow)
  }

  private static func closes(_ last: Kind, before kind: Kind) -> Bool {
    last == .close && (kind == .close || kind == .middle || kind == .closeNarrow)
  }
}
