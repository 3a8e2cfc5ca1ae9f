import Testing

/// What each target may import: bytes flow one way and nothing points back.
///
/// SwiftPM lets a file import what its target only depends on indirectly, so the lines are read.
@Suite struct ImportRulesTests {
  /// The modules that the files of a target may import.
  ///
  /// LayoutEngine knows the standard library only; the C modules are known to one target each.
  private static let allowed: [String: Set<String>] = {
    let http: Set = ["CLibevent", "HTTPMessage", "Synchronization", "Glibc", "Logging"]
    let service: Set = [
      "LayoutEngine", "LayoutWire", "HTTPMessage", "Synchronization", "Dispatch", "Crypto",
      "Logging", "Metrics", "CLibdeflate", "CZlib", "CEmbeddedFiles",
    ]
    let program = http.union(service).union([
      "EventHTTP", "LayoutService", "ArgumentParser", "Configuration",
    ])
    return [
      "LayoutEngine": [], "LayoutWire": ["LayoutEngine"], "HTTPMessage": ["Glibc"],
      "EventHTTP": http,
      "LayoutService": service, "tatami": program.subtracting(["CLibevent"]),
      "tatami-bench": program.subtracting(["CLibevent"]),
    ]
  }()

  @Test func `Every file imports only what its target may`() throws {
    let files = try SourceFile.all(in: "Sources")
    #expect(files.count > 50)
    for file in files {
      let target = file.folders[1]
      let allowed = try #require(Self.allowed[target], "\(target) is no known target")
      for (line, module) in file.imports where !allowed.contains(module) {
        Issue.record("\(file.path):\(line): \(target) must not import \(module)")
      }
    }
  }

  @Test func `CLibevent is imported in its own folder only`() throws {
    let importers = try SourceFile.all(in: "Sources").filter { file in
      file.imports.contains { $0.module == "CLibevent" }
    }
    #expect(!importers.isEmpty)
    for file in importers where !file.path.hasPrefix("Sources/EventHTTP/Libevent/") {
      Issue.record("\(file.path) imports CLibevent")
    }
  }

  @Test(arguments: [
    ("import LayoutEngine", "LayoutEngine"), ("public import Glibc", "Glibc"),
    ("  package import Logging  // why", "Logging"),
    ("@testable import LayoutWire", "LayoutWire"),
    ("@_spi(Raw) public import struct Crypto.SHA256", "Crypto"),
    ("@preconcurrency import Foundation", "Foundation"),
    ("internal import func Glibc.write", "Glibc"),
  ])
  func `A line that imports is recognised`(line: String, module: String) {
    #expect(SourceFile.importedModule(of: line) == module)
  }

  @Test(arguments: [
    "// import Foundation", "let importer = 1", "importance(of: x)", "", "/// import",
  ])
  func `A line that imports nothing is left alone`(line: String) {
    #expect(SourceFile.importedModule(of: line) == nil)
  }
}
