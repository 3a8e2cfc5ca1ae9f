import Foundation
import Glibc
import TestSupport
import Testing

/// What a service manager hears of the program, on a socket as systemd's (sd_notify(3)).
@Suite(.timeLimit(.minutes(60)), .waits) struct ServiceManagerTests {
  /// The manager's end of the socket.
  private final class Manager {
    let descriptor: Int32
    private var heard: [String] = []

    /// Binds a socket to a path, or to an abstract name that begins with `@`.
    init(_ path: String) throws {
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      var bytes = Array(path.utf8)
      if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
      unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
      let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
      let bound = unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe bind(descriptor, $0, length)
        }
      }
      try #require(bound == 0)
    }

    deinit { close(descriptor) }

    /// Waits for the next message.
    func next() -> String {
      var buffer = [UInt8](repeating: 0, count: 256)
      let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
      return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    }
  }

  @Test(arguments: [true, false])
  func `The manager hears of the start, of every round and of the stop`(_ isAbstract: Bool) throws {
    let name = "tatami-\(UUID().uuidString)"
    let path = isAbstract ? "@\(name)" : FileManager.default.temporaryDirectory.path + "/\(name)"
    defer { if !isAbstract { try? FileManager.default.removeItem(atPath: path) } }
    let manager = try Manager(path)
    let program = try TatamiProgram(environment: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "300000"])
    #expect(manager.next() == "READY=1")
    #expect(try program.client.send("GET", "/readyz").status == 200)
    for _ in 0..<3 { #expect(manager.next() == "WATCHDOG=1") }
    program.signal(SIGTERM)
    var last = manager.next()
    while last == "WATCHDOG=1" { last = manager.next() }
    #expect(last == "STOPPING=1")
    #expect(program.waitForEnd().status == 0)
  }

  @Test
  func `Another process's watchdog is not answered, and a socket that is not there does no harm`()
    throws
  {
    let path = "@tatami-\(UUID().uuidString)"
    let manager = try Manager(path)
    let program = try TatamiProgram(
      environment: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"])
    #expect(manager.next() == "READY=1")
    program.signal(SIGTERM)
    #expect(manager.next() == "STOPPING=1")
    #expect(program.waitForEnd().status == 0)
    for absent in [
      "/nonexistent/notify", "@", "relative", "@" + String(repeating: "a", count: 400),
    ] {
      let alone = try TatamiProgram(environment: ["NOTIFY_SOCKET": absent, "WATCHDOG_USEC": "1000"])
      #expect(try alone.client.send("GET", "/healthz").status == 200)
      alone.signal(SIGTERM)
      #expect(alone.waitForEnd().status == 0)
    }
  }
}
