import Foundation

/// The built program, run as a user runs it.
final class TatamiProgram {
  private let process = Process()
  private let log = Pipe()

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

  /// Runs the program to its end.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = [],
    outputPath: String? = nil
  ) throws -> Ended {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
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
  init(_ arguments: [String] = [], environment: [String: String] = [:]) throws {
    process.executableURL = Self.executable
    process.arguments = ["serve", "--bind", "127.0.0.1:0"] + arguments
    process.environment = Self.environment(environment)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = log
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

  /// Waits for the end.
  ///
  /// - Returns: the exit status, and what was logged since the start.
  func waitForEnd() -> (status: Int32, log: String) {
    let rest = log.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, firstLines + String(decoding: rest, as: UTF8.self))
  }
}
