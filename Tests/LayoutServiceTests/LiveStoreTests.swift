import Dispatch
import EventHTTP
import Glibc
import LayoutAPI
import Logging
import TestSupport
import Testing

@testable import LayoutService

/// Replicas on sockets, with a store of documents between them (Contract §14).
@Suite(.timeLimit(.minutes(60)), .waits) struct LiveStoreTests {
  @Test func `Draining waits for what is being kept, and for what is being fetched`() throws {
    let store = MemoryStore()
    let document = Array(TestDocument.waterfall.utf8)
    let other = Array(TestDocument.list(5).utf8)
    store.values["tatami:d1:\(other.layoutID.text)"] = other
    let service = TestService.replica(store).service
    let server = HTTPServer(
      handler: service, settings: ServerSettings(addresses: ["127.0.0.1:0"]),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let client = LiveClient(port: try #require(try server.start().first?.port))
    store.holdWrites()
    store.holdFetches()
    let (post, get) = (try client.connect(), try client.connect())
    defer {
      close(post)
      close(get)
    }
    let head = "POST /v1/layouts HTTP/1.1\r\nHost: a\r\nContent-Length: \(document.count)\r\n\r\n"
    try LiveClient.write(Array(head.utf8) + document, post)
    try LiveClient.write(
      Array("GET \(other.layoutID.path) HTTP/1.1\r\nHost: a\r\n\r\n".utf8), get)
    // What is posted is kept, and a GET asks for a document and for an update.
    for _ in 0..<3 { store.waitForArrival() }
    service.beginDraining()
    server.drain(timeout: 300)
    store.release()
    let posted = String(decoding: try LiveClient.readToEnd(post), as: UTF8.self)
    let got = String(decoding: try LiveClient.readToEnd(get), as: UTF8.self)
    #expect(posted.hasPrefix("HTTP/1.1 201 "))
    #expect(posted.contains("tatami-store; fwd=miss; stored"))
    #expect(got.hasPrefix("HTTP/1.1 200 "))
    server.waitUntilStopped()
    #expect(store.values["tatami:d1:\(document.layoutID.text)"] == document)
  }

  @Test func `Clients that leave while the store is asked leave nothing behind`() throws {
    let store = MemoryStore()
    let service = TestService.replica(store).service
    let server = HTTPServer(
      handler: service, settings: ServerSettings(addresses: ["127.0.0.1:0"]),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let client = LiveClient(port: try #require(try server.start().first?.port))
    defer {
      server.drain(timeout: 0)
      server.waitUntilStopped()
    }
    store.holdWrites()
    store.holdFetches()
    for number in 0..<40 {
      let descriptor = try client.connect()
      let body = TestDocument.list(number)
      let id = Array(TestDocument.list(1_000 + number).utf8).layoutID
      let text =
        number % 2 == 0
        ? "POST /v1/layouts HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        : "GET \(id.path) HTTP/1.1\r\nHost: a\r\n\r\n"
      try LiveClient.write(Array(text.utf8), descriptor)
      // A GET asks for a document and for an update.
      for _ in 0...number % 2 { store.waitForArrival() }
      close(descriptor)
    }
    store.release()
    while store.isBusy || service.layouts.queue.depth != (0, 0) {}
    while service.inflight.count > 0 {}
    #expect(service.layouts.cache.figures.computing == 0)
    #expect(service.layouts.cache.figures.waitingForStore == 0)
    #expect(store.values.count == 20)
  }
}
