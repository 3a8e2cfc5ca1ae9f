import Dispatch
import HTTPMessage
import LayoutAPI
import LayoutService
import TestSupport
import Testing

@testable import ValkeyStore

/// Fetches from a store that does as a script says.
@Suite(.timeLimit(.minutes(60)), .waits) struct StoreReaderTests {
  @Test(arguments: [1, 4_096, 262_143, 262_144, 262_145, 1_500_000])
  func `A value is fetched, whatever its length`(_ count: Int) throws {
    let scripted = try ScriptedStore()
    let value = bytes(count)
    scripted["k"] = value
    let store = try ValkeyStore(at: scripted.address)
    store.waitUntilUp()
    #expect(isSame(store.fetch("k").bytes, value))
    #expect(store.fetch("other").text == "missing")
    store.stop(within: 5)
    let names = Set(scripted.commands.map(\.name))
    #expect(names == ["PING", "STRLEN", "GETRANGE"])
    scripted.stop()
  }

  @Test func `The value's length is told before more than a slice is read`() throws {
    let scripted = try ScriptedStore()
    scripted["k"] = bytes(3_000_000)
    let store = try ValkeyStore(at: scripted.address)
    store.waitUntilUp()
    let told = Answers<Int>()
    let answer = store.beginFetch("k") {
      told.take($0)
      return false
    }
    #expect(answer.first().text == "notAdmitted")
    #expect(told.first() == 3_000_000)
    #expect(told.count == 1)
    // The connection is as good as before.
    #expect(store.fetch("other").text == "missing")
    store.stop(within: 5)
    #expect(scripted.commands.count { $0.name == "GETRANGE" && $0.arguments[0] == "k" } == 1)
    #expect(scripted.connections == 2)
    scripted.stop()
  }

  /// The bytes of the read connection's replies to a fetch of `hello`, the answer to PING included.
  private static let exchange = "+PONG\r\n:5\r\n$5\r\nhello\r\n".utf8.count

  /// Fetches from a store that sends so many bytes a connection, and then no more.
  private func fetch(cutAt count: Int, hangs: Bool) throws -> (text: String, seconds: Double)? {
    let scripted = try ScriptedStore { _ in
      .honest
    } cut: { connection in
      connection == 0 ? .init(after: count, hangs: hangs) : nil
    }
    scripted["k"] = Array("hello".utf8)
    // Only what hangs ends by the timeout, which a machine that stands still for seconds may exceed.
    let ends = !hangs || count == Self.exchange
    let store = try ValkeyStore(at: scripted.address, timeout: ends ? 60 : 0.3)
    if count >= "+PONG\r\n".utf8.count {
      store.waitUntilUp()
      let answers = store.beginFetch("k")
      let (answer, seconds) = (answers.first(), answers.seconds)
      store.stop(within: 5)
      #expect(answers.count == 1)
      scripted.stop()
      return (answer.text, seconds)
    }
    // It never comes up by that connection, but by the next.
    store.waitUntilUp()
    #expect(store.fetchUntilUp("k").text == "found 5")
    #expect(store.health.failedConnects >= 1)
    store.stop(within: 5)
    scripted.stop()
    return nil
  }

  @Test(arguments: 0...exchange)
  func `A connection that is cut after any byte completes its call once`(_ count: Int) throws {
    guard let answer = try fetch(cutAt: count, hangs: false) else { return }
    // Connections are counted as they are accepted: the first may be the one that writes.
    let expected = count == Self.exchange ? ["found 5"] : ["down", "found 5"]
    #expect(expected.contains(answer.text))
  }

  @Test(arguments: 0...exchange)
  func `A reply that stops at any byte is waited for no longer than the timeout`(
    _ count: Int
  ) throws {
    guard let answer = try fetch(cutAt: count, hangs: true) else { return }
    let expected = count == Self.exchange ? ["found 5"] : ["timeout", "found 5"]
    #expect(expected.contains(answer.text))
    // Far from what a machine that stands still for seconds takes.
    #expect(answer.seconds < 60)
  }

  @Test(arguments: [
    "$3\r\nabc\r\n", "+OK\r\n", ":-1\r\n", ":1099511627776\r\n", ":18446744073709551616\r\n",
    ":five\r\n", ":\r\n", "*2\r\n:1\r\n:2\r\n", "*2147483647\r\n", "*-1\r\n", "$-2\r\n", "$-1\r\n",
    "-ERR no\r\n", "-NOAUTH Authentication required.\r\n", "-MOVED 1 192.0.2.1:6379\r\n",
    "-LOADING Redis is loading the dataset in memory\r\n", "_\r\n", "#t\r\n", ",1.5\r\n", "%1\r\n",
    ">2\r\n", "HTTP/1.1 400 Bad Request\r\n\r\n", ":5\r\n:5\r\n", ":5\r\n:5\r\n:5\r\n:5\r\n",
    "$1099511627776\r\n",
  ])
  func `An invalid length ends the connection, and harms no later fetch`(
    _ lie: String
  ) throws {
    let scripted = try ScriptedStore {
      $0.name == "STRLEN" && $0.arguments[0] == "lie" ? .text(lie) : .honest
    }
    scripted["k"] = Array("hello".utf8)
    scripted["lie"] = Array("hello".utf8)
    let store = try ValkeyStore(at: scripted.address, timeout: 1)
    store.waitUntilUp()
    let answers = store.beginFetch("lie")
    #expect(["down", "refused", "timeout", "notAdmitted"].contains(answers.first().text))
    #expect(store.fetchUntilUp("k").bytes == Array("hello".utf8))
    store.stop(within: 5)
    #expect(answers.count == 1)
    scripted.stop()
  }

  @Test(arguments: [
    "$4\r\nhell\r\n", "$6\r\nhello!\r\n", "$0\r\n\r\n", "$-1\r\n", ":5\r\n", "+hello\r\n",
    "-WRONGTYPE Operation against a key\r\n", "-MOVED 1 192.0.2.1:6379\r\n",
    "*1\r\n$5\r\nhello\r\n",
    "$1099511627776\r\nhello", "$5\r\nhello\r\n$5\r\nhello\r\n", "$5\r\nhello\r\n+more\r\n",
    "$5\r\nhello\r\n-more\r\n", "$5\r\nhello\r\n*3\r\n", "$5\r\nhelloworld",
  ])
  func `An invalid slice never makes another value, and harms no later fetch`(
    _ lie: String
  ) throws {
    let scripted = try ScriptedStore {
      $0.name == "GETRANGE" && $0.arguments[0] == "lie" ? .text(lie) : .honest
    }
    scripted["k"] = Array("right".utf8)
    scripted["lie"] = Array("hello".utf8)
    let store = try ValkeyStore(at: scripted.address, timeout: 1)
    store.waitUntilUp()
    let answers = store.beginFetch("lie")
    let answer = answers.first()
    #expect(answer.bytes == nil || answer.bytes == Array("hello".utf8))
    for _ in 0..<3 { #expect(store.fetchUntilUp("k").bytes == Array("right".utf8)) }
    store.stop(within: 5)
    #expect(answers.count == 1)
    scripted.stop()
  }

  @Test func `A reply without an end is read no further than a slice`() throws {
    let endless = Array("$1099511627776\r\n".utf8) + bytes(4_000_000)
    let scripted = try ScriptedStore {
      $0.name == "GETRANGE" && $0.arguments[0] == "lie" ? .bytes(endless) : .honest
    }
    scripted["lie"] = Array("hello".utf8)
    let store = try ValkeyStore(at: scripted.address, timeout: 60)
    store.waitUntilUp()
    #expect(store.fetch("lie").text == "down")
    store.stop(within: 5)
    scripted.stop()
  }

  @Test(arguments: [
    "+hello\r\n", ":1\r\n", "$2\r\nhi\r\n", "-ERR max number of clients reached\r\n", "$-1\r\n",
    "*3\r\n$7\r\nmessage\r\n$1\r\na\r\n$1\r\nb\r\n", "x",
  ])
  func `Unrequested bytes end the connection, and not the process`(_ text: String) throws {
    let scripted = try ScriptedStore()
    scripted["k"] = Array("hello".utf8)
    let store = try ValkeyStore(at: scripted.address)
    store.waitUntilUp()
    scripted.sendUnasked(text)
    waitUntil { store.health.connects >= 4 }
    #expect(store.fetchUntilUp("k").text == "found 5")
    store.stop(within: 5)
    scripted.stop()
  }

  @Test func `Clients take turns, however much one of them fetches`() throws {
    let gate = DispatchSemaphore(value: 0)
    let scripted = try ScriptedStore {
      if $0.name == "STRLEN", $0.arguments == ["greedy 0"] { gate.wait() }
      return .honest
    }
    let store = try ValkeyStore(at: scripted.address)
    store.waitUntilUp()
    var answers = (0..<200).map {
      store.beginFetch("greedy \($0)", for: HTTPClient(bits: 1, isIPv4: true))
    }
    answers.append(store.beginFetch("other", for: HTTPClient(bits: 2, isIPv4: true)))
    // Until all of them have come to the store's thread it hears of no reply.
    let come = DispatchSemaphore(value: 0)
    store.thread.post { _ in come.signal() }
    come.wait()
    gate.signal()
    #expect(answers.allSatisfy { $0.first().text == "missing" })
    store.stop(within: 5)
    let keys = scripted.commands.filter { $0.name == "STRLEN" }.map { $0.arguments[0] }
    #expect(keys.count == 201)
    // Sent at once: behind those that were on their way at most, before any of them was answered.
    #expect(try #require(keys.firstIndex(of: "other")) <= StoreReader.busyWindow)
    scripted.stop()
  }

  @Test func `If no more may wait, the newest fetch of the client with the most is refused`()
    throws
  {
    let scripted = try ScriptedStore { $0.name == "PING" ? .honest : .nothing }
    let store = try ValkeyStore(at: scripted.address, timeout: 60)
    store.waitUntilUp()
    let (greedy, other) = (HTTPClient(ipv4: 1), HTTPClient(ipv4: 2))
    func begin(_ key: String, for client: HTTPClient) -> Answers<FetchResult> {
      let answers = store.beginFetch(key, for: client)
      // The store's thread has taken it, and the inbox is empty.
      let taken = DispatchSemaphore(value: 0)
      store.thread.post { _ in taken.signal() }
      taken.wait()
      return answers
    }
    let all = (0..<StoreThread.maxCalls).map { begin("greedy \($0)", for: greedy) }
    let more = begin("one more", for: greedy)
    #expect(more.count == 1 && all.allSatisfy { $0.count == 0 })
    let found = begin("other", for: other)
    #expect(found.count == 0)
    #expect(all.dropLast().allSatisfy { $0.count == 0 } && all.last?.count == 1)
    store.stop(within: 0.1)
    #expect(found.first().text == "down")
    #expect(more.first().text == "busy" && all.last?.first().text == "busy")
    #expect(all.dropLast().allSatisfy { $0.first().text == "down" && $0.count == 1 })
    scripted.stop()
  }

  @Test func `What one client puts in the inbox keeps no other client's fetch out`() throws {
    let scripted = try ScriptedStore { $0.name == "PING" ? .honest : .nothing }
    let store = try ValkeyStore(at: scripted.address, timeout: 60)
    store.waitUntilUp()
    // The store's thread stands still: all that comes stays in the inbox.
    let (standing, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    store.thread.post { _ in
      standing.signal()
      goesOn.wait()
    }
    standing.wait()
    let (greedy, other) = (HTTPClient(ipv4: 1), HTTPClient(ipv4: 2))
    let all = (0..<StoreThread.maxCalls + 1).map { store.beginFetch("greedy \($0)", for: greedy) }
    #expect(all.map(\.count) == Array(repeating: 0, count: StoreThread.maxCalls) + [1])
    let found = store.beginFetch("other", for: other)
    #expect(found.count == 0 && all[StoreThread.maxCalls - 1].first().text == "busy")
    // Fetches keep nothing else out.
    let kept = store.beginKeep("kept", [1])
    #expect(kept.count == 0)
    goesOn.signal()
    store.stop(within: 0.1)
    #expect(found.first().text == "down" && kept.first().text == "down")
    #expect(all.allSatisfy { $0.count == 1 })
    scripted.stop()
  }

  @Test func `Fetches beyond the queue are refused, and each completes once`() throws {
    let scripted = try ScriptedStore { $0.name == "PING" ? .honest : .nothing }
    let store = try ValkeyStore(at: scripted.address, timeout: 60)
    store.waitUntilUp()
    let answers = (0..<4_000).map { store.beginFetch("\($0)") }
    // Those that may wait do so until the end, since nothing comes.
    store.stop(within: 0.1)
    let texts = answers.map { $0.first().text }
    #expect(Set(texts) == ["busy", "down"])
    #expect(texts.count { $0 == "busy" } == 4_000 - StoreThread.maxCalls)
    #expect(answers.allSatisfy { $0.count == 1 })
    scripted.stop()
  }
}
