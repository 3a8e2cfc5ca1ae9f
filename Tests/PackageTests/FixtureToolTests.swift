import Foundation
import TestSupport
import Testing

/// `Tests/Tools/fixture.py`, which holds a running service to fixtures.
@Suite(.waits, .enabled(if: Command.isInstalled("python3"), "python3 is not installed"))
struct FixtureToolTests {
  private static let tool = PackageFiles.root.appending(path: "Tests/Tools/fixture.py").path()

  private static func base(_ program: TatamiProgram) -> String {
    "http://127.0.0.1:\(program.client.port)"
  }

  /// The fixtures of the test: some with parts, visible bounds and requests of their own.
  private static let patterns = [
    "masonic-*", "apple-snapshot3x-*", "magazine-*", "seed-*",
  ]

  @Test func `The service agrees with fixtures, which are found by their names`() throws {
    let program = try TatamiProgram()
    let run = try Command.run([Self.tool, Self.base(program)] + Self.patterns)
    #expect(run.status == 0, "\(run.output.suffix(1_000))")
    let names = try Fixture.fileNames.flatMap { try Fixture.load($0) }.map(\.name)
    let wanted = names.filter { name in
      Self.patterns.contains { name.hasPrefix($0.dropLast()) }
    }
    #expect(wanted.count > 20)
    for name in wanted { #expect(run.output.contains("\(name) agrees\n"), "\(name)") }
    #expect(run.output.hasSuffix("\n\(wanted.count) of \(wanted.count) agree\n"))
    let none = try Command.run([Self.tool, Self.base(program), "no-such-fixture"])
    #expect(none.status == 2)
  }

  /// Changes to the fixture `f`, and what is said of each.
  @Test(arguments: [
    (
      "f['expected']['attributes'][0]['frame'][2] += 1",
      "('cell', None, (0, 0)).frame.width: 97 instead"
    ),
    ("f['expected']['attributes'].pop(0)", "('cell', None, (0, 0)) is one too many"),
    ("f['expected']['attributes'][0]['indexPath'] = [0, 9]", "('cell', None, (0, 9)) is missing"),
    ("f['expected']['contentSize']['height'] = 21", "contentSize.height: 20.875 instead of 21"),
    (
      "f['requests'] = [{'path': 'sections', 'expect': {'sections': []}}]",
      "sections.sections: [{"
    ),
    ("f['document']['container'] = 1", "refused: {"),
  ])
  func `What differs from a fixture is said`(change: String, said: String) throws {
    let program = try TatamiProgram()
    let text = """
      import sys
      sys.path.insert(0, sys.argv[1])
      import fixture
      f = next(fixture.named(["masonic-2-q"]))
      \(change)
      print("\\n".join(fixture.check(sys.argv[2], f)))
      """
    let folder = PackageFiles.root.appending(path: "Tests/Tools").path()
    let run = try Command.run(
      ["/usr/bin/env", "python3", "-B", "-c", text, folder, Self.base(program)])
    #expect(run.output.contains(said), "\(run.output) \(run.error)")
  }
}
