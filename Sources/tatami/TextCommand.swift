import ArgumentParser
import LayoutService
import LayoutWire

/// The command `tatami text`, which measures texts without a server.
struct TextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "text",
    abstract: "Measure texts in a style at a width, as POST /v1/texts does, without a server.")

  @Argument(help: "The texts; - reads one text from standard input.")
  var texts: [String]

  @Option(
    help: "The style as JSON, such as {\"fontFamily\":\"Inter\",\"fontSize\":16,\"lineHeight\":22}."
  )
  var style: String

  @Option(
    help: "Several styles by name, as in a document's textStyles; --style is then the name of one."
  )
  var styles: String?

  @Flag(
    help:
      "The texts are lists of runs as JSON, such as [\"Sunset over \",{\"text\":\"Kyoto\",\"style\":\"strong\"}]."
  )
  var runs = false

  @Option(help: "The greatest width of a line, in points. Defaults to no limit.")
  var width: Double?

  @Flag(help: "List the lines of each text.")
  var lines = false

  @Option(help: "Files and folders of fonts, separated by colons. Defaults to the system's.")
  var fonts: String?

  func run() throws {
    var body = Array(#"{"textStyles":"#.utf8)
    body.append(contentsOf: (styles ?? "{\"text\":\(style)}").utf8)
    body.append(contentsOf: #","lines":"#.utf8)
    body.append(contentsOf: (lines ? "true" : "false").utf8)
    body.append(contentsOf: #","texts":["#.utf8)
    for (number, text) in texts.enumerated() {
      if number > 0 { body.append(UInt8(ascii: ",")) }
      body.append(contentsOf: #"{"text":"#.utf8)
      let text = text == "-" ? try standardInput() : text
      if runs { body.append(contentsOf: text.utf8) } else { body.appendJSON(text) }
      if styles != nil {
        body.append(contentsOf: #","style":"#.utf8)
        body.appendJSON(style)
      }
      if let width {
        body.append(contentsOf: #","width":"#.utf8)
        body.appendJSON(width)
      }
      body.append(UInt8(ascii: "}"))
    }
    body.append(contentsOf: "]}".utf8)
    let paths = fonts?.split(separator: ":").map(String.init) ?? []
    let answer = OfflineTexts.answer(body, fontPaths: paths)
    let stream: StandardStream = answer.isSuccess ? .output : .error
    stream.writeLine(String(decoding: answer.body, as: UTF8.self))
    if !answer.isSuccess { throw ExitCode(1) }
  }

  private func standardInput() throws -> String {
    do {
      return String(decoding: try WholeFile.read("-"), as: UTF8.self)
    } catch {
      StandardStream.error.writeLine("tatami: \(error.description)")
      throw ExitCode(1)
    }
  }
}
