import Foundation
import Synchronization
import Testing

@testable import TextMeasure

/// Families, faces and how they are chosen.
@Suite(.enabled(if: TestFonts.isUsable)) struct FontLibraryTests {
  private let library = TestFonts.library

  @Test func `T20: families are found whatever the case of their letters`() throws {
    #expect(library.family("inter")?.name == "Inter")
    #expect(library.family("DEJAVU SANS")?.name == "DejaVu Sans")
    #expect(library.family("No Such Font") == nil)
    #expect(library.nearestNames("Intr").first == "Inter")
    #expect(library.nearestNames("Robotto").first == "Roboto")
  }

  private static func style(_ weight: Double, _ style: TextStyle.FontStyle) -> TextStyle {
    TestFonts.style {
      $0.fontWeight = weight
      $0.fontStyle = style
    }
  }

  @Test func `T20: faces tell their weight, style, version and coverage`() throws {
    let face = try #require(library.family("Inter")?.face(for: Self.style(700, .italic)))
    #expect(face.weights == 700...700)
    #expect(face.isItalic)
    #expect(!face.version.isEmpty)
    #expect(face.characterCount > 1000)
  }

  @Test func `T20: the digest of a file is computed once, by the closure`() throws {
    let path = try #require(library.family("Inter")?.faces.first?.path)
    let calls = Mutex(0)
    let library = FontLibrary(paths: [path]) { nextPiece in
      calls.withLock { $0 += 1 }
      return "\(Self.count(nextPiece)) bytes"
    }
    let face = try #require(library.families.first?.faces.first)
    #expect(calls.withLock(\.self) == 0)
    let size = try #require(
      FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    #expect(face.fileDigest == "\(size) bytes" && face.fileDigest == "\(size) bytes")
    #expect(calls.withLock(\.self) == 1)
  }

  /// Returns the number of bytes in all pieces.
  private static func count(_ nextPiece: () -> [UInt8]?) -> Int {
    var total = 0
    while let piece = nextPiece() { total += piece.count }
    return total
  }

  @Test func `T20: a file that went away has a digest of its own`() throws {
    let source = try #require(library.family("Inter")?.faces.first?.path)
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).ttf").path()
    try FileManager.default.copyItem(atPath: source, toPath: path)
    let libraries = (0..<2).map { _ in FontLibrary(paths: [path]) { _ in "" } }
    try FileManager.default.removeItem(atPath: path)
    let digests = libraries.compactMap { $0.families.first?.faces.first?.fileDigest }
    #expect(digests.count == 2 && digests[0] != digests[1])
  }

  @Test func `T20: a file that is no font is a warning`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).ttf").path()
    try Data("no font".utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let library = FontLibrary(paths: [path, "/no/such/folder"])
    #expect(library.families.isEmpty)
    #expect(library.warnings.count == 2)
    #expect(library.warnings.allSatisfy { $0.contains("/") })
  }

  @Test(arguments: [
    (400.0, 400), (450, 500), (500, 500), (350, 300), (399, 300), (650, 700), (1000, 900), (1, 100),
  ])
  func `T21: the nearest weight follows CSS`(_ desired: Double, _ expected: Int) throws {
    let face = try #require(library.family("Inter")?.face(for: Self.style(desired, .normal)))
    #expect(face.weights.lowerBound == Float(expected))
    #expect(!face.isItalic)
  }

  @Test func `T21: condensed faces of a family are not its normal ones`() throws {
    let face = try #require(library.family("DejaVu Sans")?.face(for: Self.style(400, .normal)))
    #expect(face.path.hasSuffix("/DejaVuSans.ttf"))
  }

  @Test func `T21: a family without italics has its upright faces chosen`() throws {
    let family = try #require(library.family("NanumGothic"))
    #expect(family.face(for: Self.style(400, .italic))?.isItalic == false)
  }

  @Test func `An unknown family is an error with the nearest names`() {
    #expect(throws: TextError.self) {
      try TestFonts.measurer().resolve(TestFonts.style("Interr"))
    }
    let error = TextError.unknownFamily(name: "Interr", nearest: ["Inter"])
    #expect("\(error)" == "unknown font family \"Interr\"; the nearest are \"Inter\"")
  }

  @Test(
    arguments: [
      { (style: inout TextStyle) in style.fontSize = 0 }, { $0.fontSize = .nan },
      { $0.fontSize = 513 }, { $0.fontWeight = 0 }, { $0.lineHeight = .points(-1) },
      { $0.lineHeight = .multiple(.infinity) }, { $0.fontFamily = [] }, { $0.maxLines = 0 },
      { $0.fontFamily = Array(repeating: "Inter", count: 9) }, { $0.lang = "en@lb=loose" },
      { $0.letterSpacing = .infinity }, { $0.tabSize = -1 },
    ] as [@Sendable (inout TextStyle) -> Void])
  func `A property out of its range is an error`(
    _ change: @Sendable (inout TextStyle) -> Void
  ) {
    #expect(throws: TextError.self) {
      try TestFonts.measurer().resolve(TestFonts.style("Inter", change))
    }
  }

  private static let nastaliq = ["Bold", "Regular"].map {
    TestFonts.root + "truetype/noto/NotoNastaliqUrdu-\($0).ttf"
  }

  @Test(
    .enabled(
      if: TestFonts.exists("truetype/noto/NotoNastaliqUrdu-Bold.ttf"),
      "fonts-noto-core is not installed"))
  func `T21: a face that is marked bold is bold, whatever weight it claims`() throws {
    let library = FontLibrary(paths: Self.nastaliq)
    let family = try #require(library.family("Noto Nastaliq Urdu"))
    #expect(family.faces.map { $0.weights.lowerBound }.sorted() == [400, 700])
    let style = try TextMeasurer(fonts: library, cacheByteLimit: 0)
      .resolve(TestFonts.style("Noto Nastaliq Urdu"))
    #expect(style.faces.map(\.path) == [Self.nastaliq[1]])
  }

  @Test func `Fingerprints differ by file, weight and order, and not by size`() throws {
    let library = FontLibrary(paths: library.families.flatMap { $0.faces.map(\.path) }) {
      "\(Self.count($0))"
    }
    let measurer = TextMeasurer(fonts: library, cacheByteLimit: 0)
    func fingerprint(_ families: [String], _ size: Double, _ weight: Double = 400) throws -> String
    {
      var style = TextStyle(fontFamily: families, fontSize: size, lineHeight: .points(20))
      style.fontWeight = weight
      return try measurer.resolve(style).fingerprint
    }
    let one = try fingerprint(["Inter", "Lato"], 16)
    #expect(one.utf8.count == 16)
    #expect(try fingerprint(["Inter", "Lato"], 20) == one)
    #expect(try fingerprint(["Lato", "Inter"], 16) != one)
    #expect(try fingerprint(["Inter", "Lato"], 16, 700) != one)
  }
}
