import Foundation
import Synchronization
import TestSupport

/// A store of the tests' own: keeps values in memory and speaks its protocol over plain sockets, but
/// for what a script says, which may lie, cut or hang.
final class ScriptedStore: Sendable {
  /// A command that has come.
  struct Request {
    /// Counts connections, from 0.
    var connection: Int
    /// The command's name, and its arguments.
    var words: [[UInt8]]

    var name: String { String(decoding: words[0], as: UTF8.self) }
    /// The arguments as text; a value's bytes are none, and slow to mend.
    var arguments: [String] {
      words.dropFirst().map { $0.count > 100 ? "" : String(decoding: $0, as: UTF8.self) }
    }
  }

  /// What the script has a command answered with.
  enum Reply {
    /// What a real store would say.
    case honest
    /// These bytes.
    case bytes([UInt8])
    /// These bytes, then the connection's end.
    case last([UInt8])
    /// Nothing, now or later, though the connection stays open.
    case nothing

    static func text(_ text: String) -> Reply { .bytes(Array(text.utf8)) }
  }

  typealias Script = @Sendable (Request) -> Reply

  /// Bytes that a connection sends at most before it ends, or hangs.
  struct Cut {
    var after: Int
    var hangs: Bool
  }

  let port: Int
  private let listening: Int32
  private let script: Script
  private let cut: @Sendable (_ connection: Int) -> Cut?
  private let state = Mutex(State())

  private struct State {
    var values: [[UInt8]: [UInt8]] = [:]
    var commands: [Request] = []
    var ended = 0
    var sockets: [Int32] = []
    var connections = 0
    var isAccepting = true
  }

  init(
    script: @escaping Script = { _ in .honest },
    cut: @escaping @Sendable (_ connection: Int) -> Cut? = { _ in nil }
  ) throws {
    self.script = script
    self.cut = cut
    (listening, port) = try LoopbackPort.listen()
    let listening = listening
    Thread.detachNewThread { [self] in
      while case let socket = accept(listening, nil, nil), socket >= 0 {
        let number = state.withLock { state in
          state.sockets.append(socket)
          state.connections += 1
          return state.connections - 1
        }
        Thread.detachNewThread { [self] in
          serve(socket, number)
          shutdown(socket, Int32(SHUT_RDWR))
          state.withLock { $0.ended += 1 }
        }
      }
      state.withLock { $0.isAccepting = false }
    }
  }

  /// Ends all connections and listens no more; a test calls it last.
  func stop() {
    shutdown(listening, Int32(SHUT_RDWR))
    waitUntil { state.withLock({ !$0.isAccepting }) }
    let sockets = state.withLock { $0.sockets }
    for socket in sockets { shutdown(socket, Int32(SHUT_RDWR)) }
    // The numbers of all these may be another's once no thread uses them.
    waitUntil { state.withLock({ $0.ended == $0.connections }) }
    for socket in sockets { close(socket) }
    close(listening)
  }

  var address: String { "redis://127.0.0.1:\(port)" }

  /// The commands that came, in the order of each connection.
  var commands: [Request] { state.withLock { $0.commands } }

  /// Connections so far, and how many of them have ended.
  var connections: Int { state.withLock { $0.connections } }
  var endedConnections: Int { state.withLock { $0.ended } }

  subscript(key: String) -> [UInt8]? {
    get { state.withLock { $0.values[Array(key.utf8)] } }
    set { state.withLock { $0.values[Array(key.utf8)] = newValue } }
  }

  /// Sends bytes that nobody asked for, over all connections.
  func sendUnasked(_ text: String) {
    for socket in state.withLock({ $0.sockets }) {
      _ = unsafe Array(text.utf8).withUnsafeBytes {
        unsafe send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
    }
  }

  private func serve(_ socket: Int32, _ number: Int) {
    let cut = cut(number)
    var left = cut?.after ?? .max
    var input = CommandReader(socket: socket)
    while let words = input.next() {
      let request = Request(connection: number, words: words)
      state.withLock { $0.commands.append(request) }
      var bytes: [UInt8]
      var isLast = false
      switch script(request) {
      case .honest: bytes = honest(request)
      case .bytes(let own): bytes = own
      case .last(let own): (bytes, isLast) = (own, true)
      case .nothing: bytes = []
      }
      if bytes.count > left {
        bytes = Array(bytes.prefix(left))
        isLast = true
      }
      left -= bytes.count
      guard (try? LiveClient.write(bytes, socket)) != nil else { return }
      guard isLast else { continue }
      if cut?.hangs == true { while input.next() != nil {} }
      return
    }
  }

  private func honest(_ request: Request) -> [UInt8] {
    let words = request.words
    return state.withLock { state in
      switch request.name {
      case "PING": return Array("+PONG\r\n".utf8)
      case "AUTH": return Array("+OK\r\n".utf8)
      case "EXPIRE", "TOUCH": return Array(":\(state.values[words[1]] == nil ? 0 : 1)\r\n".utf8)
      case "STRLEN": return Array(":\(state.values[words[1]]?.count ?? 0)\r\n".utf8)
      case "SET":
        state.values[words[1]] = words[2]
        return Array("+OK\r\n".utf8)
      case "DEL":
        let there = words.dropFirst().filter { state.values.removeValue(forKey: $0) != nil }
        return Array(":\(there.count)\r\n".utf8)
      case "APPEND":
        state.values[words[1], default: []] += words[2]
        return Array(":\(state.values[words[1]]?.count ?? 0)\r\n".utf8)
      case "GETRANGE":
        let value = state.values[words[1]] ?? []
        let first = Int(request.arguments[1]) ?? 0
        let end = min(value.count, (Int(request.arguments[2]) ?? 0) + 1)
        return Self.bulk(first < end ? value[first..<end] : [])
      default: return Array("-ERR unknown command\r\n".utf8)
      }
    }
  }

  static func bulk(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    Array("$\(bytes.count)\r\n".utf8) + bytes + [13, 10]
  }
}

/// Commands as they come over a socket.
struct CommandReader {
  let socket: Int32
  private var piece = [UInt8](repeating: 0, count: 1 << 16)
  /// The bytes of the piece that have come, and those that were read of it.
  private var count = 0
  private var position = 0

  init(socket: Int32) {
    self.socket = socket
  }

  /// The next command's words; nil once the connection has ended.
  mutating func next() -> [[UInt8]]? {
    guard let count = number(after: "*") else { return nil }
    var words: [[UInt8]] = []
    for _ in 0..<count {
      guard let length = number(after: "$"), let word = bytes(length), bytes(2) != nil else {
        return nil
      }
      words.append(word)
    }
    return words
  }

  private mutating func number(after mark: Character) -> Int? {
    var line = ""
    while !line.hasSuffix("\r\n") {
      guard let byte = bytes(1)?.first else { return nil }
      line.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return line.first == mark ? Int(line.dropFirst().prefix { $0.isNumber }) : nil
  }

  /// The next bytes, copied as memory: long values are slow to copy one by one in a debug build.
  private mutating func bytes(_ length: Int) -> [UInt8]? {
    var taken = [UInt8](repeating: 0, count: length)
    var filled = 0
    while filled < length {
      if position == count {
        count = unsafe recv(socket, &piece, piece.count, 0)
        position = 0
        guard count > 0 else { return nil }
      }
      let part = min(count - position, length - filled)
      unsafe taken.withUnsafeMutableBytes { taken in
        unsafe piece.withUnsafeBytes { piece in
          unsafe UnsafeMutableRawBufferPointer(rebasing: taken[filled...])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: piece[position..<position + part]))
        }
      }
      filled += part
      position += part
    }
    return taken
  }
}
