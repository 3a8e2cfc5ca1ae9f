/// CSS's names for kinds of families, which no font has.
public enum GenericFamily: String, CaseIterable, Sendable {
  case sansSerif = "sans-serif"
  case serif
  case monospace
  case systemUI = "system-ui"

  /// Returns whether a family's name says that it is of this kind.
  func includes(_ family: String) -> Bool {
    let words = family.lowercased().split(separator: " ")
    return switch self {
    case .sansSerif, .systemUI: words.contains("sans") && !words.contains("mono")
    case .serif: words.contains("serif")
    case .monospace: words.contains("mono")
    }
  }
}

extension FontLibrary {
  /// Returns the names of up to `count` families of a kind; the shortest names, which are those of whole families.
  public func names(of kind: GenericFamily, count: Int = 3) -> [String] {
    families.map(\.name).filter(kind.includes)
      .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.prefix(count).map(\.self)
  }
}
