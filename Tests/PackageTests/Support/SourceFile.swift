import Foundation

/// The package's source files, read as text.
struct SourceFile: Sendable {
  /// The path from the package's folder: `Sources/LayoutEngine/LayoutError.swift`.
  var path: String
  /// The lines, without their ends.
  var lines: [String]

  /// The parts of the path.
  var folders: [String] { path.split(separator: "/").map(String.init) }

  /// All Swift files below a folder of the package, in the order of their paths.
  static func all(in folder: String) throws -> [SourceFile] {
    let root = Readme.root.path()
    let base = root.hasSuffix("/") ? root : root + "/"
    let paths = try FileManager.default.subpathsOfDirectory(atPath: base + folder)
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      let text = try String(contentsOfFile: base + folder + "/" + path, encoding: .utf8)
      var lines = text.components(separatedBy: "\n")
      if lines.last == "" { lines.removeLast() }
      return SourceFile(path: folder + "/" + path, lines: lines)
    }
  }
}
