import Foundation
import TestSupport
import Testing

/// The file VERSION, and everything that names the version.
@Suite struct VersionTests {
  private static let generator = "Tests/Generators/version.py"

  private static func version() throws -> String {
    try PackageFiles.text(of: "VERSION").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test func `The program names the version that VERSION holds`() throws {
    #expect(try PackageFiles.text(of: "VERSION").wholeMatch(of: #/\d+\.\d+\.\d+\n/#) != nil)
    let run = try TatamiProgram.run(["--version"])
    #expect(run.output.hasPrefix("tatami \(try Self.version()), engine revision "))
  }

  @Test(arguments: [
    ("Clients/python/pyproject.toml", #"\nversion = "([^"]*)""#),
    ("Web/tatami-client/package.json", #""version": "([^"]*)""#),
    ("openapi.yaml", #"\ninfo:\n(?: .*\n)*?  version: "([^"]*)""#),
    ("Examples/kubernetes/base/kustomization.yaml", #"newTag: ([0-9.]*)"#),
    ("Examples/helm/tatami/Chart.yaml", #"\nversion: "?([0-9.]*)"#),
    ("Examples/helm/tatami/Chart.yaml", #"\nappVersion: "?([0-9.]*)"#),
    (".github/badges/version.svg", #"<title>version: ([^<]*)</title>"#),
    ("CHANGELOG.md", #"\n## \[(\d[^\]]*)\] - \d{4}-\d\d-\d\d\n"#),
  ])
  func `A file that names the version names this one`(path: String, pattern: String) throws {
    let regex = try Regex(pattern, as: (Substring, Substring).self)
    let match = try #require(try PackageFiles.text(of: path).firstMatch(of: regex), "\(path)")
    #expect(String(match.output.1) == (try Self.version()), "\(path)")
  }

  @Test(.enabled(if: Command.isInstalled("python3"), "python3 is not installed"))
  func `README's badges say what VERSION, Dockerfile, LICENSE and the release say`() throws {
    let generator = PackageFiles.root.appending(path: Self.generator).path()
    let run = try Command.run(["/usr/bin/env", "python3", "-B", generator, "check"])
    #expect(run.status == 0, "\(run.output) \(run.error)")
    let readme = try PackageFiles.text(of: "README.md")
    let shown = Set(readme.matches(of: #/\.github/badges/(\w+)\.svg/#).map { "\($0.output.1).svg" })
    let folder = PackageFiles.root.appending(path: ".github/badges").path()
    #expect(shown == Set(try FileManager.default.contentsOfDirectory(atPath: folder)))
  }

  @Test(.enabled(if: Command.isInstalled("python3"), "python3 is not installed"))
  func `A new version is written everywhere, and heads the unreleased changes`() throws {
    let copy = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    defer { try? FileManager.default.removeItem(at: copy) }
    let named = [
      "VERSION", "CHANGELOG.md", "openapi.yaml", "Clients/python/pyproject.toml",
      "Web/tatami-client/package.json", "Examples/kubernetes/base/kustomization.yaml",
      "Examples/helm/tatami/Chart.yaml",
    ]
    let read = [
      Self.generator, "Tests/Generators/files.py", "LICENSE", "Dockerfile",
      ".github/workflows/release.yml",
    ]
    for path in named + read {
      let file = copy.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: PackageFiles.root.appending(path: path), to: file)
    }
    let log = copy.appending(path: "CHANGELOG.md")
    let before = try String(contentsOf: log, encoding: .utf8)
      .replacing("## [Unreleased]\n", with: "## [Unreleased]\n\n- A change of the test.\n")
    try before.write(to: log, atomically: true, encoding: .utf8)
    let tool = ["/usr/bin/env", "python3", "-B", copy.appending(path: Self.generator).path()]
    let refused = try Command.run(tool + ["set", "9.8"])
    #expect(refused.status == 1 && refused.error.contains("three numbers"))
    let run = try Command.run(tool + ["set", "9.8.7"])
    try #require(run.status == 0, "\(run.output) \(run.error)")
    for path in named {
      let text = try String(contentsOf: copy.appending(path: path), encoding: .utf8)
      #expect(text.contains("9.8.7"), "\(path)")
    }
    #expect(try Command.run(tool + ["check"]).status == 0)
    #expect(try Command.run(tool).output == "9.8.7\n")
    let notes = try Command.run(tool + ["notes"]).output
    #expect(notes.hasPrefix("- A change of the test.\n"))
    #expect(!notes.contains("## [") && !notes.contains("[Unreleased]:"))
    let after = try String(contentsOf: log, encoding: .utf8)
    #expect(after.contains("## [Unreleased]\n\n## [9.8.7] - "))
    #expect(after.contains("\n[Unreleased]: ../../compare/v9.8.7...HEAD\n[9.8.7]: ../../releases/"))
  }
}
