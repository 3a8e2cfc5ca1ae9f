import Foundation

/// The package's source files, read as text.
struct SourceFile: Sendable {
  /// The path from the package's folder: `Sources/LayoutEngine/LayoutError.swift`.
  var path: String
  /// The lines, without their ends.
  var lines: [String]

  /// The parts of the path.
  var folders: [String] { path.split(separator: "/").map(String.init) }

  /// The modules that the file imports, by line number from 1.
  var imports: [(line: Int, module: String)] {
    lines.enumerated().compactMap { index, line in
      SourceFile.importedModule(of: line).map { (index + 1, $0) }
    }
  }

  /// The module that a line imports; nil for lines that import none.
  ///
  /// Attributes, an access level and the kind of a single declaration may stand around `import`.
  static func importedModule(of line: String) -> String? {
    // Most lines end here; matching each against the pattern takes minutes.
    guard line.contains("import ") else { return nil }
    let pattern =
      #/^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:typealias|struct|class|enum|protocol|let|var|func)\s+)?(\w+)/#
    return line.firstMatch(of: pattern).map { String($0.output.1) }
  }

  /// All files of a language below a folder of the package, in the order of their paths.
  ///
  /// - Parameter ending: how the files' names end; Swift's without it.
  static func all(in folder: String, ending: String = ".swift") throws -> [SourceFile] {
    let root = Readme.root.path()
    let base = root.hasSuffix("/") ? root : root + "/"
    let paths = try FileManager.default.subpathsOfDirectory(atPath: base + folder)
    return try paths.filter { $0.hasSuffix(ending) }.sorted().map { path in
      let text = try String(contentsOfFile: base + folder + "/" + path, encoding: .utf8)
      var lines = text.components(separatedBy: "\n")
      if lines.last == "" { lines.removeLast() }
      return SourceFile(path: folder + "/" + path, lines: lines)
    }
  }
}
