import Dispatch
import Foundation
import HTTPMessage
import LayoutAPI
import LayoutService
import Synchronization
import TestSupport
import Testing

@testable import ValkeyStore

/// Connections that come and go.
@Suite(.timeLimit(.minutes(60)), .waits) struct ReconnectingConnectionTests {
  @Test func `A password is sent first, with a user where one is named`() throws {
    for (user, password, words) in [
      ("", "s3cret", ["s3cret"]), ("ann@", "s3 cret", ["ann", "s3 cret"]),
      ("ann@", nil, ["ann", ""]),
    ] as [(String, String?, [String])] {
      let scripted = try ScriptedStore()
      let store = try ValkeyStore(at: "redis://\(user)127.0.0.1:\(scripted.port)") {
        $0.password = password
      }
      store.waitUntilUp()
      store.stop(within: 5)
      for connection in 0..<2 {
        let own = scripted.commands.filter { $0.connection == connection }
        #expect(own.map(\.name) == ["AUTH", "PING"])
        #expect(try #require(own.first).arguments == words)
      }
      scripted.stop()
    }
  }

  @Test(arguments: [
    ("AUTH", "-WRONGPASS invalid username-password pair or user is disabled.\r\n"),
    ("PING", "-NOAUTH Authentication required.\r\n"), ("PING", "-LOADING loading\r\n"),
    ("PING", ":1\r\n"), ("AUTH", "$2\r\nOK\r\n"), ("PING", "HTTP/1.1 400\r\n"),
  ])
  func `A store that lets nobody in is not up, and is tried again`(
    _ name: String, _ reply: String
  ) throws {
    let lets = Atomic<Bool>(false)
    let scripted = try ScriptedStore {
      $0.name == name && !lets.load(ordering: .relaxed) ? .text(reply) : .honest
    }
    let log = TestLog()
    let store = try ValkeyStore(at: scripted.address, log: log) { $0.password = "s3cret" }
    waitUntil { store.health.failedConnects >= 2 }
    #expect(!store.health.isUp)
    #expect(store.fetch("k").text == "down")
    #expect(store.set("k", [1]).text == "down")
    lets.store(true, ordering: .relaxed)
    store.waitUntilUp()
    #expect(store.set("k", [1]).text == "stored")
    #expect(store.health.connects == 2)
    store.stop(within: 5)
    #expect(log.text.contains("warning "))
    #expect(!log.text.contains("s3cret"))
    scripted.stop()
  }

  @Test func `A store that accepts and stays silent is never up, and delays no request`() throws {
    // The system accepts for it: nobody takes the connections.
    let (socket, port) = try LoopbackPort.listen()
    defer { close(socket) }
    let store = try ValkeyStore(at: "redis://127.0.0.1:\(port)", timeout: 0.2)
    for _ in 0..<50 {
      let answers = store.beginFetch("k")
      #expect(answers.first().text == "down")
      #expect(answers.seconds < 60)
    }
    waitUntil { store.health.failedConnects >= 2 }
    #expect(store.health.connects == 0)
    #expect(!store.health.isUp)
    store.stop(within: 5)
  }

  @Test
  func `A store that hangs delays requests under way by the timeout, and later ones not at all`()
    throws
  {
    let hangs = Atomic<Bool>(false)
    let scripted = try ScriptedStore { _ in
      hangs.load(ordering: .relaxed) ? .nothing : .honest
    }
    scripted["k"] = [1]
    let store = try ValkeyStore(at: scripted.address, timeout: 0.5)
    store.waitUntilUp()
    hangs.store(true, ordering: .relaxed)
    let underWay = (0..<20).map { _ in Answers<FetchResult>() }
    let kept = Answers<SetResult>()
    // In one message, so that none comes after another's timeout.
    store.thread.post { thread in
      for answers in underWay {
        thread.reader?.begin(
          StoreFetch(
            key: Array("k".utf8), client: .unknown, admits: { _ in true }, completion: answers.take)
        )
      }
      thread.writer?.set(
        Array("new".utf8), replacing: false, value: { [1] }, completion: kept.take)
    }
    for answers in underWay {
      #expect(answers.first().text == "timeout")
      #expect((0.4...60).contains(answers.seconds))
    }
    #expect(kept.first().text == "timeout")
    waitUntil { !store.health.isUp }
    // In the first pause the store may only have been busy; once an attempt has failed it is down.
    var later = store.fetch("k").text
    while later == "timeout" { later = store.fetch("k").text }
    #expect(later == "down")
    hangs.store(false, ordering: .relaxed)
    store.waitUntilUp()
    #expect(store.fetchUntilUp("k").text == "found 1")
    store.stop(within: 5)
    for answers in underWay { #expect(answers.count == 1) }
    scripted.stop()
  }

  @Test func `A host that has no address, or no store, is down`() throws {
    // The port stays this test's, though nobody listens there.
    let (socket, port) = try LoopbackPort.hold()
    defer { close(socket) }
    for address in [
      "redis://tatami.invalid", "redis://127.0.0.1:\(port)", "redis://[::1]:\(port)",
      "redis://localhost:\(port)", "unix:///nonexistent/store.sock",
    ] {
      let store = try ValkeyStore(at: address)
      while store.health.failedConnects < 2 {
        #expect(store.fetch("k").text == "down")
      }
      store.stop(within: 5)
      #expect(store.fetch("k").text == "down")
    }
  }

  @Test func `A host's name is resolved`() throws {
    let scripted = try ScriptedStore()
    let store = try ValkeyStore(at: "redis://localhost:\(scripted.port)")
    store.waitUntilUp()
    #expect(store.set("k", [1]).text == "stored")
    store.stop(within: 5)
    scripted.stop()
  }

  @Test func `The end waits for writes that somebody waits for`() throws {
    let gate = DispatchSemaphore(value: 0)
    let scripted = try ScriptedStore {
      if $0.name == "SET" { gate.wait() }
      return .honest
    }
    let store = try ValkeyStore(at: scripted.address, timeout: 60)
    store.waitUntilUp()
    let answers = store.beginKeep("k", bytes(500_000))
    waitUntil { scripted.commands.contains(where: { $0.name == "SET" }) }
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      store.stop(within: 60)
      ended.signal()
    }
    // Once the end has begun nobody new waits.
    waitUntil { store.fetch("k").text == "down" }
    #expect(answers.count == 0)
    gate.signal()
    ended.wait()
    #expect(answers.first().text == "stored")
    #expect(answers.count == 1)
    #expect(store.set("k", [1]).text == "down")
    scripted.stop()
  }

  @Test func `The end waits no longer than it may`() throws {
    let scripted = try ScriptedStore {
      ["SET", "STRLEN", "GETRANGE"].contains($0.name) ? .nothing : .honest
    }
    let store = try ValkeyStore(at: scripted.address, timeout: 60)
    store.waitUntilUp()
    let kept = store.beginKeep("k", [1])
    let fetched = store.beginFetch("k")
    waitUntil { scripted.commands.contains(where: { $0.name == "SET" }) }
    store.stop(within: 0.1)
    #expect(kept.first().text == "down")
    #expect(fetched.first().text == "down")
    #expect(kept.seconds < 30)
    scripted.stop()
  }

  @Test func `Nothing of a stopped store stays`() throws {
    let scripted = try ScriptedStore()
    weak var thread: StoreThread?
    do {
      let store = try ValkeyStore(at: scripted.address)
      store.waitUntilUp()
      #expect(store.set("k", [1]).text == "stored")
      thread = store.thread
      store.stop(within: 5)
    }
    waitUntilEnded(scripted)
    waitUntil { thread == nil }
    scripted.stop()
  }

  @Test func `A store that is let go stops by itself`() throws {
    let scripted = try ScriptedStore()
    do {
      let store = try ValkeyStore(at: scripted.address)
      store.waitUntilUp()
    }
    waitUntilEnded(scripted)
    scripted.stop()
  }

  /// Waits until all connections have ended, however many a store took until it was up.
  private func waitUntilEnded(_ scripted: ScriptedStore) {
    waitUntil {
      scripted.connections >= 2 && scripted.endedConnections == scripted.connections
    }
  }

  @Test func `Calls of many threads to a store that cuts at random are answered once each`() throws
  {
    let turn = Atomic<UInt64>(1)
    let scripted = try ScriptedStore { request in
      guard request.name != "PING" else { return .honest }
      let number = turn.add(1, ordering: .relaxed).newValue &* 0x9E37_79B9_7F4A_7C15
      switch number >> 58 {
      case 0: return .last(Array(":".utf8))
      case 1: return .last([])
      case 2: return .text("-ERR no\r\n")
      default: return .honest
      }
    }
    for index in 0..<8 { scripted["\(index)"] = bytes(index * 100_000 + 1) }
    let store = try ValkeyStore(at: scripted.address, timeout: 2)
    store.waitUntilUp()
    let wrong = Atomic<Int>(0)
    let again = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for round in 0..<60 {
        let fetched = store.beginFetch("\(thread)")
        let kept = store.beginKeep("new \(thread) \(round)", bytes(round * 1_000))
        store.touch("\(thread)")
        if let found = fetched.first().bytes, found.count != thread * 100_000 + 1 {
          wrong.add(1, ordering: .relaxed)
        }
        _ = kept.first()
        _ = store.health
        if fetched.count != 1 || kept.count != 1 { again.add(1, ordering: .relaxed) }
      }
    }
    store.stop(within: 5)
    let faults = (wrong.load(ordering: .relaxed), again.load(ordering: .relaxed))
    #expect(faults == (0, 0))
    scripted.stop()
  }
}
