import CHarfBuzz
import Glibc

/// The faces of a family.
public struct FontFamily: Sendable {
  /// The family's name in English.
  public let name: String
  /// The faces, by path.
  public internal(set) var faces: [FontFace]
}

/// The fonts of some files and folders, found by family (TextRules T20 to T22).
///
/// Reading the names takes about 0.1 ms a file; the glyphs are mapped when a style uses them first.
///
/// ```swift
/// let fonts = FontLibrary(paths: ["/usr/share/fonts"])
/// ```
public final class FontLibrary: Sendable {
  /// Computes the SHA-256 of a file in hexadecimal digits.
  ///
  /// `nextPiece` returns the file's next bytes, at most 64 KiB; nil at the end.
  public typealias Digest = @Sendable (_ nextPiece: () -> [UInt8]?) -> String

  /// The families, by name.
  public let families: [FontFamily]
  /// The files that are no fonts or cannot be read, with the reason.
  public let warnings: [String]
  /// The index in `families` of each family's names in lower case.
  private let indices: [String: Int]

  private static let extensions: Set<String> = ["ttf", "otf", "ttc", "otc"]
  /// Fonts for the web, which the library does not read.
  private static let unreadExtensions: Set<String> = ["woff", "woff2"]
  private static let maximumFaceCount: UInt32 = 256

  /// Reads the names of all fonts of some paths.
  ///
  /// - Parameters:
  ///   - paths: files, or folders that are searched with all folders in them.
  ///   - digest: computes the SHA-256 of a file; the library calls it once for each file whose digest is
  ///     asked for. Without one, digests are empty.
  public init(paths: [String], digest: @escaping Digest = { _ in "" }) {
    var files: [String] = []
    var warnings: [String] = []
    for path in paths { FontFiles.collect(path, into: &files, &warnings) }
    var families: [FontFamily] = []
    var indices: [String: Int] = [:]
    for path in files {
      if Self.isCompressed(path) {
        warnings.append("\(path): compressed; decompress it with woff2_decompress or fonttools")
        continue
      }
      let faces = Self.faces(path, digest)
      if faces.isEmpty { warnings.append("\(path): not a font that HarfBuzz reads") }
      for face in faces {
        let key = face.family.lowercased()
        if let index = indices[key] {
          families[index].faces.append(face)
        } else {
          indices[key] = families.count
          families.append(FontFamily(name: face.family, faces: [face]))
        }
      }
    }
    families.sort { $0.name < $1.name }
    indices = [:]
    for (index, family) in families.enumerated() { indices[family.name.lowercased()] = index }
    // A name in another language finds the family, too.
    for (index, family) in families.enumerated() {
      for name in family.faces.flatMap(\.names) where indices[name.lowercased()] == nil {
        indices[name.lowercased()] = index
      }
    }
    self.families = families
    self.warnings = warnings
    self.indices = indices
  }

  /// Returns the font files of some paths that are compressed for the web (`.woff`, `.woff2`): the library does not read
  /// them.
  public static func compressedFiles(in paths: [String]) -> [String] {
    var (files, warnings): ([String], [String]) = ([], [])
    for path in paths { FontFiles.collect(path, into: &files, &warnings) }
    return files.filter(isCompressed)
  }

  private static func isCompressed(_ path: String) -> Bool {
    let suffix = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return unreadExtensions.contains(suffix)
  }

  /// Returns the family of a name, whose letters' case does not matter; nil if there is none.
  public func family(_ name: String) -> FontFamily? {
    indices[name.lowercased()].map { families[$0] }
  }

  /// Returns the names of up to `count` families that are most like a name.
  public func nearestNames(_ name: String, count: Int = 3) -> [String] {
    let sought = Array(name.lowercased().utf8.prefix(64))
    let ranked = families.map { family in
      (EditDistance.distance(sought, Array(family.name.lowercased().utf8.prefix(64))), family.name)
    }
    return ranked.sorted { $0 < $1 }.prefix(count).map(\.1)
  }

  private static func faces(_ path: String, _ digest: @escaping Digest) -> [FontFace] {
    guard let blob = unsafe hb_blob_create_from_file_or_fail(path) else { return [] }
    defer { unsafe hb_blob_destroy(blob) }
    let count = unsafe min(hb_face_count(blob), maximumFaceCount)
    let file = FontFile(path, digest)
    return (0..<Int(count)).compactMap { unsafe FontFace(blob, file, index: $0) }
  }

  /// Finds font files.
  private enum FontFiles {
    static func collect(_ path: String, into files: inout [String], _ warnings: inout [String]) {
      var status = stat()
      guard unsafe stat(path, &status) == 0 else {
        warnings.append("\(path): cannot be read")
        return
      }
      if status.st_mode & S_IFMT != S_IFDIR {
        files.append(path)
        return
      }
      for name in names(path) {
        let child = path.hasSuffix("/") ? path + name : path + "/" + name
        var status = stat()
        guard unsafe stat(child, &status) == 0 else { continue }
        let suffix = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        if status.st_mode & S_IFMT == S_IFDIR || extensions.contains(suffix)
          || unreadExtensions.contains(suffix)
        {
          collect(child, into: &files, &warnings)
        }
      }
    }

    private static func names(_ path: String) -> [String] {
      guard let folder = unsafe opendir(path) else { return [] }
      defer { unsafe closedir(folder) }
      var names: [String] = []
      while let entry = unsafe readdir(folder) {
        let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
          unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
        }
        if !name.hasPrefix(".") { names.append(name) }
      }
      return names.sorted()
    }
  }
}

/// How many letters differ between two names.
enum EditDistance {
  /// Returns the least number of insertions, removals and changes between two strings.
  static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var row = Array(0...other.count)
    for (index, unit) in one.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in other.indices {
        let changed = diagonal + (unit == other[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(changed, row[column] + 1, diagonal + 1)
      }
    }
    return row[other.count]
  }
}
