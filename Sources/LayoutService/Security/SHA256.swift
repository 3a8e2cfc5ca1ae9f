import CLibcrypto
import HTTPMessage

/// Computes the SHA-256 of bytes that arrive piece by piece (FIPS 180-4).
///
/// Wraps libcrypto's `EVP_MD_CTX`. Its calls fail only if memory has run out; that ends the
/// process, as it does wherever Swift allocates. Safe: the context lives as long as the value, and
/// bytes are read during the call only.
@safe struct SHA256: ~Copyable {
  /// A digest: 32 bytes as four big-endian words.
  typealias Digest = (UInt64, UInt64, UInt64, UInt64)

  /// The algorithm, looked up once: a look-up costs more than the hash of a small document.
  ///
  /// libcrypto reads no configuration file for it, and is not unloaded at the process's exit,
  /// because workers may still be hashing then.
  // Threads may share an EVP_MD by design; it is never freed.
  nonisolated(unsafe) private static let algorithm: OpaquePointer? = {
    OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_ATEXIT), nil)
    return unsafe EVP_MD_fetch(nil, "SHA256", nil) ?? EVP_sha256()
  }()

  private let context: OpaquePointer

  /// Begins a hash.
  init() {
    guard let context = unsafe EVP_MD_CTX_new(),
      unsafe EVP_DigestInit_ex2(context, Self.algorithm, nil) == 1
    else { fatalError("libcrypto: no memory for a SHA-256") }
    unsafe self.context = unsafe context
  }

  deinit {
    unsafe EVP_MD_CTX_free(context)
  }

  /// Hashes further bytes.
  ///
  /// - Complexity: O(`bytes`), some 0.6 ns per byte if the processor has SHA-NI.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard unsafe EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1 else {
      fatalError("libcrypto: SHA-256 failed")
    }
  }

  /// Ends the hash and returns it; call this once, and add nothing afterwards.
  mutating func finish() -> Digest {
    var digest: Digest = (0, 0, 0, 0)
    let isWhole = unsafe withUnsafeMutableBytes(of: &digest) {
      unsafe EVP_DigestFinal_ex(context, $0.baseAddress, nil) == 1
    }
    guard isWhole else { fatalError("libcrypto: SHA-256 failed") }
    return (
      UInt64(bigEndian: digest.0), UInt64(bigEndian: digest.1), UInt64(bigEndian: digest.2),
      UInt64(bigEndian: digest.3)
    )
  }

  /// Returns the SHA-256 of the pieces that a function returns, as hexadecimal digits.
  ///
  /// - Parameter nextPiece: returns the next bytes; nil at the end.
  /// - Complexity: O(bytes).
  static func hexDigest(ofPieces nextPiece: () -> [UInt8]?) -> String {
    var hasher = SHA256()
    while let piece = nextPiece() {
      unsafe piece.withUnsafeBytes { unsafe hasher.update($0) }
    }
    var digits: [UInt8] = []
    let digest = hasher.finish()
    for word in [digest.0, digest.1, digest.2, digest.3] { digits.append(hexDigitsOf: word) }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Returns the SHA-256 of bytes that are available at once.
  static func hash(_ bytes: ArraySlice<UInt8>) -> Digest {
    var hasher = SHA256()
    unsafe bytes.withUnsafeBytes { unsafe hasher.update($0) }
    return hasher.finish()
  }
}
