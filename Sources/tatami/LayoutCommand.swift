import ArgumentParser
import LayoutService

/// `tatami layout`.
struct LayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout",
    abstract: "Lay a document out without a server, and print what the service would answer.")

  @Argument(help: "The layout document; - reads standard input.")
  var file: String

  @Option(
    parsing: .upToNextOption,
    help: "Updates, each of the version that the one before it made.")
  var update: [String] = []

  @Option(
    help: "x,y,width,height or all: the elements that meet it. The default of svg and css is all.")
  var rect: String?

  @Option(help: "Items such as 0-5,0-9.")
  var indexPath: String?

  @Option(help: "With --index-path: the supplementary or decoration kind.")
  var kind: String?

  @Option(help: "x,y,width,height of the visible bounds that pinned elements hold to.")
  var bounds: String?

  @Option(help: "How far orthogonal sections are scrolled, such as 2:150,4:20.")
  var scroll: String?

  @Option(help: "content, section or rect: what coordinates are relative to.")
  var origin: String?

  @Option(help: "json, columns, packed, svg or css.")
  var format: String?

  @Option(help: "With --format svg: light or dark; without it as the viewer prefers.")
  var theme: String?

  @Option(help: "With --format svg: pixels a point; without it 1.")
  var scale: String?

  @Option(help: "With --format css: the element that holds the cells; without it .tatami.")
  var selector: String?

  @Option(help: "With --format css: px, or percent for a wall of any width.")
  var unit: String?

  @Option(help: "With --format css: a layout for each of these widths, such as 390,768,1280.")
  var widths: String?

  @Option(help: "The most items that the document may have.")
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
      ("theme", theme), ("scale", scale), ("selector", selector), ("unit", unit),
      ("widths", widths),
    ].compactMap { name, value in value.map { (name: name, value: $0) } }
    let answer = OfflineLayout.answer(
      document, updates: updates, query: query, maxItems: maxItems)
    let stream: StandardStream = answer.isSuccess ? .output : .error
    var isWritten = true
    answer.forEachPiece { piece in
      isWritten = unsafe isWritten && piece.withUnsafeBytes { unsafe stream.write($0) }
    }
    if answer.isText, isWritten { isWritten = stream.writeLine("") }
    if !isWritten { StandardStream.error.writeLine("tatami: the answer could not be written") }
    if !answer.isSuccess || !isWritten { throw ExitCode(1) }
  }
}
