/// A reply of the store, valid during its callback only.
enum StoreReply {
  /// A simple string: `OK`, `PONG`.
  case status
  case integer(Int)
  /// A bulk string; empty if the store replied with null instead.
  case bytes(StoreBytes)
  /// An error, with the store's text.
  case failure(String)
  /// A reply that answers none of the commands used here.
  case other

  /// Maximum bytes of an error text that is stored for the log.
  static let maxTextLength = 160
}

/// A view of bytes that belong to a reply.
///
/// Safe: a reply is read only during its callback, and never stored.
@safe
struct StoreBytes {
  private let bytes: UnsafeRawBufferPointer

  /// Creates an empty view.
  init() {
    unsafe bytes = UnsafeRawBufferPointer(start: nil, count: 0)
  }

  /// Creates a view of bytes, which must outlive it.
  init(_ bytes: UnsafeRawBufferPointer) {
    unsafe self.bytes = unsafe bytes
  }

  var count: Int { unsafe bytes.count }

  /// Appends the bytes to an array.
  func append(to array: inout [UInt8]) {
    unsafe array.append(contentsOf: bytes)
  }
}

/// Returns the first word of an error: `OOM`, `NOAUTH`, `MOVED`.
func errorCode(_ text: String) -> Substring {
  text.prefix { $0 != " " }
}
