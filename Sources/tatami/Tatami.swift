import ArgumentParser
import LayoutService

/// The program: each subcommand is a file of this folder.
@main
struct Tatami: ParsableCommand {
  /// The program's version, raised with each release.
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "tatami",
    abstract: "Answers where items go: collection view layouts over HTTP.",
    version: "tatami \(version), engine revision \(OfflineLayout.engineRevision)",
    subcommands: [ServeCommand.self, LayoutCommand.self, HealthCommand.self])

  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    // ArgumentParser knows nothing of the settings, which serve lists itself.
    if arguments == ["help", "serve"] { arguments = ["serve", "--help"] }
    main(arguments)
  }
}
