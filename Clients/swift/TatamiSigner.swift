// SPDX-License-Identifier: Apache-2.0
// Signs URLs of GETs for services with API keys.

public import Foundation

/// Signs URLs, so that GETs of them need no API key: for pages with `<img>` and `<link>`.
///
/// Sign on your server only: anyone with the key can sign every URL.
public struct TatamiSigner: Sendable {
  private let key: [UInt8]

  /// Creates a signer with the first of the service's `TATAMI_URL_KEYS`.
  public init(key: String) {
    self.key = Array(key.utf8)
  }

  /// Returns the URL with its signature; nil if it has `sig` or `expires` already.
  ///
  /// - Parameters:
  ///   - url: an absolute URL, whose path is the one that the service receives.
  ///   - expires: when the URL stops working; nil if it always works.
  public func sign(_ url: URL, expires: Date? = nil) -> URL? {
    let plain = String(url.absoluteString.prefix { $0 != "#" })
    let names = plain.drop { $0 != "?" }.dropFirst().split(separator: "&").map {
      $0.prefix { $0 != "=" }
    }
    guard !names.contains("sig"), !names.contains("expires") else { return nil }
    var whole = plain
    if let expires {
      whole += "\(Self.joint(whole))expires=\(Int(expires.timeIntervalSince1970.rounded(.down)))"
    }
    var path = whole[...]
    if let authority = whole.range(of: "://") {
      path = whole[authority.upperBound...].drop { $0 != "/" && $0 != "?" }
    }
    if path.first != "/" { path = "/" + path }
    let digest = Data(TatamiDigest.hmac(Array(path.utf8), key: key)).base64EncodedString()
    let signature = digest.compactMap { character -> Character? in
      switch character {
      case "+": "-"
      case "/": "_"
      case "=": nil
      default: character
      }
    }
    return URL(string: "\(whole)\(Self.joint(whole))sig=\(String(signature))")
  }

  private static func joint(_ url: String) -> String { url.contains("?") ? "&" : "?" }
}

extension TatamiDigest {
  /// Returns the HMAC-SHA-256 of a message (RFC 2104).
  static func hmac(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    let short = key.count > 64 ? portable(key) : key
    let block = short + [UInt8](repeating: 0, count: 64 - short.count)
    return portable(block.map { $0 ^ 0x5C } + portable(block.map { $0 ^ 0x36 } + message))
  }
}
