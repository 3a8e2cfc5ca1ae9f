import Foundation
import Glibc

/// Sends requests to a live service over a socket, one connection a request.
package struct LiveClient {
  /// The seconds that a test waits for what must come, on machines that are busy with other tests.
  package static let patience = 300
  /// The service's port of 127.0.0.1.
  package let port: Int

  package init(port: Int) {
    self.port = port
  }

  /// What went wrong.
  package enum Failure: Error {
    /// A system call failed, with its `errno`.
    case call(String, Int32)
    /// What came is no response.
    case noAnswer
  }

  /// A response, read without any of the server's code.
  package struct Answer {
    /// The status code.
    package var status: Int
    /// The status line and the fields.
    package var head: String
    /// The body, its chunks joined.
    package var body: [UInt8]

    /// The Content-Type; empty if there is none.
    package var type: String {
      String(head.firstMatch(of: #/(?i)\r\ncontent-type: *([^\r]*)/#)?.output.1 ?? "")
    }
  }

  /// Sends a request and reads the response to the connection's end.
  package func send(
    _ method: String, _ target: String, _ fields: [String] = [], body: [UInt8] = []
  ) throws -> Answer {
    let descriptor = try connect()
    defer { close(descriptor) }
    var lines = ["\(method) \(target) HTTP/1.1", "Host: test", "Connection: close"] + fields
    if !body.isEmpty { lines.append("Content-Length: \(body.count)") }
    try Self.write(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body, descriptor)
    return try Self.parse(Self.readToEnd(descriptor))
  }

  /// A connected socket, every read of which ends after five minutes, far longer than a machine stands still.
  package func connect() throws -> Int32 {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = UInt16(port).bigEndian
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return try Self.connect(AF_INET, &name)
  }

  /// A socket that is connected to the unix socket at a path.
  package static func connect(toSocketAt path: String) throws -> Int32 {
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    // A path that is too long traps.
    unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    return try connect(AF_UNIX, &name)
  }

  private static func connect<Name>(_ family: Int32, _ name: inout Name) throws -> Int32 {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure.call("socket", errno) }
    var timeout = timeval(tv_sec: patience, tv_usec: 0)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    // Each kind of address begins as `sockaddr` does, and its length is given.
    let result = unsafe withUnsafePointer(to: &name) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Name>.size))
      }
    }
    guard result == 0 else {
      let number = errno
      close(descriptor)
      throw Failure.call("connect", number)
    }
    return descriptor
  }

  /// Writes all bytes.
  package static func write(_ bytes: [UInt8], _ descriptor: Int32) throws {
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes[offset...].withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure.call("send", errno) }
      offset += count
    }
  }

  /// `recv`, again where it was interrupted: as a process that was stopped goes on, one with a time limit is.
  package static func receive(_ piece: inout [UInt8], _ descriptor: Int32) -> Int {
    while true {
      let count = unsafe recv(descriptor, &piece, piece.count, 0)
      guard count < 0, errno == EINTR else { return count }
    }
  }

  /// Reads until a text has come; the connection stays open.
  package static func readText(upTo mark: String, _ descriptor: Int32) throws -> String {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = receive(&piece, descriptor)
      guard count > 0 else { throw Failure.call("recv", count == 0 ? 0 : errno) }
      bytes += piece[..<count]
      let text = String(decoding: bytes, as: UTF8.self)
      if text.contains(mark) { return text }
    }
  }

  /// Reads everything up to the connection's end.
  package static func readToEnd(_ descriptor: Int32) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = receive(&piece, descriptor)
      guard count >= 0 else { throw Failure.call("recv", errno) }
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
  }

  /// Takes a response apart; chunks are joined.
  private static func parse(_ bytes: [UInt8]) throws -> Answer {
    let data = Data(bytes)
    guard let end = data.range(of: Data("\r\n\r\n".utf8)) else { throw Failure.noAnswer }
    let head = String(decoding: data[..<end.lowerBound], as: UTF8.self)
    guard let status = Int(head.split(separator: " ")[1]) else { throw Failure.noAnswer }
    var body = Array(data[end.upperBound...])
    if head.lowercased().contains("transfer-encoding: chunked") {
      var joined: [UInt8] = []
      while let lineEnd = body.firstIndex(of: UInt8(ascii: "\r")),
        let size = Int(String(decoding: body[..<lineEnd], as: UTF8.self), radix: 16), size > 0
      {
        joined += body[(lineEnd + 2)..<(lineEnd + 2 + size)]
        body = Array(body[(lineEnd + 4 + size)...])
      }
      body = joined
    }
    return Answer(status: status, head: head, body: body)
  }
}
