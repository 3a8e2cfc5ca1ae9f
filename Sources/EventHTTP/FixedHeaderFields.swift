import Glibc
import HTTPMessage

/// The header fields of every response, as bytes: Server, and Date, which is rebuilt once a second.
///
/// A class, because a struct stored in the loop would be checked for exclusive access at every response.
final class FixedHeaderFields {
  private let server: [UInt8]
  private var second = -1
  private var bytes: [UInt8] = []

  /// - Parameter server: the Server field's line; empty if there is no such field.
  init(server: [UInt8]) {
    self.server = server
  }

  /// Returns the fields' lines at this moment.
  func lines() -> [UInt8] {
    let second = time(nil)
    if second != self.second {
      self.second = second
      var lines: [UInt8] = []
      lines.append("Date: ")
      HTTPDate.append(seconds: second, to: &lines)
      lines.append("\r\n")
      lines.append(bytesOf: server)
      bytes = lines
    }
    return bytes
  }
}
