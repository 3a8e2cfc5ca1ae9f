import Glibc
import HTTPMessage

/// The field lines that every answer carries, as ready bytes: Date, made once a second, and Server.
struct FixedLines {
  private let serverLine: [UInt8]
  private var second = -1
  private var lines: [UInt8] = []

  init(serverLine: [UInt8]) {
    self.serverLine = serverLine
  }

  /// Appends the lines.
  mutating func append(to output: inout [UInt8]) {
    let second = time(nil)
    if second != self.second {
      self.second = second
      lines.removeAll(keepingCapacity: true)
      lines.append(contentsOf: "Date: ".utf8)
      HTTPDate.append(seconds: second, to: &lines)
      lines.append(contentsOf: "\r\n".utf8)
      lines.append(contentsOf: serverLine)
    }
    output.append(contentsOf: lines)
  }
}
