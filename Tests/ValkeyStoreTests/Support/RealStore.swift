import Foundation
import TestSupport

/// A real `redis-server`, at a unix socket and a port of its own, with nothing on disk.
final class RealStore {
  /// Whether there is one, or there must be: where `CI` is set it has been installed.
  static let isWanted =
    Command.isInstalled("redis-server") || ProcessInfo.processInfo.environment["CI"] != nil

  struct NotStarted: Error {
    var log: String
  }

  let port: Int
  let socketPath: String
  private let arguments: [String]
  private let folder: URL
  private var process = Process()

  /// Starts a server.
  ///
  /// - Parameter arguments: its settings: `--requirepass`, `s3cret`.
  init(_ arguments: [String] = []) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    socketPath = folder.appending(path: "s").path()
    let (socket, port) = try LoopbackPort.listen()
    close(socket)
    self.port = port
    self.arguments = arguments
    try start()
  }

  deinit {
    signal(SIGCONT)
    end()
    try? FileManager.default.removeItem(at: folder)
  }

  var address: String { "redis://127.0.0.1:\(port)" }
  var socketAddress: String { "unix://\(socketPath)" }

  /// Starts the server, again or for the first time; empty.
  func start() throws {
    process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      [
        "redis-server", "--port", "\(port)", "--bind", "127.0.0.1", "--unixsocket", socketPath,
        "--save", "", "--appendonly", "no", "--dir", folder.path(), "--daemonize", "no",
      ] + arguments
    let log = Pipe()
    process.standardOutput = log
    process.standardError = log
    process.standardInput = FileHandle.nullDevice
    try process.run()
    var text = ""
    while !text.contains("ready to accept connections at") {
      let data = log.fileHandleForReading.availableData
      guard !data.isEmpty else { throw NotStarted(log: text) }
      text += String(decoding: data, as: UTF8.self)
    }
    // What it logs later is read, so that it never waits for that.
    log.fileHandleForReading.readabilityHandler = { handle in
      if handle.availableData.isEmpty { handle.readabilityHandler = nil }
    }
  }

  func signal(_ number: Int32) {
    kill(process.processIdentifier, number)
  }

  /// Kills the server, and returns when it is gone.
  func end() {
    signal(SIGKILL)
    process.waitUntilExit()
  }

  /// Sends a command over a connection of its own, and reads the first line of the reply.
  func ask(_ words: String...) throws -> String {
    let socket = try LiveClient.connect(toSocketAt: socketPath)
    defer { close(socket) }
    var text = "*\(words.count)\r\n"
    for word in words { text += "$\(word.utf8.count)\r\n\(word)\r\n" }
    try LiveClient.write(Array(text.utf8), socket)
    let reply = try LiveClient.readText(upTo: "\r\n", socket)
    return String(reply.prefix { $0 != "\r\n" })
  }
}
