import Foundation
import Glibc

/// A real `redis-server`, at a unix socket and a port of its own, with nothing on disk.
package final class RealStore {
  /// Whether there is one, or there must be: where `CI` is set it has been installed.
  package static let isWanted =
    Command.isInstalled("redis-server") || ProcessInfo.processInfo.environment["CI"] != nil

  package struct NotStarted: Error {
    package var log: String
  }

  package let port: Int
  package let socketPath: String
  private let settings: [String]
  private let folder: URL
  /// Keeps the port from others while no server listens at it.
  private let heldSocket: Int32
  private var process: Process

  /// Starts a server.
  ///
  /// - Parameter arguments: its settings: `--requirepass`, `s3cret`.
  package init(_ arguments: [String] = []) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let socketPath = folder.appending(path: "s").path()
    let settings =
      [
        "--bind", "127.0.0.1", "--unixsocket", socketPath, "--save", "", "--appendonly", "no",
        "--dir", folder.path(), "--daemonize", "no",
      ] + arguments
    (heldSocket, port) = try LoopbackPort.hold()
    process = try RealStore.launch(port, settings)
    self.socketPath = socketPath
    self.settings = settings
  }

  deinit {
    signal(SIGCONT)
    end()
    close(heldSocket)
    try? FileManager.default.removeItem(at: folder)
  }

  package var address: String { "redis://127.0.0.1:\(port)" }
  package var socketAddress: String { "unix://\(socketPath)" }

  /// Starts the server again, empty.
  package func start() throws {
    process = try Self.launch(port, settings)
  }

  private static func launch(_ port: Int, _ settings: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["redis-server", "--port", "\(port)"] + settings
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
    return process
  }

  package func signal(_ number: Int32) {
    kill(process.processIdentifier, number)
  }

  /// Kills the server, and returns when it is gone.
  package func end() {
    signal(SIGKILL)
    process.waitUntilExit()
  }

  /// Sends a command over a connection of its own, and reads the first line of the reply.
  package func ask(_ words: String...) throws -> String {
    String(try reply(to: words, upTo: "\r\n").prefix { $0 != "\r\n" })
  }

  /// A section of what the server tells of itself.
  package func info(_ section: String) throws -> String {
    try reply(to: ["INFO", section], upTo: "\r\n\r\n")
  }

  private func reply(to words: [String], upTo mark: String) throws -> String {
    let socket = try LiveClient.connect(toSocketAt: socketPath)
    defer { close(socket) }
    var text = "*\(words.count)\r\n"
    for word in words { text += "$\(word.utf8.count)\r\n\(word)\r\n" }
    try LiveClient.write(Array(text.utf8), socket)
    return try LiveClient.readText(upTo: mark, socket)
  }
}

/// Ports of 127.0.0.1.
package enum LoopbackPort {
  package struct NotToBeHad: Error {}

  /// A socket that listens at a port of the system's choice.
  package static func listen() throws -> (socket: Int32, port: Int) {
    let (socket, port) = try hold()
    guard Glibc.listen(socket, 128) == 0 else {
      close(socket)
      throw NotToBeHad()
    }
    return (socket, port)
  }

  /// A socket that holds a port of the system's choice, where connections are refused.
  ///
  /// A server that sets `SO_REUSEADDR`, as this socket does, may listen at the port nevertheless.
  package static func hold() throws -> (socket: Int32, port: Int) {
    let socket = Glibc.socket(
      AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    var mayReuse: Int32 = 1
    unsafe setsockopt(
      socket, SOL_SOCKET, SO_REUSEADDR, &mayReuse, socklen_t(MemoryLayout<Int32>.size))
    let isBound = unsafe withUnsafeMutablePointer(to: &name) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
      }
    }
    guard isBound else { throw NotToBeHad() }
    return (socket, Int(UInt16(bigEndian: name.sin_port)))
  }
}
