import Foundation
import TestSupport
import Testing

/// `Tests/Bench/baseline.py`, by which `make bench ARGS="--baseline FILE"` compares two runs.
@Suite(.enabled(if: Command.isInstalled("python3"), "python3 is not installed"))
struct BaselineTests {
  /// A run's file: what the C loop and a layout took, the layout's bytes, and a load over loopback.
  private static func run(
    loop: Double = 2, nanoseconds: Double = 10, bytes: Double = 100, cpu: Double = 6
  ) -> String {
    """
    {"process": [{"case": "layout", "items": 10000, "nanosecondsPerItem": \(nanoseconds),
       "bytes": \(bytes)}],
     "floor": [{"case": "C loop", "items": 10000, "nanosecondsPerItem": \(loop)}],
     "loopback": [{"case": "GET", "tatami": {"cpuMicroseconds": \(cpu), "p99": \(bytes)},
       "nginx": {"cpuMicroseconds": 1}}]}
    """
  }

  /// What the tool says of two runs.
  private static func compare(
    _ now: String, with before: String, _ options: [String] = []
  ) throws -> (status: Int32, output: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = [folder.appending(path: "now.json"), folder.appending(path: "before.json")]
    for (file, text) in zip(files, [now, before]) {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let tool = PackageFiles.root.appending(path: "Tests/Bench/baseline.py").path()
    let run = try Command.run(
      ["/usr/bin/env", "python3", "-B", tool] + files.map { $0.path() } + options)
    return (run.status, run.output + run.error)
  }

  @Test func `Equal runs, better ones and those within the tolerance pass`() throws {
    for now in [
      Self.run(), Self.run(nanoseconds: 12.4), Self.run(bytes: 104), Self.run(cpu: 7.4),
      Self.run(nanoseconds: 1, bytes: 1, cpu: 1),
    ] {
      let said = try Self.compare(now, with: Self.run())
      #expect(said.status == 0, "\(said.output)")
      #expect(said.output.contains("3 figures compared, 0 of the baseline's were not measured"))
    }
  }

  @Test(arguments: [
    (Self.run(nanoseconds: 12.6), "worse: layout, 10,000 items: nanosecondsPerItem\n"),
    (Self.run(bytes: 106), "worse: layout, 10,000 items: bytes\n"),
    (Self.run(cpu: 7.6), "worse: GET: cpuMicroseconds\n"),
  ])
  func `A figure beyond its tolerance fails, and is named alone`(now: String, name: String) throws {
    let said = try Self.compare(now, with: Self.run())
    #expect(said.status == 1)
    #expect(said.output.hasSuffix(name), "\(said.output)")
    #expect(said.output.matches(of: #/worse: /#).count == 1)
  }

  @Test func `Times are reckoned by what the C loop takes, sizes are not`() throws {
    let slow = Self.run(loop: 4, nanoseconds: 20, cpu: 12)
    #expect(try Self.compare(slow, with: Self.run()).status == 0)
    #expect(try Self.compare(Self.run(loop: 1), with: Self.run()).status == 1)
    #expect(try Self.compare(Self.run(loop: 4, bytes: 200), with: Self.run()).status == 1)
  }

  @Test func `The tolerance is an option, and runs without a figure in common fail`() throws {
    let slow = Self.run(nanoseconds: 19)
    #expect(try Self.compare(slow, with: Self.run()).status == 1)
    #expect(try Self.compare(slow, with: Self.run(), ["--tolerance", "2"]).status == 0)
    let said = try Self.compare("{}", with: Self.run())
    #expect(said.status == 1 && said.output.contains("0 figures compared, 3 of"), "\(said.output)")
  }
}
