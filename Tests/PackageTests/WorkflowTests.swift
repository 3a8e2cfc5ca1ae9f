import Foundation
import TestSupport
import Testing

/// The workflows under `.github`; the check "workflows" of `make examples` holds their form.
@Suite struct WorkflowTests {
  private static let folder = ".github/workflows"

  private static var workflows: [String] {
    get throws {
      try FileManager.default
        .contentsOfDirectory(atPath: PackageFiles.root.appending(path: folder).path()).sorted()
    }
  }

  @Test func `Workflows build in the image that the Dockerfile builds in`() throws {
    let dockerfile = try PackageFiles.text(of: "Dockerfile")
    let image = try #require(dockerfile.firstMatch(of: #/\nFROM (swift:[^\s$]+)/#)).output.1
    var count = 0
    for name in try Self.workflows {
      let text = try PackageFiles.text(of: "\(Self.folder)/\(name)")
      for match in text.matches(of: #/(?:container|image): (swift:\S+)|build-(swift-[\w.-]+)-\$/#) {
        count += 1
        let named = match.output.1 ?? match.output.2 ?? ""
        #expect(named.replacing("swift-", with: "swift:") == image, "\(name): \(named)")
      }
    }
    #expect(count >= 6)
  }

  @Test func `Every action is of a version, and every job has a deadline and few rights`() throws {
    let names = try Self.workflows
    #expect(names == ["ci.yml", "nightly.yml", "release.yml"])
    for name in names {
      let text = try PackageFiles.text(of: "\(Self.folder)/\(name)")
      for match in text.matches(of: #/uses: (\S+)/#) {
        #expect(match.output.1.contains(#/@(?:release/)?v\d/#), "\(name): \(match.output.1)")
      }
      #expect(text.contains("\npermissions:\n  contents: read\n"), "\(name)")
      #expect(text.contains("\nconcurrency:\n"), "\(name)")
      let jobs = text.matches(of: #/\n    runs-on: /#).count
      #expect(jobs > 0 && text.matches(of: #/\n    timeout-minutes: \d/#).count == jobs, "\(name)")
    }
  }

  @Test func `Every make target that a workflow calls is there`() throws {
    let makefile = try PackageFiles.text(of: "Makefile")
    var called: Set<String> = []
    for name in try Self.workflows {
      let text = try PackageFiles.text(of: "\(Self.folder)/\(name)")
      called.formUnion(
        text.matches(of: #/run: make (?:--no-print-directory )?([a-z-]+)/#)
          .map { String($0.output.1) })
    }
    #expect(called.isSuperset(of: ["wasm", "release-notes", "python-package"]))
    for target in called { #expect(makefile.contains("\n\(target):"), "\(target)") }
  }
}
