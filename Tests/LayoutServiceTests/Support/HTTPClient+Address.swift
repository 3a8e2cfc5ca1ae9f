import HTTPMessage
import Testing

@testable import LayoutService

extension HTTPClient {
  /// The client of an address written as text.
  init(address: String) throws {
    let bytes = Array(address.utf8)
    let address = try #require(IPAddress(bytes, in: 0..<bytes.count))
    self.init(bits: address.bits, isIPv4: address.isIPv4)
  }
}
