import Testing

@testable import LayoutEngine

/// A compositional section with its environment, short enough to write in a test.
struct CompositionalSection {
  var spec: CompositionalSpec
  var items = 1
  var size = Size(width: 375, height: 812)
  var axis = LayoutAxis.vertical
  var scale: Double?

  init(
    _ group: LayoutGroup, items: Int = 1, _ change: (inout CompositionalSection) -> Void = { _ in }
  ) {
    spec = CompositionalSpec(group: group)
    self.items = items
    change(&self)
  }

  var environment: SectionEnvironment {
    SectionEnvironment(axis: axis, size: size, scale: scale, path: .root)
  }

  func solve() throws -> SolverResult {
    try CompositionalSolver(spec, environment: environment, LayoutBudget()).solve(
      Items(count: items), at: DocumentPath.root.field("items"))
  }

  /// The reasons why the section cannot be laid out, as `pointer: reason`; empty if it can.
  func reasons() -> [String] {
    do {
      _ = try solve()
      return []
    } catch let error as LayoutError {
      return error.issues.map { $0.path.text + ": " + $0.reason }
    } catch {
      return ["\(error)"]
    }
  }

  /// The section alone in a document.
  func document(_ change: (inout LayoutDocument) -> Void = { _ in }) -> LayoutDocument {
    var document = LayoutDocument(
      container: Container(size: size, scale: scale),
      configuration: LayoutConfiguration(scrollDirection: axis),
      layout: LayoutVariants(.compositional(spec)),
      sections: [LayoutSection(items: Items(count: items))])
    change(&document)
    return document
  }
}

extension DocumentPath {
  /// The path as a pointer, for comparison; names hold no characters to escape.
  var text: String {
    steps.map { step in
      switch step {
      case .field(let name): "/" + name
      case .index(let index): "/\(index)"
      }
    }
    .joined()
  }
}

extension LayoutDimension {
  static func ofWidth(_ fraction: Double) -> LayoutDimension { .fractionalWidth(fraction, plus: 0) }
  static func ofHeight(_ fraction: Double) -> LayoutDimension {
    .fractionalHeight(fraction, plus: 0)
  }
}

extension LayoutSubitem {
  /// An item of a size.
  static func item(
    _ width: LayoutDimension, _ height: LayoutDimension,
    _ change: (inout LayoutItem) -> Void = { _ in }
  ) -> LayoutSubitem {
    var item = LayoutItem(size: LayoutSize(width: width, height: height))
    change(&item)
    return .item(item)
  }
}

extension LayoutGroup {
  /// A group of subitems one after the other.
  static func line(
    _ axis: LayoutAxis, _ width: LayoutDimension, _ height: LayoutDimension,
    _ subitems: [LayoutSubitem], count: Int? = nil,
    _ change: (inout LayoutGroup) -> Void = { _ in }
  ) -> LayoutGroup {
    var group = LayoutGroup(
      size: LayoutSize(width: width, height: height),
      content: .subitems(axis: axis, subitems: subitems, count: count))
    change(&group)
    return group
  }

  /// A group of given frames.
  static func custom(
    _ width: LayoutDimension, _ height: LayoutDimension, _ frames: [CustomFrame]
  ) -> LayoutGroup {
    LayoutGroup(size: LayoutSize(width: width, height: height), content: .frames(frames))
  }

  /// A group whose items another layout arranges.
  static func arranged(
    _ width: LayoutDimension, _ height: LayoutDimension, _ layout: SectionLayout
  ) -> LayoutGroup {
    LayoutGroup(size: LayoutSize(width: width, height: height), content: .arrangement(layout))
  }
}

extension SolverResult {
  /// Every cell's frame.
  var frames: [Rect] { frames(.vertical) }

  func frames(_ axis: LayoutAxis) -> [Rect] { SectionScene.frames(self, axis) }

  /// Every supplementary of items and groups.
  var badgeElements: [SectionElement] {
    (0..<(supplementaries?.count ?? 0)).compactMap { supplementaries?.element($0) }
  }
}

extension SectionElement {
  /// Kind and number, for comparison.
  var name: String { "\(kind) \(item)" }
}

/// Whether frames are those expected, as `[x, y, width, height]`, to a millionth of a point.
func areFrames(_ frames: [Rect], _ expected: [[Double]]) -> Bool {
  guard frames.count == expected.count else { return false }
  return zip(frames, expected).allSatisfy { frame, expected in
    zip([frame.x, frame.y, frame.width, frame.height], expected)
      .allSatisfy { abs($0 - $1) <= 1e-6 }
  }
}
