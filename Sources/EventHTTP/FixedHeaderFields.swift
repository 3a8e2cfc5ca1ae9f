import Glibc
import HTTPMessage

/// The header fields of every response, as bytes: Date, made once a second, and Server.
struct FixedHeaderFields {
  private let server: [UInt8]
  private var second = -1
  private var bytes: [UInt8] = []

  /// - Parameter server: the Server field's line; empty for none.
  init(server: [UInt8]) {
    self.server = server
  }

  /// Appends the fields' lines.
  mutating func append(to output: inout [UInt8]) {
    let second = time(nil)
    if second != self.second {
      self.second = second
      bytes.removeAll(keepingCapacity: true)
      bytes.append("Date: ")
      HTTPDate.append(seconds: second, to: &bytes)
      bytes.append("\r\n")
      bytes.append(bytesOf: server)
    }
    output.append(bytesOf: bytes)
  }
}
