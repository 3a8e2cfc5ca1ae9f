import Foundation
import TestSupport
import Testing

@testable import LayoutService

/// The program `tatami`, as it is built.
@Suite(.timeLimit(.minutes(60)), .waits) struct ProgramTests {
  @Test func `It serves, is healthy, logs each request, and ends with status 0`() throws {
    let program = try TatamiProgram(["--log-format", "json"])
    let posted = try program.client.send(
      "POST", "/v1/layouts?rect=0,0,390,844", ["X-Request-ID: live-1"],
      body: Array(TestDocument.waterfall.utf8))
    #expect(posted.status == 201)
    let attributes = try #require(try FixtureValue(posted.body)["attributes"]).elements
    #expect(attributes.count == 4)
    #expect(posted.head.contains("X-Request-ID: live-1"))
    #expect(try program.client.send("GET", "/readyz").status == 200)
    let health = try TatamiProgram.run(
      ["health", "--bind", "127.0.0.1:\(program.client.port)", "--timeout", "60"])
    #expect(health.status == 0)
    let metrics = try program.client.send("GET", "/metrics")
    #expect(String(decoding: metrics.body, as: UTF8.self).contains("tatami_connections_open 1\n"))

    program.signal(SIGHUP)
    #expect(try program.client.send("GET", "/healthz").status == 200)
    try program.readLog(upTo: "\"requestId\":\"live-1\"")
    try program.readLog(upTo: "SIGHUP: no file to read again")
    program.signal(SIGTERM)
    let (status, log) = program.waitForEnd()
    #expect(status == 0)
    let lines = log.split(separator: "\n")
    #expect(lines.count { $0.contains("\"requestId\":\"live-1\"") } == 1)
    let line = try #require(lines.first { $0.contains("live-1") })
    let json = try FixtureValue(Array(line.utf8))
    #expect(json["method"]?.string == "POST")
    #expect(json["path"]?.string == "/v1/layouts?rect=0,0,390,844")
    #expect(json["status"]?.number == 201)
    #expect(json["cache"]?.string == "stored")
    #expect(json["ms"]?.number != nil)
    #expect((json["bytes"]?.number ?? 0) > Double(posted.body.count))
    #expect(lines.contains { $0.contains("SIGHUP: no file to read again") })
    #expect(lines.last?.contains("stopped") == true)
  }

  @Test func `Draining answers what is in flight, and turns health away afterwards`() throws {
    let program = try TatamiProgram()
    let client = program.client
    // A request whose body is not whole yet is in flight.
    let descriptor = try client.connect()
    defer { close(descriptor) }
    let body = Array(TestDocument.waterfall.utf8)
    try LiveClient.write(
      Array("POST /v1/layouts HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n".utf8)
        + body[..<10], descriptor)
    // Answered behind it by the same loop: the head above has been read.
    #expect(try client.send("GET", "/healthz").status == 200)
    program.signal(SIGTERM)
    // The signal has arrived once nobody is listening any more.
    while (try? client.send("GET", "/healthz")) != nil {}
    try LiveClient.write(Array(body[10...]), descriptor)
    let answer = String(decoding: try LiveClient.readToEnd(descriptor), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 201 "))
    #expect(answer.contains("Connection: close"))
    #expect(program.waitForEnd().status == 0)
    let health = try TatamiProgram.run(["health", "--bind", "127.0.0.1:\(client.port)"])
    #expect(health.status == 1)
  }

  @Test func `The second signal ends it at once`() throws {
    let program = try TatamiProgram(["--shutdown-timeout", "60", "--body-timeout", "300"])
    let descriptor = try program.client.connect()
    defer { close(descriptor) }
    try LiveClient.write(
      Array("POST /v1/layouts HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n".utf8), descriptor)
    #expect(try program.client.send("GET", "/healthz").status == 200)
    program.signal(SIGTERM)
    // The first has arrived once nobody is listening any more.
    while (try? program.client.send("GET", "/healthz")) != nil {}
    program.signal(SIGTERM)
    #expect(program.waitForEnd().status == 1)
  }

  @Test func `A port that is taken is told, with status 1`() throws {
    let program = try TatamiProgram()
    let address = "127.0.0.1:\(program.client.port)"
    let second = try TatamiProgram.run(["serve", "--bind", address, "--log-level", "critical"])
    #expect(second.status == 1)
    // The log is JSON, and so is the line that tells the end.
    let line = try FixtureValue(Array(second.error.utf8))
    #expect(line["level"]?.string == "critical")
    #expect(
      line["message"]?.string == "cannot listen at \(address): the address is already in use")
    let text = try TatamiProgram.run(["serve", "--bind", address, "--log-format", "text"])
    #expect(text.status == 1)
    #expect(
      text.error.hasSuffix(" critical cannot listen at \(address): the address is already in use\n")
    )
  }

  @Test func `What the system says of an address is told`() throws {
    let run = try TatamiProgram.run(["serve", "--bind", "unix:///nonexistent/tatami.sock"])
    #expect(run.status == 1)
    #expect(run.error.contains("unix:///nonexistent/tatami.sock"))
    #expect(run.error.contains("No such file or directory"))
  }

  @Test func `What cannot be written or waited for is told`() throws {
    let full = try TatamiProgram.run(
      ["layout", "-"], input: Array(TestDocument.waterfall.utf8), outputPath: "/dev/full")
    #expect(full.status == 1)
    #expect(full.error.contains("could not be written"))
    for timeout in ["nan", "inf", "0", "-1"] {
      let health = try TatamiProgram.run(["health", "--timeout=\(timeout)"])
      #expect(health.status == 2)
      #expect(health.error.contains("--timeout"))
    }
  }

  @Test func `A bad setting is told with flag and variable, with status 2`() throws {
    for run in [
      try TatamiProgram.run(["serve", "--max-items", "many"]),
      try TatamiProgram.run(["serve"], environment: ["TATAMI_MAX_ITEMS": "many"]),
    ] {
      #expect(run.status == 2)
      #expect(run.error.contains("--max-items"))
      #expect(run.error.contains("TATAMI_MAX_ITEMS"))
    }
    let list = try TatamiProgram.run(
      ["serve"], environment: ["TATAMI_TRUSTED_PROXIES": "10.0.0.0/8,10.0.0.1/8"])
    #expect(list.status == 2)
    #expect(list.error.contains("--trusted-proxies"))
    #expect(list.error.contains("TATAMI_TRUSTED_PROXIES"))
    #expect(list.error.contains("\"10.0.0.1/8\" has address bits set after its length"))
    for store in ["rediss://store", "redis://:secret@store"] {
      let run = try TatamiProgram.run(["serve"], environment: ["TATAMI_STORE": store])
      #expect(run.status == 2)
      #expect(run.error.contains("TATAMI_STORE"))
      #expect(!run.error.contains("secret"))
    }
    for flag in ["--api-key", "--api-keys", "--url-keys", "--store-password"] {
      let key = try TatamiProgram.run(["serve", flag, "s3cret"])
      #expect(key.status == 2)
      #expect(key.error.contains(flag))
      #expect(!key.error.contains("s3"))
    }
  }

  @Test func `Variables that are no settings are warned about, without what they hold`() throws {
    let program = try TatamiProgram(
      ["--log-format", "text"],
      environment: [
        "TATAMI_API_KEY": "hidden-1", "TATAMI_MAX_CONECTIONS": "9", "TATAMI_WEIGHT": "hidden-2",
        "TATAMI_PORT": "tcp://10.0.0.1:80", "TATAMI_SERVICE_HOST": "10.0.0.1",
      ])
    program.signal(SIGTERM)
    let (status, log) = program.waitForEnd()
    #expect(status == 0)
    #expect(log.contains("TATAMI_API_KEY is not a setting; did you mean TATAMI_API_KEYS?"))
    #expect(
      log.contains("TATAMI_MAX_CONECTIONS is not a setting; did you mean TATAMI_MAX_CONNECTIONS?"))
    #expect(log.contains("TATAMI_WEIGHT is not a setting; tatami serve --help lists all settings"))
    #expect(log.matches(of: #/warning TATAMI_\S+ is not a setting/#).count == 3, "\(log)")
    #expect(!log.contains("hidden"))
  }

  @Test func `The start that metrics tell is the process's, whenever they are first collected`()
    throws
  {
    let before = Date().timeIntervalSince1970
    let program = try TatamiProgram()
    // The clock ticks every 10 ms, by which /proc tells the start.
    let started = Date().timeIntervalSince1970 + 0.02
    let metrics = try program.client.send("GET", "/metrics")
    let page = String(decoding: metrics.body, as: UTF8.self)
    let match = try #require(page.firstMatch(of: #/\nprocess_start_time_seconds ([0-9.e+]+)\n/#))
    let start = try #require(Double(match.output.1))
    #expect(before - 0.02...started ~= start, "\(start - before) s after the test's start")
    let files = try #require(page.firstMatch(of: #/\nprocess_max_fds ([0-9]+)\n/#))
    let open = try #require(page.firstMatch(of: #/\nprocess_open_fds ([0-9]+)\n/#))
    #expect(try #require(Int(files.output.1)) > (try #require(Int(open.output.1))))
    #expect(!page.contains("\ntatami_connections_max 0\n"))
    #expect(page.contains("\ntatami_connections_max "))
  }

  @Test func `Help and version`() throws {
    let help = try TatamiProgram.run(["serve", "--help"])
    #expect(help.status == 0)
    #expect(help.output.contains("TATAMI_MAX_INFLIGHT_BYTES"))
    for arguments in [["help", "serve"], ["serve", "-h"]] {
      #expect(try TatamiProgram.run(arguments).output == help.output)
    }
    let version = try TatamiProgram.run(["--version"])
    #expect(version.output.contains("engine revision \(OfflineLayout.engineRevision)"))
    #expect(try TatamiProgram.run(["serve", "--version"]).output == version.output)
    #expect(try TatamiProgram.run(["help", "layout"]).output.contains("USAGE: tatami layout"))
    for command in [[], ["layout", "--help"], ["health", "--help"]] {
      let run = try TatamiProgram.run(command)
      #expect(run.status == 0)
      #expect(run.output.contains("USAGE: tatami"))
    }
  }

  @Test func `Layouts without a server are the service's`() throws {
    let document = Array(TestDocument.waterfall.utf8)
    let program = try TatamiProgram()
    let served = try program.client.send("POST", "/v1/layouts?rect=0,0,390,50", body: document)
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    try Data(document).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    for (path, input) in [(file.path(), []), ("-", document)] {
      let run = try TatamiProgram.run(["layout", path, "--rect", "0,0,390,50"], input: input)
      #expect(run.status == 0)
      #expect(run.output == String(decoding: served.body, as: UTF8.self) + "\n")
    }
    let summary = try TatamiProgram.run(["layout", file.path()])
    #expect(summary.output.contains("\"itemCount\":4}"))
    let one = try TatamiProgram.run(["layout", file.path(), "--index-path", "0-2"])
    #expect(try FixtureValue(Array(one.output.utf8))["attributes"]?.elements.count == 1)

    let picture = try TatamiProgram.run(["layout", file.path(), "--format", "svg"])
    #expect(picture.status == 0)
    #expect(picture.output.hasPrefix("<svg"))
    let all = try TatamiProgram.run(["layout", file.path(), "--format", "svg", "--rect", "all"])
    #expect(picture.output == all.output)
    let part = try TatamiProgram.run(
      ["layout", file.path(), "--format", "svg", "--index-path", "0-1"])
    #expect(part.status == 0)
    #expect(part.output != all.output)

    let update = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    try Data(#"{"delete":[[0,0]]}"#.utf8).write(to: update)
    defer { try? FileManager.default.removeItem(at: update) }
    let updated = try TatamiProgram.run(
      ["layout", file.path(), "--update", update.path(), update.path()])
    #expect(updated.status == 0)
    #expect(updated.output.contains("\"itemCount\":2,\"parent\":\"8219516"))
    let wrong = try TatamiProgram.run(["layout", file.path(), "--update", file.path()])
    #expect(wrong.status == 1)
    #expect(wrong.error.contains("/problems/invalid-update"))
    let missing = try TatamiProgram.run(["layout", "/nothing/here.json"])
    #expect(missing.status == 1)
    #expect(missing.error.contains("/nothing/here.json"))
    let bad = try TatamiProgram.run(["layout", "-"], input: Array("{".utf8))
    #expect(bad.status == 1)
    #expect(bad.output.isEmpty)
    #expect(bad.error.contains("/problems/malformed-json"))
    let query = try TatamiProgram.run(["layout", file.path(), "--rect", "a&b"])
    #expect(query.error.contains("/problems/bad-query"))
  }

  @Test(
    .disabled(
      if: !Set(ProcessInfo.processInfo.environment.keys)
        .isDisjoint(with: ["ASAN_OPTIONS", "TSAN_OPTIONS"]),
      "the sanitizers' allocators keep what is freed"))
  func `What large documents have freed is given back to the system`() throws {
    let program = try TatamiProgram([
      "--cache-bytes", "0", "--workers", "1", "--work-timeout", "300",
    ])
    func resident() throws -> Int {
      let page = String(decoding: try program.client.send("GET", "/metrics").body, as: UTF8.self)
      let match = try #require(page.firstMatch(of: #/process_resident_memory_bytes ([0-9]+)/#))
      return try #require(Int(match.output.1))
    }
    let before = try resident()
    let sections = Array(repeating: #"{"items":1}"#, count: 100_000).joined(separator: ",")
    for width in 100..<103 {
      let answer = try program.client.send(
        "POST", "/v1/layouts",
        body: Array(
          (#"{"container":{"width":\#(width),"height":9},"layout":{"type":"list","#
            + #""headerReferenceSize":{"height":1},"footerReferenceSize":{"height":1}},"#
            + #""sections":[\#(sections)]}"#).utf8))
      #expect(answer.status == 201)
    }
    // The documents took 40 MiB and more; a thread may keep eight.
    let bound = before + 24 << 20
    let deadline = ContinuousClock.now + .seconds(240)
    while try resident() > bound, ContinuousClock.now < deadline {}
    #expect(try resident() <= bound)
  }

  /// Has the program write more log lines than the pipe takes that nobody reads.
  private func fillLog(of program: TatamiProgram) throws {
    let count = 2_000
    let descriptor = try program.client.connect()
    defer { close(descriptor) }
    let path = String(repeating: "a", count: 100)
    for _ in 0..<count / 100 {
      let request = "GET /\(path) HTTP/1.1\r\nHost: a\r\n\r\n"
      try LiveClient.write(Array(String(repeating: request, count: 99).utf8), descriptor)
      let last = try program.client.send("GET", "/\(path)")
      #expect(last.status == 404)
    }
    // Nothing of it is left to do.
    try LiveClient.write(
      Array("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8), descriptor)
    _ = try LiveClient.readToEnd(descriptor)
  }

  @Test func `A reader of the log that has stopped does not delay the end`() throws {
    let program = try TatamiProgram(["--shutdown-timeout", "1", "--write-timeout", "300"])
    try fillLog(of: program)
    program.signal(SIGTERM)
    // It would be never; the time is a slow machine's.
    #expect(program.waitForEnd(seconds: 120) == 0)

    let busy = try TatamiProgram([
      "--shutdown-timeout", "60", "--write-timeout", "300", "--body-timeout", "300",
    ])
    try fillLog(of: busy)
    let descriptor = try busy.client.connect()
    defer { close(descriptor) }
    try LiveClient.write(
      Array("POST /v1/layouts HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n".utf8), descriptor)
    #expect(try busy.client.send("GET", "/healthz").status == 200)
    busy.signal(SIGTERM)
    while (try? busy.client.send("GET", "/healthz")) != nil {}
    busy.signal(SIGTERM)
    #expect(busy.waitForEnd(seconds: 120) == 1)
  }

  @Test func `The open files that metrics tell are those that are open`() throws {
    let program = try TatamiProgram()
    var held: [Int32] = []
    defer { for descriptor in held { close(descriptor) } }
    var page = ""
    for _ in 0..<30 {
      held.append(try program.client.connect())
      try LiveClient.write(
        Array("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n".utf8), held[held.count - 1])
      page = try LiveClient.readText(upTo: "tatami_build_info{", held[held.count - 1])
    }
    let told = page.firstMatch(of: #/\nprocess_open_fds ([0-9]+)\n/#)?.output.1
    let listed = try FileManager.default.contentsOfDirectory(
      atPath: "/proc/\(program.processID)/fd")
    #expect(told.flatMap { Int($0) } == listed.count)
    program.signal(SIGTERM)
    #expect(program.waitForEnd().status == 0)
  }

  @Test func `A log that cannot be written to stops nothing`() throws {
    let run = Process()
    run.executableURL = URL(filePath: "/bin/sh")
    let binary = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "tatami").path()
    let socket = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sock").path()
    run.arguments = ["-c", "exec \(binary) serve --bind unix://\(socket) 2> /dev/full"]
    try run.run()
    defer {
      run.terminate()
      run.waitUntilExit()
    }
    let health = ["health", "--bind", "unix://\(socket)", "--timeout", "60"]
    // Asked until it listens; the suite's time limit bounds it.
    while try TatamiProgram.run(health).status != 0 {}
    for _ in 0..<3 {
      #expect(try TatamiProgram.run(health).status == 0)
    }
    #expect(run.isRunning)
  }
}
