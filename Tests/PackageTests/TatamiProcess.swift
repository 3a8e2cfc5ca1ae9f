import Foundation

/// The built program, run as a user runs it.
enum TatamiProcess {
  /// A process that has ended.
  struct Run {
    /// Its exit status.
    var status: Int32
    /// What it wrote to standard output.
    var output: String
  }

  /// The program that was built with these tests.
  static var executable: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "tatami")
  }

  /// Whether a tool is on the path.
  static func has(_ tool: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)")
    }
  }

  /// Runs the program to its end.
  static func run(_ arguments: [String]) throws -> Run {
    try run(executable.path(), arguments)
  }

  /// Runs any program to its end.
  static func run(_ path: String, _ arguments: [String]) throws -> Run {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Run(status: process.terminationStatus, output: String(decoding: data, as: UTF8.self))
  }

  /// Serves on a free port while `body` runs, which is given `host:port`.
  static func serving(_ body: (String) throws -> Void) throws {
    let process = Process()
    process.executableURL = executable
    process.arguments = ["serve", "--bind", "127.0.0.1:0"]
    process.standardInput = FileHandle.nullDevice
    let log = Pipe()
    process.standardError = log
    process.standardOutput = log
    try process.run()
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    var text = ""
    while true {
      let data = log.fileHandleForReading.availableData
      guard !data.isEmpty else { throw NotServing(log: text) }
      text += String(decoding: data, as: UTF8.self)
      if let match = text.firstMatch(of: #/127\.0\.0\.1:[1-9][0-9]*/#) {
        // The rest of the log is read, so that the program never waits for a full pipe.
        log.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
        defer { log.fileHandleForReading.readabilityHandler = nil }
        return try body(String(match.output))
      }
    }
  }

  /// The program ended before it said where it listens.
  struct NotServing: Error {
    var log: String
  }
}
