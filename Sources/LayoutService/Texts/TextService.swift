import LayoutEngine
import Synchronization
import TextMeasure

/// The fonts of the service, and the measured texts of all its documents.
final class TextService: Sendable {
  private let paths: [String]
  private let fallbackFamilies: [String]
  private let genericFamilies: [String: String]
  private let cacheBytes: Int
  private let warn: @Sendable (String) -> Void
  private let loaded = Mutex<TextMeasurer?>(nil)

  /// Creates a service that reads the fonts when it needs them first.
  ///
  /// - Parameter warn: receives a sentence for each file that is no font.
  init(_ settings: ServiceSettings, warn: @escaping @Sendable (String) -> Void = { _ in }) {
    self.warn = warn
    paths = settings.fontPaths
    fallbackFamilies = settings.fallbackFonts
    genericFamilies = settings.genericFamilies
    cacheBytes = settings.textCacheBytes
  }

  /// The measurer; its first use reads the names of all fonts, about 0.1 ms for each.
  var measurer: TextMeasurer {
    loaded.withLock { loaded in
      if let loaded { return loaded }
      let fonts = FontLibrary(paths: paths) { SHA256.hexDigest(ofPieces: $0) }
      let measurer = TextMeasurer(
        fonts: fonts, fallbackFamilies: fallbackFamilies, cacheByteLimit: cacheBytes)
      for warning in fonts.warnings { warn("ignoring a font file: \(warning)") }
      loaded = measurer
      return measurer
    }
  }

  /// The bytes that the measured texts take; 0 before the first text.
  var byteCount: Int { loaded.withLock { $0?.cacheByteCount ?? 0 } }

  /// Whether a font has the family.
  func hasFamily(_ name: String) -> Bool { measurer.fonts.family(name) != nil }

  /// Sets the object that measures a document's text; does nothing if it has no text styles.
  ///
  /// - Throws: an error at the style whose family no font has, or whose value is out of range.
  func equip(_ document: inout LayoutDocument) throws(LayoutError) {
    guard var styles = document.textStyles else { return }
    let texts = DocumentTexts(measurer, try resolve(styles, document.container.direction))
    styles.replaceFamilies(namedFamily)
    styles.measurer = texts
    document.textStyles = styles
  }

  /// Returns the family that the settings name for a generic one; other names unchanged.
  ///
  /// A family that a font has is never a generic one.
  private func namedFamily(_ name: String) -> String {
    guard !genericFamilies.isEmpty, let family = genericFamilies[name.lowercased()],
      measurer.fonts.family(name) == nil
    else { return name }
    return family
  }

  /// Returns styles with their fonts.
  ///
  /// - Throws: an error that lists the faults of all styles, with their paths.
  func resolve(
    _ styles: TextStyles, _ direction: HorizontalDirection
  ) throws(LayoutError) -> [ResolvedStyle] {
    let measurer = measurer
    var resolved: [ResolvedStyle] = []
    var issues: [LayoutError.Issue] = []
    for (name, style) in zip(styles.names, styles.styles) {
      do throws(TextError) {
        var style = style
        style.direction = style.direction ?? direction
        style.fontFamily = style.fontFamily.map(namedFamily)
        resolved.append(try measurer.resolve(style))
      } catch {
        let path = DocumentPath.root.field("textStyles").field(name)
        issues.append(issue(error, in: style, at: path))
      }
    }
    guard issues.isEmpty else { throw LayoutError(issues: issues) }
    return resolved
  }

  private func issue(
    _ error: TextError, in style: TextStyle, at path: DocumentPath
  ) -> LayoutError.Issue {
    switch error {
    case .invalidStyle(let property, let reason):
      return LayoutError.Issue(path: path.field(property), reason: reason)
    case .unknownFamily(let name, let nearest):
      let family = path.field("fontFamily")
      let number = style.fontFamily.firstIndex { namedFamily($0) == name }
      return LayoutError.Issue(
        path: style.fontFamily.count > 1 ? number.map { family.index($0) } ?? family : family,
        reason: reason(unknown: name, nearest: nearest))
    case .textTooLong, .tooManyRuns, .stopped:
      return LayoutError.Issue(path: path, reason: error.description)
    }
  }

  /// Returns why a style cannot have a family, with families that it could have.
  private func reason(unknown name: String, nearest: [String]) -> String {
    func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
    if let kind = GenericFamily(rawValue: name.lowercased()) {
      let names = measurer.fonts.names(of: kind)
      let hint = names.isEmpty ? "" : ", such as \(list(names))"
      let example = "\(kind.rawValue)=\(names.first ?? "Inter")"
      return
        "names a generic family, which this service maps to no font (got \"\(name)\"); name a family\(hint), or start the service with TATAMI_GENERIC_FAMILIES=\"\(example)\""
    }
    let hint = nearest.isEmpty ? "" : "the nearest are \(list(nearest)); "
    return
      "names a family that no font of this service has (got \"\(name)\"); \(hint)GET /v1/fonts lists all"
  }
}
