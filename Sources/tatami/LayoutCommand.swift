import ArgumentParser
import LayoutService

/// The command `tatami layout`, which lays out a document without a server.
struct LayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout",
    abstract: "Lay out a document without a server, and print the response of the service.")

  @Argument(help: "The file of the layout document; - is standard input.")
  var file: String

  @Option(
    parsing: .upToNextOption,
    help: "Files of updates, in order, each for the version that the previous one derives.")
  var update: [String] = []

  @Option(
    help: "x,y,width,height or all: the rect whose elements to print. svg and css default to all.")
  var rect: String?

  @Option(help: "The index paths of the items to print, such as 0-5,0-9.")
  var indexPath: String?

  @Option(help: "With --index-path: the kind of the supplementaries or decorations to print.")
  var kind: String?

  @Option(help: "x,y,width,height of the visible rectangle, at whose edge pinned elements stay.")
  var bounds: String?

  @Option(help: "The scroll offsets of orthogonal sections, such as 2:150,4:20.")
  var scroll: String?

  @Option(help: "content, section or rect: the origin of the coordinates.")
  var origin: String?

  @Option(help: "The representation: json, columns, packed, svg or css.")
  var format: String?

  @Flag(help: "With JSON: list the lines of the cells' texts.")
  var lines = false

  @Option(help: "Files and folders of fonts, separated by colons. Defaults to the system's.")
  var fonts: String?

  @Option(help: "With --format svg: light or dark. Defaults to the viewer's preference.")
  var theme: String?

  @Option(
    name: [.long, .customLong("scale")],
    help: "With --format svg: pixels per point. Defaults to 1. --scale is its old name.")
  var zoom: String?

  @Option(help: "With --format css: the selector of the cells' parent. Defaults to .tatami.")
  var selector: String?

  @Option(help: "With --format css: px, or percent for a container of any width.")
  var unit: String?

  @Option(help: "With --format css: the container widths to lay out for, such as 390,768,1280.")
  var widths: String?

  @Option(help: "The maximum number of items in the document.")
  var maxItems = 2_000_000

  func run() throws {
    let document: [UInt8]
    var updates: [[UInt8]] = []
    do {
      document = try WholeFile.read(file)
      for file in update { updates.append(try WholeFile.read(file)) }
    } catch {
      StandardStream.error.writeLine("tatami: \(error.description)")
      throw ExitCode(1)
    }
    // A picture or style sheet contains all elements unless a part is requested.
    let isWhole = (format == "svg" || format == "css") && rect == nil && indexPath == nil
    let query = [
      ("rect", isWhole ? "all" : rect), ("indexPath", indexPath), ("kind", kind),
      ("bounds", bounds),
      ("scroll", scroll), ("origin", origin), ("format", format),
      ("theme", theme), ("zoom", zoom), ("selector", selector), ("unit", unit),
      ("widths", widths), ("lines", lines ? "true" : nil),
    ].compactMap { name, value in value.map { (name: name, value: $0) } }
    let answer = OfflineLayout.answer(
      document, updates: updates, query: query, maxItems: maxItems,
      fontPaths: fonts?.split(separator: ":").map(String.init) ?? [])
    let stream: StandardStream = answer.isSuccess ? .output : .error
    var isWritten = true
    answer.forEachPiece { piece in
      isWritten = unsafe isWritten && piece.withUnsafeBytes { unsafe stream.write($0) }
    }
    if answer.isText, isWritten { isWritten = stream.writeLine("") }
    if !isWritten { StandardStream.error.writeLine("tatami: the response could not be written") }
    if !answer.isSuccess || !isWritten { throw ExitCode(1) }
  }
}
