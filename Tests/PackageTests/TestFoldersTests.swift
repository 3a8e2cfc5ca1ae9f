import TestSupport
import Testing

/// Tests stand where a reader of the sources looks for them.
@Suite struct TestFoldersTests {
  /// The folders of a test target that are about no folder of its sources: helpers, files that are
  /// read, and slow versions to compare with.
  private static let own: Set = ["Support", "Fixtures", "Reference"]

  /// The targets that have tests of their own: `LayoutWire` has `Tests/LayoutWireTests`.
  private static func targets() throws -> Set<String> {
    Set(try SourceFile.all(in: "Sources").map { $0.folders[1] })
  }

  /// A test target's files, with the target that they test.
  private static func tests() throws -> [(target: String, file: SourceFile)] {
    let targets = try targets()
    return try SourceFile.all(in: "Tests").compactMap { file in
      let target = String(file.folders[1].dropLast("Tests".count))
      guard file.folders[1].hasSuffix("Tests"), targets.contains(target) else { return nil }
      return (target, file)
    }
  }

  @Test func `Every folder of a target's tests is one of its sources`() throws {
    let sources = Set(try SourceFile.all(in: "Sources").map { $0.folders.dropLast() })
    let tests = try Self.tests()
    #expect(Set(tests.map(\.target)).count >= 6)
    for (target, file) in tests {
      let folders = file.folders.dropFirst(2).dropLast()
      guard let first = folders.first, !Self.own.contains(first) else { continue }
      #expect(
        sources.contains { $0.starts(with: ["Sources", target] + folders) },
        "\(file.path): Sources/\(target) has no such folder")
    }
  }

  @Test func `Tests that are named after a source file stand in its folder`() throws {
    var folders: [String: Set<[String]>] = [:]
    for file in try SourceFile.all(in: "Sources") {
      let name = "\(file.folders[1])/\(file.name)"
      folders[name, default: []].insert(Array(file.folders.dropFirst(2).dropLast()))
    }
    var count = 0
    for (target, file) in try Self.tests() where file.name.hasSuffix("Tests") {
      let tested = "\(target)/\(file.name.dropLast("Tests".count))"
      guard let places = folders[tested] else { continue }
      count += 1
      let place = Array(file.folders.dropFirst(2).dropLast())
      #expect(places.contains(place), "\(file.path): \(tested).swift stands in \(places)")
    }
    #expect(count >= 20)
  }
}

extension SourceFile {
  /// The file's name without `.swift`.
  fileprivate var name: String { String((folders.last ?? "").dropLast(".swift".count)) }
}
