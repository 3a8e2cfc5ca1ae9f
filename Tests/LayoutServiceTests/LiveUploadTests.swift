import Foundation
import Glibc
import TestSupport
import Testing

@testable import LayoutService

/// Uploads to the service behind real sockets.
@Suite(.timeLimit(.minutes(60)), .waits) struct LiveUploadTests {
  @Test func `Heads that announce long bodies keep nobody from posting`() throws {
    try TestService.serving({ $0.maxInflightBytes = 16 << 20 }) { client, service in
      var descriptors: [Int32] = []
      defer { for descriptor in descriptors { close(descriptor) } }
      for _ in 0..<64 {
        let descriptor = try client.connect()
        descriptors.append(descriptor)
        try LiveClient.write(
          Array("POST /v1/layouts HTTP/1.1\r\nHost: a\r\nContent-Length: 1048576\r\n\r\n ".utf8),
          descriptor)
      }
      // Each holds the step that its first byte is in.
      while service.inflight.count < 64 * 4_096 {}
      let body = Array(TestDocument.list(3).utf8)
      #expect(try client.send("POST", "/v1/layouts", body: body).status == 201)
      #expect(service.inflight.count == 64 * 4_096)
    }
  }

  @Test(
    .enabled(if: Command.isInstalled("curl"), "curl is not installed"),
    arguments: [["--data-binary"], ["-HTransfer-Encoding: chunked", "--data-binary"]])
  func `curl reads why the body that it uploads is refused`(arguments: [String]) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    try Data(repeating: 32, count: 48 << 20).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try TestService.serving({ $0.maxBodyBytes = 1 << 20 }) { client, _ in
      // It does not wait for 100 Continue, but uploads at once.
      let words: [String] =
        ["/usr/bin/env", "curl", "-sS", "-w", " %{http_code}", "-HExpect:"]
        + ["http://127.0.0.1:\(client.port)/v1/layouts"] + arguments + ["@\(file.path())"]
      var conclusive = 0
      for _ in 0..<20 where conclusive < 5 {
        let start = ContinuousClock.now
        let run = try Command.run(words)
        let isRead =
          run.status == 0 && run.output.contains("content-too-large")
          && run.output.hasSuffix(" 413")
        // The server lingers 2 s after a refusal: on a machine that stands still for longer the client
        // may find the connection reset.
        if !isRead, ContinuousClock.now - start > .seconds(2) { continue }
        conclusive += 1
        #expect(isRead, "\(run)")
      }
      #expect(conclusive == 5)
    }
  }

  @Test func `A client that reads only when it can send no more reads why, too`() throws {
    try TestService.serving({ $0.maxBodyBytes = 1 << 20 }) { client, _ in
      let descriptor = try client.connect()
      defer { close(descriptor) }
      let block = [UInt8](repeating: 32, count: 1 << 20)
      try LiveClient.write(
        Array("POST /v1/layouts HTTP/1.1\r\nHost: a\r\nContent-Length: 67108864\r\n\r\n".utf8),
        descriptor)
      var sent = 0
      while sent < 64, (try? LiveClient.write(block, descriptor)) != nil { sent += 1 }
      #expect(sent < 64)
      var answer: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = LiveClient.receive(&piece, descriptor)
        guard count > 0 else { break }
        answer += piece[..<count]
      }
      let text = String(decoding: answer, as: UTF8.self)
      #expect(text.hasPrefix("HTTP/1.1 413 "))
      #expect(text.contains("content-too-large"))
    }
  }
}
