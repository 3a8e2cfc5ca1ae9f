/// The commands of the store's protocol (RESP2) that Tatami uses.
enum StoreCommand {
  /// Returns the bytes of a complete command, such as `*2\r\n$6\r\nSTRLEN\r\n$3\r\nkey\r\n`.
  static func bytes(_ name: String, _ arguments: [[UInt8]] = []) -> [UInt8] {
    var bytes = Array("*\(arguments.count + 1)\r\n".utf8)
    append(Array(name.utf8), to: &bytes)
    for argument in arguments { append(argument, to: &bytes) }
    return bytes
  }

  /// Returns a number as a command's argument.
  static func number(_ value: Int) -> [UInt8] { Array(String(value).utf8) }

  /// Returns the bytes of a `SET` before and after the value.
  ///
  /// The caller sends the value between them, in pieces, because it may be long.
  ///
  /// - Parameters:
  ///   - count: the value's length in bytes.
  ///   - lifetime: in seconds; 0 stores the value without expiry.
  static func set(
    _ key: [UInt8], count: Int, lifetime: Int
  ) -> (head: [UInt8], tail: [UInt8]) {
    var head = Array("*\(lifetime > 0 ? 5 : 3)\r\n".utf8)
    append(Array("SET".utf8), to: &head)
    append(key, to: &head)
    head += Array("$\(count)\r\n".utf8)
    var tail = Array("\r\n".utf8)
    if lifetime > 0 {
      append(Array("EX".utf8), to: &tail)
      append(number(lifetime), to: &tail)
    }
    return (head, tail)
  }

  /// Returns a complete `SET` of a short value.
  ///
  /// - Parameter lifetime: in seconds; 0 stores the value without expiry.
  static func set(_ key: [UInt8], to value: [UInt8], lifetime: Int) -> [UInt8] {
    let (head, tail) = set(key, count: value.count, lifetime: lifetime)
    return head + value + tail
  }

  private static func append(_ argument: [UInt8], to bytes: inout [UInt8]) {
    bytes += Array("$\(argument.count)\r\n".utf8)
    bytes += argument
    bytes += [0x0D, 0x0A]
  }
}
