import EventHTTP
import Glibc
import TestSupport

/// What went wrong between a test's client and its server.
enum TestClientError: Error {
  case call(String, Int32)
  case timedOut
  case reset
  case ended
  case malformed(String)
}

/// An answer, read without any of the server's code.
struct TestAnswer {
  var status: Int
  var fields: [(name: String, value: String)]
  var body: [UInt8]

  /// The value of the field of that lowercase name; nil unless there is exactly one.
  subscript(name: String) -> String? {
    let values = fields.filter { $0.name == name }
    return values.count == 1 ? values.first?.value : nil
  }

  var text: String { String(decoding: body, as: UTF8.self) }
}

/// A client on a blocking socket, every read of which ends after some seconds.
final class TestClient {
  private var descriptor: Int32
  private var buffer: [UInt8] = []
  private var lastReceived = seconds()
  /// The longest time in which the client has received nothing, in seconds.
  private(set) var maxGap = 0.0

  /// Connects.
  ///
  /// - Parameters:
  ///   - receiveBuffer: bytes of the socket's receive buffer, where a client shall take little.
  ///   - host: the last number of the address that the client has: 127.0.0.1 is 1.
  init(_ address: ServerAddress, receiveBuffer: Int32? = nil, host: UInt32 = 1) throws {
    switch address {
    case .tcp:
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    case .unix:
      descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    }
    guard descriptor >= 0 else { throw TestClientError.call("socket", errno) }
    var timeout = timeval(tv_sec: LiveClient.patience, tv_usec: 0)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    if var receiveBuffer {
      unsafe setsockopt(
        descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
    }
    if host != 1 {
      _ = unsafe Self.withAddress(host, port: 0) { unsafe Glibc.bind(descriptor, $0, $1) }
    }
    // `deinit` closes the descriptor, also if this throws. Closing it twice would close another test's.
    guard Self.connect(descriptor, address) == 0 else {
      throw TestClientError.call("connect", errno)
    }
  }

  deinit { close() }

  /// Calls `body` with the system's form of an address in 127.0.0.0/24.
  private static func withAddress<Result>(
    _ host: UInt32, port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var inet = sockaddr_in()
    inet.sin_family = sa_family_t(AF_INET)
    inet.sin_port = UInt16(port).bigEndian
    inet.sin_addr.s_addr = (0x7F00_0000 + host).bigEndian
    // Each kind of address begins as `sockaddr` does, and its length is given.
    return unsafe withUnsafePointer(to: &inet) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func connect(_ descriptor: Int32, _ address: ServerAddress) -> Int32 {
    switch address {
    case .tcp(_, let port):
      return unsafe withAddress(1, port: port) { unsafe Glibc.connect(descriptor, $0, $1) }
    case .unix(let path):
      var unix = sockaddr_un()
      unix.sun_family = sa_family_t(AF_UNIX)
      // A path that is too long traps.
      unsafe withUnsafeMutableBytes(of: &unix.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
      return unsafe withUnsafePointer(to: &unix) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
    }
  }

  // MARK: Sending

  /// Sends all of the bytes.
  func send(_ bytes: [UInt8]) throws {
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes[offset...].withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw TestClientError.call("send", errno) }
      offset += count
    }
  }

  /// Sends all of the text.
  func send(_ text: String) throws {
    try send(Array(text.utf8))
  }

  /// Sends a GET with a Host field.
  func get(_ target: String, _ fields: String...) throws {
    let lines = fields.map { $0 + "\r\n" }.joined()
    try send("GET \(target) HTTP/1.1\r\nHost: test\r\n\(lines)\r\n")
  }

  /// Shuts the write side down.
  func finishWriting() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Closes the connection.
  func close() {
    guard descriptor >= 0 else { return }
    Glibc.close(descriptor)
    descriptor = -1
  }

  /// Closes the connection by a reset.
  func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    close()
  }

  // MARK: Receiving

  /// Reads what there is; false at the stream's end.
  func receive() throws -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = LiveClient.receive(&bytes, descriptor)
    let number = errno
    let now = seconds()
    maxGap = max(maxGap, now - lastReceived)
    lastReceived = now
    guard count >= 0 else {
      throw switch number {
      case EAGAIN: TestClientError.timedOut
      case ECONNRESET: TestClientError.reset
      default: TestClientError.call("recv", number)
      }
    }
    buffer += bytes[..<count]
    return count > 0
  }

  /// Everything up to the stream's end, or to a reset.
  func readToEnd() throws -> [UInt8] {
    do {
      while try receive() {}
    } catch TestClientError.reset {}
    defer { buffer = [] }
    return buffer
  }

  /// Whether the server has ended the stream, without another byte.
  func isEnded() throws -> Bool {
    try readToEnd().isEmpty
  }

  /// Reads one answer.
  ///
  /// - Parameter toHead: whether it answers a HEAD, and so has no body whatever its fields say.
  func readAnswer(toHead: Bool = false) throws -> TestAnswer {
    let head = try readLines()
    guard let first = head.first, first.hasPrefix("HTTP/1.1 "),
      let status = Int(first.split(separator: " ", omittingEmptySubsequences: false)[1])
    else { throw TestClientError.malformed("\(head)") }
    let fields = try head.dropFirst().map { line in
      guard let colon = line.firstIndex(of: ":") else { throw TestClientError.malformed(line) }
      return (
        name: line[..<colon].lowercased(), value: String(line[colon...].dropFirst(2))
      )
    }
    var answer = TestAnswer(status: status, fields: fields, body: [])
    if toHead || status < 200 || status == 204 || status == 304 { return answer }
    if let length = answer["content-length"].flatMap({ Int($0) }) {
      answer.body = try read(length)
    } else if answer["transfer-encoding"] == "chunked" {
      answer.body = try readChunks()
    } else {
      answer.body = try readToEnd()
    }
    return answer
  }

  private func readChunks() throws -> [UInt8] {
    var body: [UInt8] = []
    while true {
      guard let size = Int(try readLine(), radix: 16) else {
        throw TestClientError.malformed("chunk size")
      }
      body += try read(size)
      guard try readLine().isEmpty else { throw TestClientError.malformed("chunk end") }
      if size == 0 { return body }
    }
  }

  private func readLines() throws -> [String] {
    var lines: [String] = []
    while true {
      let line = try readLine()
      if line.isEmpty { return lines }
      lines.append(line)
    }
  }

  private func readLine() throws -> String {
    var searched = 0
    while true {
      if let end = buffer[searched...].firstIndex(of: 10) {
        guard end > 0, buffer[end - 1] == 13 else { throw TestClientError.malformed("bare LF") }
        let line = String(decoding: buffer[..<(end - 1)], as: UTF8.self)
        buffer.removeSubrange(...end)
        return line
      }
      searched = buffer.count
      guard try receive() else { throw TestClientError.ended }
    }
  }

  private func read(_ count: Int) throws -> [UInt8] {
    while buffer.count < count {
      guard try receive() else { throw TestClientError.ended }
    }
    defer { buffer.removeSubrange(..<count) }
    return Array(buffer[..<count])
  }
}
