import LayoutWire
import TestSupport

@testable import LayoutEngine

/// A document, an update and what an independent engine made of it (`Fixtures/Updates/*.jsonl`).
struct UpdateFixture: CustomStringConvertible {
  enum Kind: String {
    case batch, layout, anchor, changes, refused, identity
  }

  let description: String
  let kind: Kind
  let document: [UInt8]
  let update: [UInt8]
  let query: FixtureValue?
  let expected: FixtureValue
  let tolerance: Double

  /// The names of the files, each with how many fixtures it holds.
  static let fileNames = [
    "updates-batch", "updates-changes", "updates-flashlist", "updates-magazine", "updates-masonic",
    "updates-measured", "updates-random", "updates-reports", "updates-rotate", "updates-tanstack",
  ]

  static func load(_ name: String) throws -> [UpdateFixture] {
    try PackageFiles.lines(of: "\(Fixture.folder)/Updates/\(name).jsonl").map {
      try UpdateFixture(Array($0))
    }
  }

  init(_ line: [UInt8]) throws {
    let value = try FixtureValue(line)
    guard let name = value["name"]?.string, let expected = value["expected"],
      let kind = value["kind"]?.string.flatMap(Kind.init), let document = value["document"],
      let update = value["update"]
    else { throw Fixture.Unreadable(what: "update fixture") }
    description = name
    self.kind = kind
    self.document = Array(line[document.range])
    self.update = Array(line[update.range])
    self.expected = expected
    query = value["query"]
    tolerance = value["tolerance"]?.number ?? 0.01
  }
}

extension ChangesQuery {
  /// The query of a fixture.
  init(_ value: FixtureValue?) {
    func rect(_ name: String) -> Rect? {
      value?[name].flatMap { Rect($0.elements.compactMap(\.number)) }
    }
    let bounds = rect("bounds")
    self.init(rect: rect("rect") ?? bounds, bounds: bounds)
    switch value?["anchor"]?.string {
    case nil, "first": anchor = .first
    case "firstWhole": anchor = .firstWhole
    case "last": anchor = .last
    case "none": anchor = .none
    case let path?:
      let parts = path.split(separator: ",")
      let numbers = parts[0].split(separator: "-").compactMap { Int($0) }
      anchor = .item(ItemPath(numbers[0], numbers[1]), isEnd: parts.count > 1)
    }
  }
}
