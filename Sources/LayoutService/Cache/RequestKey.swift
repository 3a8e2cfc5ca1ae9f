import HTTPMessage
import LayoutAPI

/// A hash of everything that the response to a GET depends on: the target, Accept and
/// Accept-Encoding.
struct RequestKey: Sendable {
  /// The hash, which differs from process to process, so that no client can aim at a slot.
  let hash: Int
  /// The layout in the path.
  let id: LayoutID

  /// Creates the key of a GET; nil if the method is another, or if the response may be a 304 or a 412.
  ///
  /// - Complexity: O(bytes of the head); no allocation.
  init?(_ request: borrowing HTTPRequest, of id: LayoutID) {
    guard request.method == .get else { return nil }
    self.id = id
    var hasher = Hasher()
    // The path consists of the id and the resource, and all cached responses are of one resource.
    hasher.combine(id)
    // Ranges of a parsed head lie within its bytes.
    unsafe request.bytes.withUnsafeBytes { bytes in
      let query = request.path.upperBound..<request.target.upperBound
      unsafe hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[query]))
    }
    for field in request.fields {
      switch RequestKey.role(field, of: request) {
      case .none: continue
      case .precondition: return nil
      case .accept(let mark):
        hasher.combine(mark)
        unsafe request.bytes.withUnsafeBytes { bytes in
          unsafe hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[field.value]))
        }
      }
    }
    hash = hasher.finalize()
  }

  /// Returns bytes that are equal for two requests if their target, Accept and Accept-Encoding are equal.
  static func bytes(of request: HTTPRequest) -> [UInt8] {
    var key = Array(request.bytes[request.target])
    for field in request.fields {
      guard case .accept(let mark) = role(field, of: request) else { continue }
      key.append(mark)
      key.append(contentsOf: request.bytes[field.value])
    }
    return key
  }

  /// Returns whether `key` is `bytes(of: request)`; allocates nothing.
  static func bytes(_ key: [UInt8], areThoseOf request: HTTPRequest) -> Bool {
    var end = request.target.count
    guard key.count >= end, key.equals(request.bytes, in: request.target, at: 0..<end) else {
      return false
    }
    for field in request.fields {
      guard case .accept(let mark) = role(field, of: request) else { continue }
      let start = end + 1
      end = start + field.value.count
      guard key.count >= end, key[start - 1] == mark,
        key.equals(request.bytes, in: field.value, at: start..<end)
      else { return false }
    }
    return end == key.count
  }

  /// The role of a field in the key.
  private enum Role {
    case none
    /// The value is part of the key, after a mark that no field's value contains.
    case accept(UInt8)
    /// The field may make the response a 304 or a 412.
    case precondition
  }

  private static func role(_ field: HTTPField, of request: HTTPRequest) -> Role {
    switch field.name.count {
    case 6 where request.bytes.equalsIgnoringCase("accept", in: field.name): .accept(1)
    case 15 where request.bytes.equalsIgnoringCase("accept-encoding", in: field.name): .accept(2)
    case 13 where request.bytes.equalsIgnoringCase("if-none-match", in: field.name): .precondition
    case 8 where request.bytes.equalsIgnoringCase("if-match", in: field.name): .precondition
    default: .none
    }
  }
}
