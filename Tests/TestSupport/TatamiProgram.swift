import Dispatch
package import Foundation
import Glibc

/// The built program, run as a user runs it.
///
/// Targets whose tests run it depend on `tatami`, so that it is built with them.
package final class TatamiProgram {
  private let process = Process()
  private let log = Pipe()
  private let ended = DispatchSemaphore(value: 0)

  package struct NotServing: Error {
    package var log: String
  }

  /// The program that was built with these tests.
  package static var executable: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "tatami")
  }

  /// The environment without anything that is a setting.
  private static func environment(_ more: [String: String]) -> [String: String] {
    ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("TATAMI_") && $0.key != "LOG_LEVEL" && $0.key != "PORT" }
      .merging(more) { $1 }
  }

  /// Runs the program to its end.
  ///
  /// - Parameter command: what runs it, as `env` does; none for the program itself.
  package static func run(
    _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = [],
    outputPath: String? = nil, behind command: [String] = []
  ) throws -> Command.Ended {
    try Command.run(
      command + [executable.path()] + arguments, environment: Self.environment(environment),
      input: input, outputPath: outputPath)
  }

  /// Where the program listens.
  package let client: LiveClient
  /// What it has logged until it listened.
  package let firstLines: String
  /// What has been read of its log.
  private var logged = ""

  /// Serves on a free port.
  ///
  /// - Parameter command: as `run` takes it.
  package init(
    _ arguments: [String] = [], environment: [String: String] = [:], behind command: [String] = []
  ) throws {
    let words =
      command + [Self.executable.path(), "serve", "--bind", "127.0.0.1:0"] + arguments
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words[1...])
    process.environment = Self.environment(environment)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = log
    process.terminationHandler = { [ended] _ in ended.signal() }
    try process.run()
    var text = ""
    while true {
      let data = log.fileHandleForReading.availableData
      guard !data.isEmpty else { throw NotServing(log: text) }
      text += String(decoding: data, as: UTF8.self)
      if let match = text.firstMatch(of: #/listening at http:\/\/127\.0\.0\.1:([1-9][0-9]*)/#),
        let port = Int(match.output.1)
      {
        client = LiveClient(port: port)
        firstLines = text
        logged = text
        return
      }
    }
  }

  deinit {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
  }

  package var processID: Int32 { process.processIdentifier }

  /// Sends a signal.
  package func signal(_ number: Int32) {
    kill(process.processIdentifier, number)
  }

  /// Reads the log on until a text has come.
  ///
  /// Lines come a moment after what they tell of, and the end waits for the last ones only a while.
  ///
  /// - Throws: where nothing more comes for a minute.
  package func readLog(upTo mark: String) throws {
    let reader = log.fileHandleForReading
    while !logged.contains(mark) {
      var poller = pollfd(fd: reader.fileDescriptor, events: Int16(POLLIN), revents: 0)
      let hasCome = unsafe poll(&poller, 1, 60_000) != 0
      let data = hasCome ? reader.availableData : Data()
      guard !data.isEmpty else { throw NotServing(log: logged) }
      logged += String(decoding: data, as: UTF8.self)
    }
  }

  /// Waits for the end without reading the log.
  ///
  /// - Returns: the exit status; nil if it does not end in time, and is killed.
  package func waitForEnd(seconds: Double) -> Int32? {
    let isInTime = ended.wait(timeout: .now() + seconds) == .success
    if !isInTime { signal(SIGKILL) }
    process.waitUntilExit()
    return isInTime ? process.terminationStatus : nil
  }

  /// Waits for the end.
  ///
  /// - Returns: the exit status, and what was logged since the start.
  package func waitForEnd() -> (status: Int32, log: String) {
    let rest = log.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, logged + String(decoding: rest, as: UTF8.self))
  }
}
