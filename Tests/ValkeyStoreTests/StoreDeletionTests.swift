import Dispatch
import Foundation
import LayoutAPI
import LayoutService
import TestSupport
import Testing

@testable import ValkeyStore

/// Deletions, their tombstones and their log.
@Suite(.timeLimit(.minutes(60)), .waits) struct StoreDeletionTests {
  private static let deletion = StoreDeletion(
    keys: [Array("d".utf8), Array("u".utf8)], tombstone: Array("x".utf8), log: Array("l".utf8),
    entry: Array("entry\n".utf8), logLifetime: 600)

  private static func delete(in store: ValkeyStore) -> String {
    let answers = Answers<StoreError?>()
    store.delete(deletion, completion: answers.take)
    return answers.first()?.rawValue ?? "deleted"
  }

  private static func read(_ store: ValkeyStore, _ range: Range<Int>) -> FetchResult {
    let answers = Answers<FetchResult>()
    store.read(Array("l".utf8), in: range, completion: answers.take)
    return answers.first()
  }

  @Test func `A deletion sets the tombstone before it removes what it marks`() throws {
    let scripted = try ScriptedStore()
    let store = try ValkeyStore(at: scripted.address)
    store.waitUntilUp()
    scripted["d"] = [1]
    #expect(Self.delete(in: store) == "deleted")
    #expect(scripted["d"] == nil)
    #expect(scripted["x"] == [49])
    #expect(Self.delete(in: store) == "deleted")
    #expect(Self.read(store, 6..<200).bytes == Array("entry\n".utf8))
    #expect(Self.read(store, 12..<200).text == "found 0")
    store.stop(within: 5)
    let own = scripted.commands.filter { $0.name != "PING" }.prefix(4)
    #expect(own.map(\.name) == ["SET", "DEL", "APPEND", "EXPIRE"])
    #expect(own.map(\.arguments.first) == ["x", "d", "l", "l"])
    #expect(own[0].arguments == ["x", "1", "EX", "604800"])
    #expect(own[1].arguments == ["d", "u"])
    #expect(own[3].arguments == ["l", "600"])
    scripted.stop()
  }

  @Test func `A value that is stored late is deleted again, a new one stays`() throws {
    let values = try HeldValues { $0.timeout = 60 }
    let (scripted, store) = (values.scripted, values.store)
    func keep() -> Answers<SetResult> {
      let answers = Answers<SetResult>()
      store.set(
        Array("d".utf8), replacing: false, tombstone: Array("x".utf8), value: { [7] },
        completion: answers.take)
      return answers
    }
    let late = keep()
    waitUntil { values.count == 1 }
    // The value is being made while it is deleted.
    #expect(Self.delete(in: store) == "deleted")
    values.make()
    #expect(late.first().text == "stored")
    waitUntil { scripted["d"] == nil && scripted.commands.last?.name == "DEL" }
    #expect(scripted["x"] == [49])

    let again = keep()
    waitUntil { values.count == 2 }
    values.make()
    #expect(again.first().text == "stored")
    waitUntil { scripted.commands.last { $0.name == "EXPIRE" }?.arguments.first == "x" }
    #expect(scripted["d"] == [7])
    #expect(scripted["x"] == nil)
    store.stop(within: 5)
    scripted.stop()
  }

  @Test(arguments: ["SET", "DEL", "APPEND", "EXPIRE"])
  func `A step that fails or is cut off ends the deletion with a reason`(_ step: String) throws {
    for (reply, reason) in [
      (ScriptedStore.Reply.text("-ERR no\r\n"), "refused"), (.text("$1\r\n1\r\n"), "refused"),
      (.last([]), "down"),
    ] {
      let scripted = try ScriptedStore { $0.name == step ? reply : .honest }
      let store = try ValkeyStore(at: scripted.address)
      store.waitUntilUp()
      #expect(Self.delete(in: store) == reason)
      store.stop(within: 5)
      #expect(Self.delete(in: store) == "down")
      scripted.stop()
    }
  }

  @Test func `What is no part of a log is not believed`() throws {
    for (reply, text) in [
      ("-ERR no\r\n", "refused"), (":1\r\n", "refused"), ("$5\r\n12345\r\n", "found 0"),
    ] {
      let scripted = try ScriptedStore { $0.name == "GETRANGE" ? .text(reply) : .honest }
      let store = try ValkeyStore(at: scripted.address)
      store.waitUntilUp()
      #expect(Self.read(store, 0..<4).text == text)
      store.stop(within: 5)
      scripted.stop()
    }
  }
}
