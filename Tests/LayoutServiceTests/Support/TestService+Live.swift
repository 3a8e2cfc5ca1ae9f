import EventHTTP
import Logging
import TestSupport
import Testing

@testable import LayoutService

extension TestService {
  /// Serves on a loopback port, in this process, for as long as the body runs.
  static func serving(
    _ change: (inout ServiceSettings) -> Void = { _ in },
    _ body: (LiveClient, LayoutService) throws -> Void
  ) throws {
    let service = TestService(change).service
    let server = HTTPServer(
      handler: service, settings: ServerSettings(addresses: ["127.0.0.1:0"]),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let port = try #require(try server.start().first?.port)
    defer {
      server.drain(timeout: 0)
      server.waitUntilStopped()
    }
    try body(LiveClient(port: port), service)
  }
}
