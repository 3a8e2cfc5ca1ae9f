import Dispatch
import Foundation

/// The built program, run as a user runs it.
final class TatamiProgram {
  private let process = Process()
  private let log = Pipe()
  private let ended = DispatchSemaphore(value: 0)

  /// What a process that has ended said.
  struct Ended {
    var status: Int32
    var output: String
    var error: String
  }

  struct NotServing: Error {
    var log: String
  }

  /// The program that was built with these tests.
  private static var executable: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "tatami")
  }

  /// The environment without anything that is a setting.
  private static func environment(_ more: [String: String]) -> [String: String] {
    ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("TATAMI_") && $0.key != "LOG_LEVEL" && $0.key != "PORT" }
      .merging(more) { $1 }
  }

  /// Has a process run the program, by a command that runs what stands behind it, if any.
  private static func prepare(_ process: Process, _ arguments: [String], behind command: [String]) {
    let words = command + [executable.path()] + arguments
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words[1...])
  }

  /// Runs the program to its end.
  ///
  /// - Parameter command: what runs it, as `env` does; none for the program itself.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = [],
    outputPath: String? = nil, behind command: [String] = []
  ) throws -> Ended {
    let process = Process()
    prepare(process, arguments, behind: command)
    process.environment = Self.environment(environment)
    let (input_, output, error) = (Pipe(), Pipe(), Pipe())
    process.standardInput = input_
    process.standardOutput = output
    if let outputPath { process.standardOutput = FileHandle(forWritingAtPath: outputPath) }
    process.standardError = error
    try process.run()
    if outputPath != nil { try output.fileHandleForWriting.close() }
    try input_.fileHandleForWriting.write(contentsOf: Data(input))
    try input_.fileHandleForWriting.close()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let errorText = error.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Ended(
      status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
      error: String(decoding: errorText, as: UTF8.self))
  }

  /// Where the program listens.
  let client: LiveClient
  /// What it has logged until it listened.
  let firstLines: String

  /// Serves on a free port.
  ///
  /// - Parameter command: as `run` takes it.
  init(
    _ arguments: [String] = [], environment: [String: String] = [:], behind command: [String] = []
  ) throws {
    Self.prepare(process, ["serve", "--bind", "127.0.0.1:0"] + arguments, behind: command)
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
        return
      }
    }
  }

  deinit {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
  }

  var processID: Int32 { process.processIdentifier }

  /// Sends a signal.
  func signal(_ number: Int32) {
    kill(process.processIdentifier, number)
  }

  /// Waits for the end without reading the log.
  ///
  /// - Returns: the exit status; nil where it does not end in time, and is killed.
  func waitForEnd(seconds: Double) -> Int32? {
    let isInTime = ended.wait(timeout: .now() + seconds) == .success
    if !isInTime { signal(SIGKILL) }
    process.waitUntilExit()
    return isInTime ? process.terminationStatus : nil
  }

  /// Waits for the end.
  ///
  /// - Returns: the exit status, and what was logged since the start.
  func waitForEnd() -> (status: Int32, log: String) {
    let rest = log.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, firstLines + String(decoding: rest, as: UTF8.self))
  }
}
