/// Maximum bytes of a body after inflation, and the setting that limits them.
package struct BodyLimit: Sendable {
  /// The limit in bytes, inclusive.
  package let bytes: Int
  /// The setting's environment variable.
  package let setting: StaticString

  /// Creates a limit.
  package init(bytes: Int, setting: StaticString) {
    self.bytes = bytes
    self.setting = setting
  }

  /// Throws `refusal` if a body of `count` bytes exceeds the limit.
  package func check(_ count: Int) throws(Problem) {
    guard count <= bytes else { throw refusal }
  }

  /// The problem of a larger body: 413, with the limit and the setting that raises it.
  package var refusal: Problem { .bodyTooLarge(limit: bytes, setting: setting) }
}
