import ArgumentParser
import LayoutService

/// The command `tatami sign`, which signs URLs of GETs so that they work without an API key.
struct SignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign",
    abstract: "Sign URLs, so that GETs of them need no API key.",
    discussion: "The first key of TATAMI_URL_KEYS signs, or of the file TATAMI_URL_KEYS_FILE.")

  @Argument(help: "The URLs, or their paths and queries as the service receives them.")
  var urls: [String]

  @Option(help: "Seconds from now until the URLs expire. Defaults to never.")
  var expiresIn: Int?

  func run() throws {
    let keys: [String]
    do throws(SettingsReader.Failure) {
      keys = try SettingsReader.urlKeys(environment: ProcessEnvironment.variables)
    } catch {
      throw Self.failed(error.message)
    }
    guard !keys.isEmpty else {
      throw Self.failed(
        "set TATAMI_URL_KEYS_FILE or TATAMI_URL_KEYS to the service's keys; the first one signs")
    }
    if let expiresIn, !(1...1_000_000_000 ~= expiresIn) {
      throw Self.failed("--expires-in must be from 1 to 1000000000 seconds (got \(expiresIn))")
    }
    let expires = expiresIn.map { ProcessEnvironment.wallClock() / 1_000_000_000 + $0 }
    for url in urls {
      guard url.hasPrefix("/") || url.contains("://") else {
        throw Self.failed("\(url) must be a URL, or a path that begins with a slash")
      }
      let names = url.drop { $0 != "?" }.dropFirst().split(separator: "&").map {
        $0.prefix { $0 != "=" }
      }
      guard !names.contains("sig"), !names.contains("expires") else {
        throw Self.failed("\(url) is signed already, or has expires: sign it without them")
      }
      if let signed = URLKeys(keys).signed(url, expires: expires) {
        StandardStream.output.writeLine(signed)
      }
    }
  }

  private static func failed(_ reason: String) -> ExitCode {
    StandardStream.error.writeLine("tatami: \(reason)")
    return ExitCode(2)
  }
}
