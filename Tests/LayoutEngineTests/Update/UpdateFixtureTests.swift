import LayoutWire
import TestSupport
import Testing

@testable import LayoutEngine

/// The fixtures of independent engines for updates, through reader and engine.
@Suite struct UpdateFixtureTests {
  @Test(arguments: UpdateFixture.fileNames)
  func `a file of updates agrees`(name: String) throws {
    let fixtures = try UpdateFixture.load(name)
    #expect(fixtures.count >= 10)
    for fixture in fixtures {
      let differences = try UpdateCheck(fixture).differences()
      #expect(differences.isEmpty, "\(fixture): \(differences.prefix(4))")
    }
  }
}

/// Holds an update against a fixture.
struct UpdateCheck {
  private let fixture: UpdateFixture

  init(_ fixture: UpdateFixture) {
    self.fixture = fixture
  }

  /// Everything that differs, as lines of text.
  func differences() throws -> [String] {
    let document = try LayoutDocumentReader.read(fixture.document)
    let old = try PreparedLayout(document)
    let version: LayoutVersion
    do {
      version = try old.updated(
        by: try LayoutUpdateReader.read(fixture.update), maxItems: 1_000_000)
    } catch let error as UpdateError {
      guard case .update(let reasons) = error else { return ["invalid document: \(error)"] }
      return refusal(reasons.issues.map { ($0.path.pointer, $0.reason) })
    } catch DocumentError.invalid(let errors) {
      return refusal(errors.map { ($0.pointer, $0.detail) })
    }
    guard fixture.kind != .refused else { return ["is taken, though it should be refused"] }
    return try frames(version.layout) + changes(version, old)
  }

  private func refusal(_ errors: [(pointer: String, reason: String)]) -> [String] {
    guard fixture.kind == .refused, let pointer = fixture.expected["refused"]?.string,
      errors.contains(where: { $0.pointer == pointer })
    else { return ["is refused: \(errors)"] }
    return []
  }

  private func frames(_ layout: PreparedLayout) throws -> [String] {
    var lines: [String] = []
    let everything = try layout.attributes(LayoutQuery(.all))
    let cells = everything.filter { $0.category == .cell }
    if let expected = fixture.expected["ids"] {
      let ids = (0..<layout.sectionCount).map { section in
        cells.filter { $0.section == section }.map { $0.id?.text ?? "" }
      }
      if ids != expected.elements.map({ $0.elements.map { $0.string ?? "" } }) {
        lines.append("items are \(ids)")
      }
    }
    if let expected = fixture.expected["heights"] {
      let heights = expected.elements.flatMap { $0.elements.compactMap(\.number) }
      if !Self.agree(cells.map(\.frame.height), heights, fixture.tolerance) {
        lines.append("heights are \(cells.map(\.frame.height))")
      }
    }
    if let expected = fixture.expected["attributes"] {
      lines += compare(everything, expected, "frames")
    }
    if let size = fixture.expected["contentSize"],
      !Self.agree(
        [layout.contentSize.width, layout.contentSize.height],
        [size["width"]?.number, size["height"]?.number].compactMap { $0 }, fixture.tolerance)
    {
      lines.append("content is \(layout.contentSize)")
    }
    return lines
  }

  private func changes(_ version: LayoutVersion, _ old: PreparedLayout) throws -> [String] {
    guard let query = fixture.query else { return [] }
    let changes = try version.layout.changes(from: old, version.map, ChangesQuery(query))
    var lines: [String] = []
    if let expected = fixture.expected["contentOffsetAdjustment"]?.elements.compactMap(\.number) {
      let got = changes.contentOffsetAdjustment ?? Point(x: .nan, y: .nan)
      if !Self.agree([got.x, got.y], expected, fixture.tolerance) {
        lines.append(
          "moves by \(got), not \(expected), held by \(String(describing: changes.anchor))")
      }
    }
    if let expected = fixture.expected["deleted"] {
      lines += compare(changes.deleted, expected, "deleted")
    }
    if let expected = fixture.expected["inserted"] {
      lines += compare(changes.inserted, expected, "inserted")
    }
    if let expected = fixture.expected["changed"] {
      lines += compare(changes.changed.map(\.attributes), expected, "changed")
      let olds = expected.elements.compactMap { $0["from"] }
      let froms = changes.changed.map { change -> String in
        let path = [change.old.section ?? -1, change.old.item]
        return "\(path)"
      }
      let expectedFroms = olds.map {
        "\(($0["indexPath"]?.elements ?? []).compactMap(\.number).map { Int($0) })"
      }
      if froms.sorted() != expectedFroms.sorted() { lines.append("changed from \(froms)") }
    }
    return lines
  }

  private func compare(
    _ got: [LayoutAttributes], _ expected: FixtureValue, _ what: String
  ) -> [String] {
    var lines: [String] = []
    var byKey: [Fixture.Element.Key: Fixture.Element] = [:]
    for element in got.map(Fixture.Element.init) { byKey[element.key] = element }
    for value in expected.elements {
      guard let element = Fixture.Element(value) else { return ["\(what): unreadable"] }
      guard let found = byKey.removeValue(forKey: element.key) else {
        lines.append("\(what): \(element.key) is missing")
        continue
      }
      let (one, other) = (found.frame, element.frame)
      if !Self.agree(
        [one.x, one.y, one.width, one.height], [other.x, other.y, other.width, other.height],
        fixture.tolerance)
      {
        lines.append("\(what): \(element.key) is \(one), not \(other)")
      }
    }
    return lines + byKey.keys.map { "\(what): \($0) is unexpected" }
  }

  private static func agree(_ one: [Double], _ other: [Double], _ tolerance: Double) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { abs($0 - $1) <= tolerance }
  }
}
