import Synchronization

/// A font file, which the faces of a collection share.
final class FontFile: Sendable {
  let path: String
  private let compute: FontLibrary.Digest
  private let computed = Mutex<String?>(nil)

  /// Creates a file that is hashed on first use.
  ///
  /// - Parameter digest: computes the SHA-256 of the file at a path.
  init(_ path: String, _ digest: @escaping FontLibrary.Digest) {
    self.path = path
    compute = digest
  }

  /// The SHA-256 of the file in hexadecimal digits, computed once.
  var digest: String {
    computed.withLock { known in
      if let known { return known }
      let result = compute(path)
      known = result
      return result
    }
  }
}
