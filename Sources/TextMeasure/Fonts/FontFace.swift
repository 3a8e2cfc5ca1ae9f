import CHarfBuzz
import Synchronization

/// An axis along which a variable face changes.
public struct FontAxis: Hashable, Sendable {
  /// The four-letter name, such as `wght`.
  public var tag: String
  /// The least value.
  public var minimum: Float
  /// The value that the file's outlines have.
  public var standard: Float
  /// The greatest value.
  public var maximum: Float
}

/// One face of a font file: what its tables say about it, and the file, which is mapped on first use.
public final class FontFace: Sendable {
  /// The path of the file.
  public var path: String { file.path }
  /// The number of the face in a collection, 0 in other files.
  public let index: Int
  /// The family's name in English.
  public let family: String
  /// The weights: one, or the range of a variable face.
  public let weights: ClosedRange<Float>
  /// Whether the face is italic or oblique.
  public let isItalic: Bool
  /// The width in percent of the normal one.
  public let width: Float
  /// The widths in percent: one, or the range of a variable face.
  let widths: ClosedRange<Float>
  /// The size in points that the face is drawn for; 0 if it does not say.
  let designSize: Float
  /// The axes of a variable face.
  public let axes: [FontAxis]
  /// The version that the file states.
  public let version: String
  /// The face's full name in English, such as "Inter Bold Italic"; empty if the file has none.
  public let fullName: String
  /// The name of the face's file, without its folders.
  public var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }
  /// The family's names in every language, and those of the face alone.
  let names: [String]

  private let file: FontFile
  private let loaded = Mutex<LoadedFace?>(nil)
  private let measuredCharacterCount = Mutex<Int?>(nil)

  /// Reads the names, weight and axes of a face of a mapped file; nil if HarfBuzz finds no face there.
  init?(_ blob: OpaquePointer, _ file: FontFile, index: Int) {
    let face = unsafe hb_face_create(blob, UInt32(index))
    defer { unsafe hb_face_destroy(face) }
    guard let face = unsafe face, unsafe hb_face_get_glyph_count(face) > 0 else { return nil }
    let names = unsafe FontNames(face)
    guard let family = names.families.first else { return nil }
    let font = unsafe hb_font_create(face)
    defer { unsafe hb_font_destroy(font) }
    self.file = file
    self.index = index
    self.family = family
    self.names = names.families
    version = names.version
    fullName = names.fullName
    axes = unsafe Self.axes(face)
    isItalic =
      unsafe hb_style_get_value(font, HB_STYLE_TAG_ITALIC) > 0
      || hb_style_get_value(font, HB_STYLE_TAG_SLANT_ANGLE) != 0
    let width = unsafe hb_style_get_value(font, HB_STYLE_TAG_WIDTH)
    self.width = width
    var tenths: UInt32 = 0
    let hasSize = unsafe hb_ot_layout_get_size_params(face, &tenths, nil, nil, nil, nil) != 0
    designSize = hasSize ? Float(tenths) / 10 : 0
    let widthAxis = axes.first { $0.tag == "wdth" }
    widths = widthAxis.map { $0.minimum...max($0.minimum, $0.maximum) } ?? width...width
    var weight = unsafe hb_style_get_value(font, HB_STYLE_TAG_WEIGHT)
    // Some bold faces claim the weight of the regular ones beside them (TextRules T21).
    if weight == 400, unsafe Self.isMarkedBold(face) { weight = 700 }
    let axis = axes.first { $0.tag == "wght" }
    weights = axis.map { $0.minimum...max($0.minimum, $0.maximum) } ?? weight...weight
  }

  /// The SHA-256 of the file in hexadecimal digits, computed once for all its faces.
  public var fileDigest: String { file.digest }

  /// The number of characters that the face has glyphs for, counted once; the file is not kept mapped.
  public var characterCount: Int {
    measuredCharacterCount.withLock { known in
      if let known { return known }
      let blob = unsafe hb_blob_create_from_file(path)
      let face: OpaquePointer = unsafe hb_face_create(blob, UInt32(index))
      let set = unsafe hb_set_create()
      defer {
        unsafe hb_set_destroy(set)
        unsafe hb_face_destroy(face)
        unsafe hb_blob_destroy(blob)
      }
      unsafe hb_face_collect_unicodes(face, set)
      let result = unsafe Int(hb_set_get_population(set))
      known = result
      return result
    }
  }

  /// The mapped face; a file that went away since the library was made is an empty face.
  func load() -> LoadedFace {
    loaded.withLock { known in
      if let known { return known }
      let result = LoadedFace(path: path, index: index)
      known = result
      return result
    }
  }

  /// Returns whether the table `head` marks the face as bold (`macStyle`).
  private static func isMarkedBold(_ face: OpaquePointer) -> Bool {
    let head = unsafe FontTable(face, "head")
    return head.uint16(44).map { $0 & 1 == 1 } ?? false
  }

  private static func axes(_ face: OpaquePointer) -> [FontAxis] {
    var count = unsafe hb_ot_var_get_axis_count(face)
    guard count > 0 else { return [] }
    let infos = unsafe [hb_ot_var_axis_info_t](unsafeUninitializedCapacity: Int(count)) {
      unsafe hb_ot_var_get_axis_infos(face, 0, &count, $0.baseAddress)
      $1 = Int(count)
    }
    return infos.map { info in
      let tag = (0..<4).map { UInt8(truncatingIfNeeded: info.tag >> (24 - 8 * UInt32($0))) }
      return FontAxis(
        tag: String(decoding: tag, as: UTF8.self), minimum: info.min_value,
        standard: info.default_value, maximum: info.max_value)
    }
  }
}

/// The names of a face.
struct FontNames {
  /// The family's names, the English typographic one first.
  private(set) var families: [String] = []
  /// The version that the file states; empty if it has none.
  private(set) var version = ""
  /// The face's full name, in English if it has one; empty if it has none.
  private(set) var fullName = ""

  private static let identifiers: [hb_ot_name_id_t] = [16, 1]

  /// Reads the names of a face.
  init(_ face: OpaquePointer) {
    var count: UInt32 = 0
    guard let entries = unsafe hb_ot_name_list_names(face, &count) else { return }
    let buffer = unsafe UnsafeBufferPointer(start: entries, count: Int(count))
    var found: [(isEnglish: Bool, identifier: hb_ot_name_id_t, name: String)] = []
    for index in buffer.indices {
      let entry = unsafe buffer[index]
      let identifier = unsafe entry.name_id
      guard Self.identifiers.contains(identifier) || [4, 5].contains(identifier) else { continue }
      let isEnglish = unsafe String(cString: hb_language_to_string(entry.language)).hasPrefix("en")
      let name = unsafe Self.name(face, identifier, entry.language)
      if identifier == 4 {
        if isEnglish || fullName.isEmpty { fullName = name }
      } else if identifier == 5 {
        if isEnglish || version.isEmpty { version = name }
      } else if !name.isEmpty {
        found.append((isEnglish, identifier, name))
      }
    }
    let ranked = found.sorted {
      ($0.isEnglish ? 0 : 1, -Int($0.identifier)) < ($1.isEnglish ? 0 : 1, -Int($1.identifier))
    }
    for entry in ranked where !families.contains(entry.name) { families.append(entry.name) }
  }

  private static func name(
    _ face: OpaquePointer, _ identifier: hb_ot_name_id_t, _ language: hb_language_t?
  ) -> String {
    var length: UInt32 = 0
    let count = unsafe hb_ot_name_get_utf8(face, identifier, language, &length, nil)
    var size = count + 1
    let bytes = unsafe [CChar](unsafeUninitializedCapacity: Int(size)) {
      unsafe hb_ot_name_get_utf8(face, identifier, language, &size, $0.baseAddress)
      $1 = Int(size)
    }
    return String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
