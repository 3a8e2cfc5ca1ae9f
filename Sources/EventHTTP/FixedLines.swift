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
      lines.append("Date: ")
      HTTPDate.append(seconds: second, to: &lines)
      lines.append("\r\n")
      lines.append(bytesOf: serverLine)
    }
    output.append(bytesOf: lines)
  }
}
