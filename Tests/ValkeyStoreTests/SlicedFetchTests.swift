import LayoutAPI
import LayoutService
import Testing

@testable import ValkeyStore

/// What a fetch asks for, and what it makes of the replies, without a socket.
@Suite struct SlicedFetchTests {
  private static let size = SlicedFetch.sliceSize

  /// Takes all commands that may be sent now.
  private func commands(_ fetch: inout SlicedFetch) -> [SlicedFetch.Command] {
    var commands: [SlicedFetch.Command] = []
    while let command = fetch.nextCommand() { commands.append(command) }
    return commands
  }

  private func slice(_ index: Int) -> SlicedFetch.Command {
    .slice(first: index * Self.size, last: (index + 1) * Self.size - 1)
  }

  /// Hands a fetch a slice's bytes as a reply.
  private func take(_ fetch: inout SlicedFetch, _ bytes: [UInt8]) -> String {
    unsafe bytes.withUnsafeBytes { bytes in
      Self.text(fetch.take(unsafe .bytes(StoreBytes(bytes))) { _ in true })
    }
  }

  private func take(
    _ fetch: inout SlicedFetch, _ reply: StoreReply, admits: (Int) -> Bool = { _ in true }
  ) -> String {
    Self.text(fetch.take(reply, admits: admits))
  }

  private static func text(_ progress: SlicedFetch.Progress) -> String {
    switch progress {
    case .goesOn: "goes on"
    case .ended(let finding): finding.text
    case .refused: "refused"
    case .outOfStep: "out of step"
    }
  }

  @Test func `Length and first slice are asked for together, and nothing else before them`() {
    var fetch = SlicedFetch()
    #expect(commands(&fetch) == [.length, slice(0)])
    #expect(commands(&fetch).isEmpty)
  }

  @Test(arguments: [1, 4_096, size - 1, size])
  func `A value of one slice takes one round trip`(_ count: Int) {
    var fetch = SlicedFetch()
    _ = commands(&fetch)
    #expect(take(&fetch, .integer(count)) == "goes on")
    #expect(commands(&fetch).isEmpty)
    #expect(take(&fetch, bytes(count)) == "found \(count)")
    #expect(commands(&fetch).isEmpty)
  }

  @Test(arguments: [size + 1, 2 * size, 9 * size + 5])
  func `Slices are asked for in order, four on their way, and come together`(_ count: Int) throws {
    let value = bytes(count)
    var fetch = SlicedFetch()
    var underWay = commands(&fetch).dropFirst()
    #expect(take(&fetch, .integer(count)) == "goes on")
    var asked = Array(underWay)
    while true {
      let more = commands(&fetch)
      asked += more
      underWay += more
      #expect(underWay.count <= SlicedFetch.window)
      guard case .slice(let first, let last)? = underWay.popFirst() else { break }
      let piece = Array(value[first..<min(last + 1, count)])
      let progress = unsafe piece.withUnsafeBytes { piece in
        fetch.take(unsafe .bytes(StoreBytes(piece))) { _ in true }
      }
      if case .ended(.found(let found)) = progress {
        #expect(found == value)
        #expect(underWay.isEmpty)
      } else {
        #expect(Self.text(progress) == "goes on")
        #expect(!underWay.isEmpty || last + 1 < count)
      }
    }
    #expect(asked == (0..<(count + Self.size - 1) / Self.size).map(slice))
  }

  @Test func `A value that is not admitted costs the first slice only`() {
    var fetch = SlicedFetch()
    _ = commands(&fetch)
    var told: [Int] = []
    let progress = take(&fetch, .integer(1 << 30)) {
      told.append($0)
      return false
    }
    #expect(progress == "notAdmitted")
    #expect(commands(&fetch).isEmpty)
    // Beyond what any store takes nobody is asked.
    #expect(told.isEmpty)
    fetch = SlicedFetch()
    _ = commands(&fetch)
    #expect(
      take(&fetch, .integer(1 << 20)) {
        told.append($0)
        return false
      } == "notAdmitted")
    #expect(told == [1 << 20])
  }

  @Test func `No length is no value`() {
    var fetch = SlicedFetch()
    _ = commands(&fetch)
    #expect(take(&fetch, .integer(0)) { _ in false } == "missing")
    #expect(commands(&fetch).isEmpty)
  }

  @Test func `What is no length is a fault of the store`() {
    for (reply, progress) in [
      (.integer(-1), "out of step"), (.status, "out of step"),
      (.bytes(StoreBytes()), "out of step"),
      (.other, "out of step"), (.failure("NOPERM"), "refused"),
      // Another type: no text that any key is of.
      (.failure("WRONGTYPE Operation against a key"), "found 0"),
      (.integer(1 << 40), "notAdmitted"),
      (.integer(.max), "notAdmitted"), (.integer(.min), "out of step"),
    ] as [(StoreReply, String)] {
      var fetch = SlicedFetch()
      _ = commands(&fetch)
      #expect(take(&fetch, reply) == progress)
      #expect(commands(&fetch).isEmpty)
    }
  }

  @Test func `What is no slice is a fault of the store`() {
    for (reply, progress) in [
      (.integer(5), "out of step"), (.status, "out of step"), (.other, "out of step"),
      (.failure("ERR"), "refused"), (.bytes(StoreBytes()), "missing"),
    ] as [(StoreReply, String)] {
      var fetch = SlicedFetch()
      _ = commands(&fetch)
      _ = take(&fetch, .integer(5))
      #expect(take(&fetch, reply) == progress)
    }
    for (count, progress) in [
      (4, "refused"), (6, "refused"), (Self.size, "refused"), (Self.size + 1, "out of step"),
    ] {
      var fetch = SlicedFetch()
      _ = commands(&fetch)
      _ = take(&fetch, .integer(5))
      #expect(take(&fetch, bytes(count)) == progress)
    }
  }

  @Test func `A value whose lifetime ends between two slices is missing`() {
    var fetch = SlicedFetch()
    _ = commands(&fetch)
    _ = take(&fetch, .integer(2 * Self.size))
    _ = commands(&fetch)
    #expect(take(&fetch, bytes(Self.size)) == "goes on")
    #expect(take(&fetch, .bytes(StoreBytes())) == "missing")
  }
}
