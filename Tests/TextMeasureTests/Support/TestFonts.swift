import Foundation
import TextMeasure

/// The fonts that tests use, from Debian's packages.
enum TestFonts {
  /// Where the packages put their fonts.
  static let root = "/usr/share/fonts/"
  /// The folders of the small packages, which every machine that runs the tests should have.
  static let folders = [
    "fonts-inter": "opentype/inter", "fonts-dejavu-core": "truetype/dejavu",
    "fonts-roboto-unhinted": "truetype/roboto", "fonts-lato": "truetype/lato",
    "fonts-open-sans": "truetype/open-sans", "fonts-nanum": "truetype/nanum",
  ]

  /// Whether a missing font is an error: in continuous integration.
  static let isRequired = ProcessInfo.processInfo.environment["CI"] != nil

  /// The small packages that are not installed.
  static let missingPackages = folders.filter { !exists($0.value) }.keys.sorted()

  /// Whether the tests that need the small fonts run.
  static let isUsable = missingPackages.isEmpty || isRequired

  /// The small fonts.
  static let library = FontLibrary(paths: folders.values.sorted().map { root + $0 }.filter(isFile))

  /// Returns whether a file or folder of the fonts' folder exists.
  static func exists(_ path: String) -> Bool { isFile(root + path) }

  private static func isFile(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }

  /// Returns a measurer of the small fonts.
  static func measurer(cacheByteLimit: Int = 0) -> TextMeasurer {
    TextMeasurer(fonts: library, cacheByteLimit: cacheByteLimit)
  }

  /// Returns a style of 16 points in Inter, with lines of 20 points.
  static func style(_ family: String = "Inter", _ change: (inout TextStyle) -> Void = { _ in })
    -> TextStyle
  {
    var style = TextStyle(fontFamily: [family], fontSize: 16, lineHeight: .points(20))
    change(&style)
    return style
  }

  /// Returns a prepared text.
  static func prepared(
    _ text: String, _ style: TextStyle = style(), _ work: TextWork = TextWork()
  ) throws -> PreparedText {
    let measurer = measurer()
    return try measurer.prepare(text, measurer.resolve(style), work)
  }

  /// Returns the lines of a text at a width.
  static func lines(_ text: String, _ width: Double, _ style: TextStyle = style()) throws
    -> [String]
  {
    try prepared(text, style).lines(width: width)
  }

  /// Returns the width of a text in one line.
  static func width(_ text: String, _ style: TextStyle = style()) throws -> Double {
    try prepared(text, style).maxContentWidth
  }
}
