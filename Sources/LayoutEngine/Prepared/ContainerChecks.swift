/// What is wrong with a document's container and configuration (`semantics.md` D).
enum ContainerChecks {
  /// The faults in document order; empty where sections can be laid out.
  static func issues(in document: LayoutDocument) -> [LayoutError.Issue] {
    let container = document.container
    var checks = Checks(path: DocumentPath.root.field("container"))
    checks.require(isLength(container.size.width), "width", "must be finite and > 0")
    checks.require(isLength(container.size.height), "height", "must be finite and > 0")
    let insets = container.contentInsets
    let areFinite = [insets.top, insets.leading, insets.bottom, insets.trailing]
      .allSatisfy { abs($0) <= LayoutLimits.maxContentLength }
    checks.require(areFinite, "contentInsets", "must be finite")
    if checks.issues.isEmpty {
      let width = container.size.width - insets.horizontal
      let height = container.size.height - insets.vertical
      checks.require(
        isLength(width) && isLength(height), "contentInsets",
        "leave no room in the container: \(width.inPoints) × \(height.inPoints) points")
    }
    if let scale = container.scale {
      let isScale = scale <= LayoutLimits.maxScale && 1 / scale <= LayoutLimits.maxContentLength
      checks.require(scale > 0 && isScale, "scale", "must be > 0 and ≤ 1000 pixels a point")
    }
    checks.path = DocumentPath.root.field("configuration")
    checks.require(
      abs(document.configuration.interSectionSpacing) <= LayoutLimits.maxContentLength,
      "interSectionSpacing", "must be finite, within 2^53 points")
    checks.path = .root
    checks.require(
      document.sections.count <= LayoutLimits.maxSections, "sections",
      "must be at most \(LayoutLimits.maxSections), are \(document.sections.count)")
    return checks.issues
  }

  /// Faults at the fields of one object.
  private struct Checks {
    var path: DocumentPath
    var issues: [LayoutError.Issue] = []

    mutating func require(_ condition: Bool, _ field: String, _ reason: String) {
      guard !condition else { return }
      issues.append(LayoutError.Issue(path: path.field(field), reason: reason))
    }
  }

  private static func isLength(_ value: Double) -> Bool {
    value > 0 && value <= LayoutLimits.maxContentLength
  }
}
