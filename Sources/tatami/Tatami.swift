import ArgumentParser
import LayoutService

/// The program; each subcommand is a file in this folder.
@main
struct Tatami: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tatami",
    abstract: "Computes collection view layouts and serves them over HTTP.",
    version: "tatami \(ProgramVersion.current), engine revision \(OfflineLayout.engineRevision)",
    subcommands: [
      ServeCommand.self, LayoutCommand.self, TextCommand.self, SignCommand.self, HealthCommand.self,
    ])

  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    // ArgumentParser does not have the settings, which `serve` lists itself.
    if arguments == ["help", "serve"] { arguments = ["serve", "--help"] }
    main(arguments)
  }
}
