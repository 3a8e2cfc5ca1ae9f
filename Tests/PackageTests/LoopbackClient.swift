import Foundation
import Glibc

/// One exchange with a service on this machine, over a plain socket.
struct LoopbackClient {
  /// An answer, whole.
  struct Answer {
    /// The status code.
    var status: Int
    /// The Content-Type, empty where there is none.
    var type: String
    /// What follows the header.
    var body: Data
  }

  /// The exchange failed at this step.
  struct Failure: Error {
    /// What was tried.
    var step: String
  }

  /// Sends a request and reads the answer to its end.
  ///
  /// - Parameter address: `127.0.0.1:port`.
  static func send(
    _ method: String, _ path: String, body: String?, to address: String
  ) throws -> Answer {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { throw Failure(step: "socket") }
    defer { close(socket) }
    try connect(socket, to: address)
    var head = "\(method) \(path) HTTP/1.1\r\nHost: \(address)\r\nConnection: close\r\n"
    if let body {
      head += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
    }
    try write(Data((head + "\r\n" + (body ?? "")).utf8), to: socket)
    return try answer(in: read(from: socket))
  }

  private static func connect(_ socket: Int32, to address: String) throws {
    guard let port = address.split(separator: ":").last.flatMap({ UInt16($0) }) else {
      throw Failure(step: "port of \(address)")
    }
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    name.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure(step: "connect") }
  }

  private static func write(_ data: Data, to socket: Int32) throws {
    var sent = 0
    while sent < data.count {
      let count = data.withUnsafeBytes { bytes in
        Glibc.send(
          socket, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure(step: "send") }
      sent += count
    }
  }

  private static func read(from socket: Int32) throws -> Data {
    var data = Data()
    var piece = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = Glibc.recv(socket, &piece, piece.count, 0)
      guard count >= 0 else { throw Failure(step: "recv") }
      guard count > 0 else { return data }
      data.append(contentsOf: piece[..<count])
    }
  }

  private static func answer(in data: Data) throws -> Answer {
    guard let end = data.range(of: Data("\r\n\r\n".utf8)) else { throw Failure(step: "header") }
    let head = String(decoding: data[..<end.lowerBound], as: UTF8.self)
    let words = head.split(separator: " ")
    guard words.count > 1, let status = Int(words[1]) else { throw Failure(step: "status") }
    let type = head.firstMatch(of: #/(?i)\r\ncontent-type: *([^\r]*)/#)?.output.1
    return Answer(status: status, type: String(type ?? ""), body: data[end.upperBound...])
  }
}
