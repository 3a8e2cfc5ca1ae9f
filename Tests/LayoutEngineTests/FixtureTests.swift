import LayoutWire
import TestSupport
import Testing

@testable import LayoutEngine

/// The fixtures of independent engines (`Fixtures/*.jsonl`), through document reader, engine and
/// queries.
@Suite struct FixtureTests {
  @Test func `there are fixtures`() {
    #expect(Fixture.fileNames.count >= 24)
  }

  @Test(arguments: Fixture.fileNames)
  func `a fixture file agrees`(fileName: String) throws {
    let fixtures = try Fixture.load(fileName)
    #expect(!fixtures.isEmpty)
    for (number, fixture) in fixtures.enumerated() {
      do {
        let check = FixtureCheck(fixture, layout: try PreparedLayout(fixture.document))
        let differences = try check.differences(seed: UInt64(number))
        #expect(differences.isEmpty, "\(fixture.name): \(differences.prefix(5))")
      } catch let error as LayoutError {
        Issue.record("\(fixture.name): \(error.issues.map { "\($0.path.pointer): \($0.reason)" })")
      } catch {
        Issue.record("\(fixture.name): \(error)")
      }
    }
  }
}

/// Holds a layout against a fixture.
struct FixtureCheck {
  let fixture: Fixture
  let layout: PreparedLayout

  init(_ fixture: Fixture, layout: PreparedLayout) {
    self.fixture = fixture
    self.layout = layout
  }

  /// Everything that differs, as lines of text.
  func differences(seed: UInt64) throws -> [String] {
    var lines = sizeDifferences()
    for request in fixture.requests { lines += try differences(of: request) }
    guard let expected = fixture.elements else { return lines }
    let everything = try elements(LayoutQuery(.all, bounds: fixture.bounds))
    lines += compare(everything, expected, fixture.tolerance, isPartial: fixture.isPartial)
    var random = SeededGenerator(seed: seed)
    lines += try rectDifferences(everything, expected, using: &random)
    lines += try pathDifferences(expected, using: &random)
    return lines
  }

  private func elements(_ query: LayoutQuery) throws -> [Fixture.Element] {
    try layout.attributes(query).map(Fixture.Element.init)
  }

  private func sizeDifferences() -> [String] {
    let sides = [
      ("width", fixture.contentSize.width, layout.contentSize.width),
      ("height", fixture.contentSize.height, layout.contentSize.height),
    ]
    return sides.compactMap { name, expected, got in
      guard let expected, abs(expected - got) > fixture.tolerance else { return nil }
      return "contentSize.\(name) \(got), expected \(expected)"
    }
  }

  private func compare(
    _ got: [Fixture.Element], _ expected: [Fixture.Element], _ tolerance: Double,
    isPartial: Bool = false
  ) -> [String] {
    var lines: [String] = []
    var byKey: [Fixture.Element.Key: Fixture.Element] = [:]
    for element in got where byKey.updateValue(element, forKey: element.key) != nil {
      lines.append("\(element.key) is returned twice")
    }
    for element in expected {
      guard let found = byKey.removeValue(forKey: element.key) else {
        lines.append("missing \(element.key) \(element.frame)")
        continue
      }
      if isFar(found.frame, element.frame, tolerance) {
        lines.append("\(element.key): \(found.frame), expected \(element.frame)")
      }
      if let zIndex = element.zIndex, zIndex != found.zIndex {
        lines.append("\(element.key): zIndex \(found.zIndex ?? .nan), expected \(zIndex)")
      }
      if let height = element.imageHeight, !(abs((found.imageHeight ?? .nan) - height) <= tolerance)
      {
        lines.append("\(element.key): imageHeight \(found.imageHeight ?? .nan), not \(height)")
      }
    }
    if !isPartial { lines += byKey.keys.map { "unexpected \($0)" } }
    return lines
  }

  private func isFar(_ one: Rect, _ other: Rect, _ tolerance: Double) -> Bool {
    [one.x - other.x, one.y - other.y, one.width - other.width, one.height - other.height]
      .contains { !(abs($0) <= tolerance) }
  }

  /// Random rectangles find what the full answer holds of them.
  private func rectDifferences(
    _ everything: [Fixture.Element], _ expected: [Fixture.Element],
    using random: inout SeededGenerator
  ) throws -> [String] {
    let right = expected.map(\.frame.maxX).max() ?? 0
    let bottom = expected.map(\.frame.maxY).max() ?? 0
    return try (0..<10).flatMap { _ in
      let rect = Rect(
        x: .random(in: -20...max(0, right), using: &random),
        y: .random(in: -20...max(0, bottom), using: &random),
        width: .random(in: 0...max(1, right / 2), using: &random),
        height: .random(in: 0...max(1, bottom / 3), using: &random))
      let found = try elements(LayoutQuery(.rect(rect), bounds: fixture.bounds))
      return compare(found, everything.filter { $0.frame.intersects(rect) }, 0).map {
        "rect \(rect): \($0)"
      }
    }
  }

  /// Random cells are found by index path.
  private func pathDifferences(
    _ expected: [Fixture.Element], using random: inout SeededGenerator
  ) throws -> [String] {
    let cells = expected.filter { $0.key.category == .cell }.shuffled(using: &random).prefix(10)
    guard !cells.isEmpty else { return [] }
    let found = try elements(LayoutQuery(.indexPaths(cells.map(\.key.path), kind: nil)))
    return found.map(\.key) == cells.map(\.key)
      ? compare(found, Array(cells), fixture.tolerance) : ["index paths in another order"]
  }

  // MARK: Requests

  private func differences(of request: Fixture.Request) throws -> [String] {
    let parts = request.path.split(separator: "?")
    var parameters: [String: [Double]] = [:]
    for parameter in parts[1].split(separator: "&") {
      let sides = parameter.split(separator: "=")
      parameters[String(sides[0])] = sides[1].split(separator: ",").compactMap { Double($0) }
    }
    switch parts[0] {
    case "index-path": return try placeDifferences(request)
    case "target-offset": return try targetDifferences(request, parameters)
    case "attributes":
      guard let rect = Rect(parameters["rect"] ?? []) else { return ["unknown \(request.path)"] }
      let paths = try layout.attributes(LayoutQuery(.rect(rect))).map { [$0.section, $0.item] }
      let expected = (request.expected?["attributes"]?.elements ?? []).map { element in
        (element["indexPath"]?.elements ?? []).compactMap(\.number).map { Int?(Int($0)) }
      }
      return paths == expected ? [] : ["\(request.path): \(paths), expected \(expected)"]
    default: return ["unknown \(request.path)"]
    }
  }

  /// Where a dragged item goes: `index-path?moving=0-2&point=150,350`.
  private func placeDifferences(_ request: Fixture.Request) throws -> [String] {
    let numbers = request.path.split { !$0.isNumber && $0 != "." }.compactMap { Double($0) }
    guard request.path.hasPrefix("index-path?moving="), numbers.count == 4 else {
      return ["unknown \(request.path)"]
    }
    let moving = LayoutIndexPath(section: Int(numbers[0]), item: Int(numbers[1]))
    let found = try layout.item(
      PointQuery(at: Point(x: numbers[2], y: numbers[3]), for: .place(moving: moving)))
    let expected = (request.expected?["indexPath"]?.elements ?? []).compactMap(\.number).map {
      Int($0)
    }
    return [found.section, found.item] == expected
      ? [] : ["\(request.path): \([found.section, found.item]), expected \(expected)"]
  }

  private func targetDifferences(
    _ request: Fixture.Request, _ parameters: [String: [Double]]
  ) throws -> [String] {
    func point(_ name: String) -> Point? {
      parameters[name].map { Point(x: $0[0], y: $0[1]) }
    }
    let target = try layout.targetOffset(
      ScrollProposal(
        proposed: point("proposed") ?? .zero, velocity: point("velocity") ?? .zero,
        current: point("current")))
    let offset = request.expected?["targetContentOffset"]
    let expected = [offset?["x"], offset?["y"], request.expected?["page"]].map { $0?.number }
    let got = [target.offset.x, target.offset.y, target.page.map(Double.init) ?? .nan]
    let agrees = zip(expected, got).allSatisfy { expected, got in
      expected.map { abs($0 - got) <= fixture.tolerance } ?? true
    }
    return agrees ? [] : ["\(request.path): \(got), expected \(expected)"]
  }
}
