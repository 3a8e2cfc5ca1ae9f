import Foundation

/// Programs that are run to their end.
package enum Command {
  /// What a program left that has ended.
  package struct Ended {
    /// The exit status.
    package var status: Int32
    /// What it wrote to standard output.
    package var output: String
    /// What it wrote to standard error.
    package var error: String
  }

  /// Whether a tool is on the path.
  package static func isInstalled(_ tool: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)")
    }
  }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - words: the program's path, and its arguments.
  ///   - environment: nil for the tests' own.
  ///   - outputPath: the file that standard output goes to; nil if it is returned.
  package static func run(
    _ words: [String], environment: [String: String]? = nil, input: [UInt8] = [],
    outputPath: String? = nil
  ) throws -> Ended {
    let process = Process()
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words[1...])
    if let environment { process.environment = environment }
    let (given, output, error) = (Pipe(), Pipe(), Pipe())
    process.standardInput = given
    process.standardOutput = output
    if let outputPath { process.standardOutput = FileHandle(forWritingAtPath: outputPath) }
    process.standardError = error
    try process.run()
    if outputPath != nil { try output.fileHandleForWriting.close() }
    try given.fileHandleForWriting.write(contentsOf: Data(input))
    try given.fileHandleForWriting.close()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let errorText = error.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Ended(
      status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
      error: String(decoding: errorText, as: UTF8.self))
  }
}
