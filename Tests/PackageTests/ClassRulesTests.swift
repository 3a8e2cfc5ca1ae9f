import Foundation
import Testing

/// What the compiler doesn't check of the engine's classes of kinds (solvers, cells, parts), which stand
/// where protocols would: Embedded Swift has no values of protocol types.
@Suite struct ClassRulesTests {
  private static let folder = "Sources/LayoutEngine"

  @Test(arguments: ["Sources/LayoutEngine", "Sources/LayoutWire", "Sources/TatamiWasm"])
  func `The engine holds no values of protocol types`(folder: String) throws {
    for file in try SourceFile.all(in: folder) {
      for (number, line) in file.lines.enumerated()
      where !line.contains("//") && line.contains(#/\bany [A-Z]/#) {
        Issue.record("\(file.path):\(number + 1): \(line)")
      }
    }
  }

  @Test func `Every subclass overrides what its superclass leaves to it`() throws {
    let classes = try ClassText.all(in: Self.folder)
    var count = 0
    for kind in classes.values where kind.isFinal {
      var superclass = classes[kind.superclass]
      while let base = superclass {
        for member in base.leftOpen {
          count += 1
          #expect(kind.text.contains("override \(member) {"), "\(kind.name): \(member)")
        }
        superclass = classes[base.superclass]
      }
    }
    #expect(count >= 60)
  }

  @Test func `Only final classes have superclasses that leave members open, or pass them on`()
    throws
  {
    let classes = try ClassText.all(in: Self.folder)
    for kind in classes.values where !kind.isFinal {
      // Another class may be made of itself, and would then trap.
      #expect(!kind.leftOpen.isEmpty, "\(kind.name) should be final")
      let made = try SourceFile.all(in: "Sources").first { file in
        file.lines.contains { $0.contains("\(kind.name)(") && !$0.contains("//") }
      }
      #expect(made == nil, "\(kind.name) is made in \(made?.path ?? "")")
    }
  }

  /// A class that isn't final cannot be `Sendable` for the compiler, nor its subclasses be checked.
  @Test func `Classes that are sent unchecked hold constants only`() throws {
    let classes = try ClassText.all(in: Self.folder).values.filter { $0.isUnchecked }
    #expect(classes.count >= 30)
    for kind in classes {
      let variables = kind.variables.filter { !$0.contains("var holders: Int32") }
      #expect(variables.isEmpty, "\(kind.name)")
    }
  }

  @Test func `Stored variables and open members are recognised`() {
    let kind = ClassText(
      name: "Kind", superclass: "", isFinal: false, isUnchecked: true,
      lines: [
        "class Kind: @unchecked Sendable {", "  let a: Int", "  private var b = 1",
        "  var c: Int { 1 }", "  final lazy var d = 2", "  package var e: Int { overridden() }",
        "  func f(", "    _ g: Int, h: Int", "  ) -> Int { overridden() }",
        "  func i() { var j = 1 }", "}",
      ])
    #expect(kind.variables == ["  private var b = 1", "  final lazy var d = 2"])
    #expect(kind.leftOpen == ["var e: Int", "func f( _ g: Int, h: Int ) -> Int"])
  }
}

/// A class as it is written.
private struct ClassText {
  let name: String
  /// Its first inherited type: a superclass, or something that no class has as its name.
  let superclass: String
  let isFinal: Bool
  let isUnchecked: Bool
  let lines: [String]

  /// All on one line, without access levels.
  var text: String {
    lines.joined(separator: " ").replacing(#/ +/#, with: " ")
      .replacing(#/\b(?:public|package|private|fileprivate) /#, with: "")
  }

  /// The members, without their bodies, that each subclass has to override.
  var leftOpen: [String] {
    text.matches(of: #/(?:var|func) (?:(?! (?:var|func|let|init) |\{).)*(?= \{ overridden\(\) \})/#)
      .map { String($0.output) }
  }

  /// The lines that declare stored variables.
  var variables: [String] {
    let indent = (lines.first?.prefix { $0 == " " }.count ?? 0) + 2
    return lines.filter { line in
      line.prefix { $0 == " " }.count == indent && line.contains(#/^ *(?:[@\w()]+ )*var \w/#)
        && !line.contains("{")
    }
  }

  /// All classes of a folder, by their names: of nested ones the text is their own too.
  static func all(in folder: String) throws -> [String: ClassText] {
    let head = #/^( *)(?:[a-z]+ )*class (\w+)(?:<[^>]*>)?(?:: (\w+))?/#
    var classes: [String: ClassText] = [:]
    for file in try SourceFile.all(in: folder) {
      for (start, line) in file.lines.enumerated() {
        guard let match = line.firstMatch(of: head) else { continue }
        let (_, indent, name, superclass) = match.output
        let rest = file.lines[start...]
        let end = try #require(rest.firstIndex { $0.hasPrefix("\(indent)}") })
        let bodyStart = try #require(rest.firstIndex { $0.hasSuffix("{") })
        let key = classes[String(name)] == nil ? String(name) : "\(file.path) \(name)"
        classes[key] = ClassText(
          name: String(name), superclass: superclass.map { String($0) } ?? "",
          isFinal: line.contains("final "),
          isUnchecked: file.lines[start...bodyStart].contains { $0.contains("@unchecked") },
          lines: Array(file.lines[start...end]))
      }
    }
    return classes
  }
}
