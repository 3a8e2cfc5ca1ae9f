import Glibc
import Synchronization

/// A font file, which the faces of a collection share.
final class FontFile: Sendable {
  let path: String
  private static let pieceByteCount = 64 << 10
  private let compute: FontLibrary.Digest
  private let computed = Mutex<String?>(nil)

  /// Creates a file that is hashed on first use.
  ///
  /// - Parameter digest: computes the SHA-256 of the pieces that a function returns.
  init(_ path: String, _ digest: @escaping FontLibrary.Digest) {
    self.path = path
    compute = digest
  }

  /// The SHA-256 of the file in hexadecimal digits, computed once.
  ///
  /// If the file cannot be read, it is a text that is unique to this file and process.
  var digest: String {
    computed.withLock { known in
      if let known { return known }
      let result = readDigest() ?? "unreadable-\(UInt64.random(in: 0 ... .max))"
      known = result
      return result
    }
  }

  private func readDigest() -> String? {
    guard let file = unsafe fopen(path, "rb") else { return nil }
    defer { unsafe fclose(file) }
    let digest = compute {
      let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceByteCount) {
        buffer, count in
        count = unsafe fread(buffer.baseAddress, 1, buffer.count, file)
      }
      return piece.isEmpty ? nil : piece
    }
    return unsafe ferror(file) == 0 ? digest : nil
  }
}
