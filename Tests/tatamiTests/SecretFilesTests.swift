import Foundation
import Glibc
import LayoutService
import TestSupport
import Testing

@testable import tatami

/// The files of secrets, which the program reads at the start and on SIGHUP.
@Suite(.timeLimit(.minutes(60)), .waits) struct SecretFilesTests {
  /// A file of secrets, removed at the end of its test.
  private final class SecretFile {
    let path = FileManager.default.temporaryDirectory.appending(path: "secret-\(UUID())").path()

    init(_ text: String) throws { try write(text) }

    deinit { _ = unsafe unlink(path) }

    func write(_ text: String) throws {
      try Data(text.utf8).write(to: URL(filePath: path))
    }
  }

  private func status(_ program: TatamiProgram, _ key: String) throws -> Int {
    try program.client.send("GET", "/metrics", ["Authorization: Bearer \(key)"]).status
  }

  /// Checks that a connection is open and its requests are answered.
  private func checkServes(_ connection: Int32) throws {
    try LiveClient.write(Array("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".utf8), connection)
    #expect(try LiveClient.readText(upTo: "}", connection).hasPrefix("HTTP/1.1 200 "))
  }

  @Test func `Keys are read again on SIGHUP, and nothing is dropped`() throws {
    let file = try SecretFile("s3cret-1\ns3cret-2\n")
    let program = try TatamiProgram(environment: ["TATAMI_API_KEYS_FILE": file.path])
    #expect(try status(program, "s3cret-1") == 200)
    #expect(try status(program, "s3cret-2") == 200)
    #expect(try status(program, "s3cret-3") == 401)
    // A request that is under way, and a connection that is idle.
    let body = Array(TestDocument.waterfall.utf8)
    let busy = try program.client.connect()
    defer { close(busy) }
    try LiveClient.write(
      Array(
        ("POST /v1/layouts HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer s3cret-1\r\n"
          + "Content-Length: \(body.count)\r\n\r\n").utf8) + body[..<10], busy)
    let idle = try program.client.connect()
    defer { close(idle) }
    try checkServes(idle)

    try file.write("s3cret-2, s3cret-3")
    program.signal(SIGHUP)
    try program.readLog(upTo: "SIGHUP: TATAMI_API_KEYS_FILE was read again\",\"keys\":2}")
    #expect(try status(program, "s3cret-1") == 401)
    #expect(try status(program, "s3cret-2") == 200)
    #expect(try status(program, "s3cret-3") == 200)
    #expect(try program.client.send("GET", "/metrics").status == 401)
    try checkServes(idle)
    try LiveClient.write(Array(body[10...]), busy)
    #expect(try LiveClient.readText(upTo: "itemCount", busy).hasPrefix("HTTP/1.1 201 "))

    // A file without keys opens nothing.
    for text in ["", "\n", "s3cret 4\n"] {
      try file.write(text)
      program.signal(SIGHUP)
      let mark = text.contains("4") ? "key 1 contains a space" : "names nothing"
      try program.readLog(upTo: mark)
      #expect(try status(program, "s3cret-3") == 200)
      #expect(try program.client.send("GET", "/metrics").status == 401)
    }
    program.signal(SIGTERM)
    let (status, log) = program.waitForEnd()
    #expect(status == 0)
    #expect(
      log.contains("SIGHUP: all secrets stay as they were: TATAMI_API_KEYS_FILE: \(file.path)"))
    #expect(!log.contains("s3cret"))
  }

  private func signed(_ target: String, by key: String) throws -> String {
    try #require(URLKeys([key]).signed(target, expires: nil))
  }

  @Test
  func `A key that is limited is refused, others are served, and a new key of its name is it, too`()
    throws
  {
    let file = try SecretFile("web:s3cret-1\nbatch:s3cret-2\n")
    let program = try TatamiProgram(
      environment: [
        "TATAMI_API_KEYS_FILE": file.path, "TATAMI_KEY_LIMITS": "requests=100,batch:requests=2",
      ])
    #expect(try status(program, "s3cret-2") == 200)
    // A slow machine may take the half minute in which another request is allowed.
    while try status(program, "s3cret-2") == 200 {}
    #expect(try status(program, "s3cret-1") == 200)
    #expect(try program.client.send("GET", "/readyz").status == 200)
    try file.write("web:s3cret-1, batch:s3cret-3")
    program.signal(SIGHUP)
    try program.readLog(upTo: "SIGHUP: TATAMI_API_KEYS_FILE was read again\",\"keys\":2}")
    #expect(try status(program, "s3cret-2") == 401)
    while try status(program, "s3cret-3") == 200 {}
    // The body of a refused request is not waited for.
    let answer = try program.client.send(
      "POST", "/v1/layouts", ["Authorization: Bearer s3cret-3"],
      body: Array(TestDocument.waterfall.utf8))
    #expect(answer.status == 429)
  }

  @Test func `Keys that sign URLs are read again on SIGHUP`() throws {
    let (old, new) = ("s3cret-old-0123456789", "s3cret-new-0123456789")
    let (apiFile, urlFile) = (try SecretFile("s3cret-api"), try SecretFile("\(old)\n"))
    let program = try TatamiProgram(
      ["--api-keys-file", apiFile.path, "--url-keys-file", urlFile.path])
    func answers(by key: String) throws -> Int {
      try program.client.send("GET", try signed("/metrics", by: key)).status
    }
    #expect(try answers(by: old) == 200)
    #expect(try answers(by: new) == 403)
    #expect(try program.client.send("GET", "/metrics").status == 401)
    let idle = try program.client.connect()
    defer { close(idle) }
    try checkServes(idle)

    try urlFile.write("\(new),\(old)")
    program.signal(SIGHUP)
    try program.readLog(upTo: "SIGHUP: TATAMI_URL_KEYS_FILE was read again\",\"keys\":2}")
    #expect(try answers(by: old) == 200)
    #expect(try answers(by: new) == 200)
    // The command signs with the first key of the same file.
    let run = try TatamiProgram.run(
      ["sign", "/metrics"], environment: ["TATAMI_URL_KEYS_FILE": urlFile.path])
    #expect(run.status == 0)
    #expect(run.output == "\(try signed("/metrics", by: new))\n")

    try urlFile.write("\(new)\n")
    program.signal(SIGHUP)
    try program.readLog(upTo: "SIGHUP: TATAMI_URL_KEYS_FILE was read again\",\"keys\":1}")
    #expect(try answers(by: old) == 403)
    #expect(try answers(by: new) == 200)

    // One invalid file keeps all secrets.
    for (text, reason) in [("", "names nothing"), ("s3cret-short", "at least 16 characters")] {
      try apiFile.write("s3cret-other")
      try urlFile.write(text)
      program.signal(SIGHUP)
      try program.readLog(upTo: reason)
      #expect(try answers(by: new) == 200)
      #expect(try status(program, "s3cret-api") == 200)
      #expect(try status(program, "s3cret-other") == 401)
    }
    try checkServes(idle)
    program.signal(SIGTERM)
    let (status, log) = program.waitForEnd()
    #expect(status == 0)
    #expect(
      log.contains("SIGHUP: all secrets stay as they were: TATAMI_URL_KEYS_FILE: \(urlFile.path)"))
    #expect(!log.contains("s3cret"))
  }

  @Test func `A file of keys that sign URLs needs API keys, and no variable beside it`() throws {
    let key = "s3cret-0123456789"
    let file = try SecretFile(key)
    let path = ["TATAMI_URL_KEYS_FILE": file.path]
    let twice = "TATAMI_URL_KEYS and TATAMI_URL_KEYS_FILE are both set; set one of them"
    for (arguments, environment, reason) in [
      (["serve"], path, "TATAMI_URL_KEYS_FILE: needs TATAMI_API_KEYS_FILE or TATAMI_API_KEYS"),
      (["serve", "--check"], path, "TATAMI_URL_KEYS_FILE: needs TATAMI_API_KEYS_FILE"),
      (["serve"], path.merging(["TATAMI_URL_KEYS": key]) { $1 }, twice),
      (["sign", "/"], path.merging(["TATAMI_URL_KEYS": key]) { $1 }, twice),
      (["sign", "/"], ["TATAMI_URL_KEYS_FILE": "/nonexistent/secret"], "No such file"),
    ] {
      let run = try TatamiProgram.run(arguments, environment: environment)
      #expect(run.status == 2)
      #expect(run.error.contains(reason), "\(run.error)")
      #expect(!run.error.contains("s3cret"))
    }
    let apiFile = try SecretFile("s3cret")
    let valid = try TatamiProgram.run(
      ["serve", "--check", "--api-keys-file", apiFile.path], environment: path)
    #expect(valid.status == 0)
  }

  @Test(.enabled(if: RealStore.isWanted, "redis-server is not installed"))
  func `The store's password is read again on SIGHUP, and further connections use it`() throws {
    let store = try RealStore(["--requirepass", "s3cret"])
    let file = try SecretFile("wr0ng\n")
    let program = try TatamiProgram(
      ["--store", store.address, "--store-timeout", "5"],
      environment: ["TATAMI_STORE_PASSWORD_FILE": file.path])
    try program.readLog(upTo: "WRONGPASS")
    #expect(try isStoreUp(program) == false)
    try file.write("s3cret\n")
    program.signal(SIGHUP)
    try program.readLog(upTo: "SIGHUP: TATAMI_STORE_PASSWORD_FILE was read again")
    // The next attempts to connect are seconds later; the suite's time limit bounds them.
    while try !isStoreUp(program) {}
    program.signal(SIGTERM)
    let (status, log) = program.waitForEnd()
    #expect(status == 0)
    #expect(!log.contains("s3cret"))
    #expect(!log.contains("wr0ng"))
  }

  private func isStoreUp(_ program: TatamiProgram) throws -> Bool {
    let page = String(decoding: try program.client.send("GET", "/metrics").body, as: UTF8.self)
    return page.contains("\ntatami_store_up 1\n")
  }

  @Test func `A file that contains no secret ends the start, whatever it is`() throws {
    let folder = FileManager.default.temporaryDirectory.path()
    let pipe = folder + "/pipe-\(UUID())"
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    defer { _ = unsafe unlink(pipe) }
    let long = try SecretFile(String(repeating: "k", count: (64 << 10) + 1))
    for variable in ["TATAMI_API_KEYS_FILE", "TATAMI_URL_KEYS_FILE", "TATAMI_STORE_PASSWORD_FILE"] {
      let isKeys = variable.contains("KEYS")
      for (path, reason) in [
        ("/nonexistent/secret", "No such file or directory"), (folder, "must be a regular file"),
        (pipe, "must be a regular file"), (long.path, "must have at most 65536 bytes (has 65537)"),
      ] {
        let run = try TatamiProgram.run(["serve"], environment: [variable: path])
        #expect(run.status == 2)
        #expect(run.error.hasPrefix("tatami: \(variable): \(path): "))
        #expect(run.error.contains(reason), "\(run.error)")
      }
      let empty = try SecretFile("\n")
      for arguments in [["serve"], ["serve", "--check"]] {
        let run = try TatamiProgram.run(arguments, environment: [variable: empty.path])
        #expect(run.status == 2)
        #expect(run.error.contains(isKeys ? "names nothing" : "is empty"))
      }
    }
  }

  @Test func `Files are split and trimmed as their settings say`() throws {
    for (text, keys) in [
      ("a\nb\n", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]), ("a, b,,\n\n c", ["a", "b", "c"]),
    ] {
      let file = try SecretFile(text)
      #expect(try SecretFiles(apiKeys: file.path).read().apiKeys == keys)
    }
    let (first, second) = ("0123456789abcdef", "fedcba9876543210")
    for text in ["\(first)\n\(second)\n", "\(first), \(second)", "\r\n\(first)\r\n\(second)"] {
      let file = try SecretFile(text)
      #expect(try SecretFiles(urlKeys: file.path).read().urlKeys == [first, second])
    }
    for (text, password) in [
      ("p w", "p w"), ("pw\n", "pw"), ("pw\r\n", "pw"), (" pw ", " pw "),
    ] {
      let file = try SecretFile(text)
      #expect(try SecretFiles(storePassword: file.path).read().storePassword == password)
    }
    let lines = try SecretFile("p\nw\n")
    #expect(throws: SettingsReader.Failure.self) {
      try SecretFiles(storePassword: lines.path).read()
    }
  }
}
