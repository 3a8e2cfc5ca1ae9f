package import Foundation

/// The package's own files, where tests read them.
package enum PackageFiles {
  /// The package's folder.
  package static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

  /// A file's bytes.
  ///
  /// - Parameter path: from the package's folder: `Sources/LayoutEngine/EngineRevision.swift`.
  package static func data(of path: String) throws -> Data {
    try Data(contentsOf: root.appending(path: path))
  }

  /// A file's text.
  package static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The lines of a file that holds a JSON value a line, as fixture files do.
  package static func lines(of path: String) throws -> [Data] {
    try data(of: path).split(separator: UInt8(ascii: "\n")).map { Data($0) }
  }
}
