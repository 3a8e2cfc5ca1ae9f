import Foundation
import Glibc
import TestSupport
import Testing

/// Checks before and beside a running service: `serve --check`, `health --url`, the first lines of the log.
@Suite(.timeLimit(.minutes(60)), .waits) struct CheckingTests {
  @Test func `Settings are checked without a start`() throws {
    let program = try TatamiProgram()
    // The address is taken, and the store is not there: neither is tried.
    let good = try TatamiProgram.run(
      ["serve", "--check", "--bind", "127.0.0.1:\(program.client.port)"],
      environment: ["TATAMI_STORE": "redis://127.0.0.1:1", "TATAMI_WROKERS": "2"])
    #expect(good.status == 0)
    #expect(
      good.output
        == "the settings are valid; the service would listen at 127.0.0.1:\(program.client.port)\n")
    #expect(
      good.error
        == "tatami: warning: TATAMI_WROKERS is not a setting; did you mean TATAMI_WORKERS?\n")
    for arguments in [["--check", "--max-items", "many"], ["--max-items=many", "--check"]] {
      let bad = try TatamiProgram.run(["serve"] + arguments)
      #expect(bad.status == 2)
      #expect(bad.output.isEmpty)
      #expect(bad.error.contains("--max-items (variable TATAMI_MAX_ITEMS): must be a whole number"))
    }
  }

  @Test func `Fonts that do not exist are a warning at the start, and fail the check`() throws {
    let paths = ["TATAMI_FONTS": "/usr/share/fonts:/no/such/folder"]
    let sentence = "TATAMI_FONTS names /no/such/folder, which does not exist"
    let check = try TatamiProgram.run(["serve", "--check"], environment: paths)
    #expect(check.status == 2 && check.output.isEmpty)
    #expect(check.error.contains("tatami: warning: \(sentence)"), "\(check.error)")
    let program = try TatamiProgram(environment: paths)
    #expect(program.firstLines.contains(sentence), "\(program.firstLines)")
  }

  @Test func `Fonts that are compressed for the web are named at the start, and fail the check`()
    throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let nested = folder.appending(path: "a/b")
    try FileManager.default.createDirectory(at: nested, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = nested.appending(path: "Inter.WOFF2")
    try Data("wOF2".utf8).write(to: file)
    let paths = ["TATAMI_FONTS": folder.path]
    let check = try TatamiProgram.run(["serve", "--check"], environment: paths)
    #expect(check.status == 2 && check.output.isEmpty)
    #expect(
      check.error.contains(
        "tatami: warning: TATAMI_FONTS includes \(file.path), which is compressed"),
      "\(check.error)")
    let program = try TatamiProgram(environment: paths)
    #expect(program.firstLines.contains("includes \(file.path)"), "\(program.firstLines)")
  }

  @Test func `Health is checked by URL`() throws {
    let program = try TatamiProgram(environment: ["TATAMI_API_KEYS": "k"])
    let base = "http://127.0.0.1:\(program.client.port)"
    // The setting of another service: the URL is what counts.
    let proxied = ["TATAMI_PROXY_PROTOCOL": "on", "TATAMI_BIND": "127.0.0.1:1"]
    for (url, status) in [
      (base, 0), (base + "/", 0), (base + "/readyz", 0), (base + "/healthz?a=b", 0),
      (base + "/v1/fonts", 1), ("http://127.0.0.1:1", 1),
      ("http://localhost:\(program.client.port)", 0),
    ] {
      let health = try TatamiProgram.run(
        ["health", "--url", url, "--timeout", "60"], environment: proxied)
      #expect(health.status == status, "\(url)")
      if status == 1 { #expect(health.error == "tatami: no healthy service at \(url)\n") }
    }
    for url in [
      "https://127.0.0.1:1", "127.0.0.1:1", "http://", "http://a:99999", "http://a@b:1",
      "http://a:1/ b", "http://a:1/\r\nX: y", "http://a:1#b", "http://[::1", "unix:///a",
    ] {
      let health = try TatamiProgram.run(["health", "--url", url])
      #expect(health.status == 2, "\(url)")
      #expect(health.error.hasPrefix("tatami: --url: must be http://host:port"), "\(url)")
    }
    let both = try TatamiProgram.run(["health", "--url", base, "--bind", "127.0.0.1:1"])
    #expect(both.status == 2)
    #expect(both.error == "tatami: --bind and --url are both set; set one of them\n")
  }

  @Test func `Numbers of the first lines are numbers in JSON, and plain in text`() throws {
    let program = try TatamiProgram(["--workers", "3", "--max-items", "77", "--log-format", "json"])
    let lines = program.firstLines.split(separator: "\n")
    let limits = try FixtureValue(
      Array((try #require(lines.first { $0.contains("\"message\":\"limits\"") })).utf8))
    #expect(limits["workers"]?.number == 3)
    #expect(limits["maxItems"]?.number == 77)
    for name in [
      "processors", "memory", "files", "connections", "cacheBytes", "maxInflightBytes",
      "maxBodyBytes",
    ] {
      #expect((limits[name]?.number ?? 0) > 0, "\(name)")
    }
    let text = try TatamiProgram(["--workers", "3", "--log-format", "text"])
    #expect(text.firstLines.contains(" notice limits "))
    #expect(text.firstLines.contains(" workers=3\n"))
  }
}
