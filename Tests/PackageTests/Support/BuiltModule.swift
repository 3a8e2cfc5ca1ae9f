import Foundation
import TestSupport

/// A target's object files, as they were built with these tests.
struct BuiltModule {
  /// The contents of the object files.
  let objects: [Data]

  /// Reads the object files of a target beside the running tests.
  ///
  /// - Throws: where the build folder holds none.
  init(_ target: String) throws {
    let folder = TatamiProgram.executable.deletingLastPathComponent()
      .appending(path: "\(target).build")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
    objects = try names.filter { $0.hasSuffix(".o") }.map {
      try Data(contentsOf: folder.appending(path: $0))
    }
    guard !objects.isEmpty else { throw CocoaError(.fileNoSuchFile) }
  }

  /// The libraries that the object files ask the linker for, as `-lname`.
  ///
  /// They stand in one section, each ended by a zero; the standard library is always among them.
  var linkedLibraries: Set<String> {
    var libraries: Set<String> = []
    for object in objects {
      guard let anchor = object.range(of: Data("-lswiftCore\0".utf8)) else { continue }
      var start = anchor.lowerBound
      while let entry = Self.entry(endingAt: start, in: object) {
        start -= entry.utf8.count + 1
      }
      while let entry = Self.entry(startingAt: start, in: object) {
        libraries.insert(entry)
        start += entry.utf8.count + 1
      }
    }
    return libraries
  }

  /// Whether some object file holds the text, as a symbol's name does.
  func mentions(_ text: String) -> Bool {
    objects.contains { $0.range(of: Data(text.utf8)) != nil }
  }

  /// The entry that begins at an offset; nil if none does.
  private static func entry(startingAt start: Int, in object: Data) -> String? {
    guard start < object.endIndex, let end = object[start...].firstIndex(of: 0) else { return nil }
    let text = String(decoding: object[start..<end], as: UTF8.self)
    return text.hasPrefix("-l") ? text : nil
  }

  /// The entry whose closing zero stands before an offset; nil if none does.
  private static func entry(endingAt end: Int, in object: Data) -> String? {
    let zero = end - 1
    guard zero > object.startIndex, object[zero] == 0 else { return nil }
    let before = object[object.startIndex..<zero]
    guard let start = before.range(of: Data("-l".utf8), options: .backwards)?.lowerBound,
      !object[start..<zero].contains(0)
    else { return nil }
    return String(decoding: object[start..<zero], as: UTF8.self)
  }
}
