/// A reply of the store, as long as its action runs.
enum StoreReply {
  /// A simple string: `OK`, `PONG`.
  case status
  case integer(Int)
  /// A bulk string; none at all counts as an empty one.
  case bytes(StoreBytes)
  /// An error, in the store's own words.
  case failure(String)
  /// What answers no command that is used.
  case other

  /// The most bytes of an error that are kept, for the log.
  static let longestText = 160
}

/// Bytes that belong to the reply they came with.
///
/// Safe: a reply is read while its action runs, and never kept.
@safe
struct StoreBytes {
  private let bytes: UnsafeRawBufferPointer

  /// No bytes.
  init() {
    unsafe bytes = UnsafeRawBufferPointer(start: nil, count: 0)
  }

  /// A view of bytes, which must outlive it.
  init(_ bytes: UnsafeRawBufferPointer) {
    unsafe self.bytes = unsafe bytes
  }

  var count: Int { unsafe bytes.count }

  /// Copies the bytes to an array's end.
  func append(to array: inout [UInt8]) {
    unsafe array.append(contentsOf: bytes)
  }
}

/// The first word of an error: `OOM`, `NOAUTH`, `MOVED`.
func errorCode(_ text: String) -> Substring {
  text.prefix { $0 != " " }
}
