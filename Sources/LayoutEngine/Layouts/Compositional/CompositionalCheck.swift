/// Checks the spec of a compositional section before any length is resolved: its groups, its numbers and
/// its element kinds (LayoutRules B, D; Contract §2).
///
/// All issues are collected, in document order, up to `LayoutError.maxIssues`.
struct CompositionalCheck {
  private(set) var issues: [LayoutError.Issue] = []
  private var kinds = ElementKinds()

  /// Checks a section's spec.
  ///
  /// - Parameter path: the layout's path in the document.
  /// - Throws: an error with the issues found.
  /// - Complexity: linear in the spec. Groups nested deeper than `TemplateAllowance.maxDepth` are
  ///   reported as an issue and not visited.
  static func run(_ spec: CompositionalSpec, at path: DocumentPath) throws(LayoutError) {
    var check = CompositionalCheck()
    check.section(spec, at: path)
    if !check.issues.isEmpty { throw LayoutError(issues: check.issues) }
  }

  private mutating func section(_ spec: CompositionalSpec, at path: DocumentPath) {
    sectionGroup(spec, at: path.field("group"))
    for (field, options) in [
      ("body", spec.body), ("headerBody", spec.headerBody), ("footerBody", spec.footerBody),
    ] where options.width == .fitContent {
      report(path.field(field).field("width"), BodyOptions.reasonAgainstFitting)
    }
    require(spec.interGroupSpacing, at: path, "interGroupSpacing")
    require(spec.contentInsets, at: path)
    let boundaries = path.field("boundarySupplementaryItems")
    for (number, item) in spec.boundarySupplementaryItems.enumerated() {
      boundary(item, at: boundaries.index(number))
    }
    let decorations = path.field("decorationItems")
    var seen: Set<String> = []
    for (number, item) in spec.decorationItems.enumerated() {
      let place = decorations.index(number)
      require(item.contentInsets, at: place)
      note(item.kind, as: .decoration, at: place)
      if !seen.insert(item.kind).inserted {
        report(place.field("kind"), "is used by another decoration of this section")
      }
    }
  }

  private mutating func boundary(_ item: BoundarySupplementaryItem, at path: DocumentPath) {
    note(item.kind, as: .boundary, at: path)
    require(item.size, at: path)
    require(item.absoluteOffset, at: path.field("absoluteOffset"))
    require(item.contentInsets, at: path)
  }

  /// Checks the section's own group.
  ///
  /// An arrangement takes all of the section's items in one group, and that group must not scroll
  /// orthogonally (LayoutRules B14).
  private mutating func sectionGroup(_ spec: CompositionalSpec, at path: DocumentPath) {
    guard case .arrangement(let layout) = spec.group.content else {
      return group(spec.group, isSectionGroup: true, depth: 1, at: path)
    }
    common(spec.group, as: .sectionGroup, at: path)
    if let reason = layout.reasonAgainstArrangement {
      report(path.field("arrangement"), reason)
    }
    if spec.orthogonalScrollingBehavior != .none {
      report(
        path.field("arrangement"),
        "takes all of the section's items in one group, which cannot scroll orthogonally")
    }
  }

  private mutating func group(
    _ group: LayoutGroup, isSectionGroup: Bool, depth: Int, at path: DocumentPath
  ) {
    guard depth <= TemplateAllowance.maxDepth else {
      return report(path, "is nested more than \(TemplateAllowance.maxDepth) groups deep")
    }
    common(group, as: isSectionGroup ? .sectionGroup : .nestedGroup, at: path)
    switch group.content {
    case .arrangement:
      report(
        path.field("arrangement"), "is allowed only in a section's own group, not in a nested one")
    case .frames(let frames):
      custom(frames, at: path.field("frames"))
    case .subitems(_, let subitems, let count):
      if subitems.isEmpty {
        report(path.field("subitems"), "At least 1 subitem is required for a group")
      }
      times(count, "count", of: subitems, at: path)
      times(group.repeatingSubitem, "repeatingSubitem", of: subitems, at: path)
      if count != nil, group.repeatingSubitem != nil {
        report(
          path.field("repeatingSubitem"),
          "cannot be combined with count, which divides the group's length; leave out one of them")
      }
      let places = path.field("subitems")
      for (number, subitem) in subitems.enumerated() where issues.count < LayoutError.maxIssues {
        switch subitem {
        case .item(let item): self.item(item, at: places.index(number))
        case .group(let nested):
          self.group(
            nested, isSectionGroup: false, depth: depth + 1, at: places.index(number))
        }
      }
    }
  }

  /// Requires exactly one subitem in a group that repeats it `times` times, by `count` (LayoutRules B6) or
  /// by `repeatingSubitem` (B16).
  private mutating func times(
    _ times: WholeNumber?, _ field: String, of subitems: [LayoutSubitem], at path: DocumentPath
  ) {
    guard let times else { return }
    if subitems.count > 1 {
      report(
        path.field("subitems"),
        "must have exactly one subitem in a group with \(field) (got \(subitems.count))")
    }
    if times < 1 {
      report(path.field(field), "must be at least 1 (got \(times))")
    } else if times > TemplateAllowance().leaves {
      issues.append(
        contentsOf: TemplateAllowance.excess("items", at: path.field(field)).issues)
    }
  }

  private mutating func custom(_ frames: [CustomFrame], at path: DocumentPath) {
    if frames.isEmpty { report(path, "At least 1 frame is required for a custom group") }
    for (number, frame) in frames.enumerated() {
      let rect = frame.frame
      let sound =
        rect.x.isWithinMaxExtent && rect.y.isWithinMaxExtent && rect.width.isLength
        && rect.height.isLength
      if !sound {
        report(
          path.index(number), "must have a finite origin and sides from 0 to 2^53 points")
      }
    }
  }

  private mutating func common(
    _ group: LayoutGroup, as category: ElementKinds.Category, at path: DocumentPath
  ) {
    require(group.size, at: path)
    require(group.contentInsets, at: path)
    require(group.edgeSpacing, at: path)
    require(group.interItemSpacing.minimum, at: path, "interItemSpacing")
    supplementaries(group.supplementaryItems, as: category, at: path)
  }

  private mutating func item(_ item: LayoutItem, at path: DocumentPath) {
    require(item.size, at: path)
    require(item.contentInsets, at: path)
    require(item.edgeSpacing, at: path)
    supplementaries(item.supplementaryItems, as: .item, at: path)
  }

  /// Checks the supplementaries of one host, which may have at most one of each kind (LayoutRules C10).
  private mutating func supplementaries(
    _ items: [SupplementaryItem], as category: ElementKinds.Category, at path: DocumentPath
  ) {
    guard !items.isEmpty else { return }
    var seen: Set<String> = []
    for (number, item) in items.enumerated() {
      let place = path.field("supplementaryItems").index(number)
      note(item.kind, as: category, at: place)
      if !seen.insert(item.kind).inserted {
        report(place.field("kind"), "is used by another supplementary item of this host")
      }
      require(item.size, at: place)
      require(item.containerAnchor, at: place.field("containerAnchor"))
      require(item.itemAnchor, at: place.field("itemAnchor"))
    }
  }

  /// Requires that within a section a kind names only one category of element (Contract §2).
  private mutating func note(
    _ kind: String, as category: ElementKinds.Category, at path: DocumentPath
  ) {
    if let other = kinds.conflict(of: kind, as: category) {
      report(
        path.field("kind"),
        "names \(category.rawValue) here and \(other.rawValue) elsewhere in this section")
    }
  }

  private mutating func report(_ path: DocumentPath, _ reason: String) {
    guard issues.count < LayoutError.maxIssues else { return }
    issues.append(LayoutError.Issue(path: path, reason: reason))
  }
}

// MARK: Numbers

extension CompositionalCheck {
  /// Requires a number to be finite and at most 2^53 points in magnitude.
  private mutating func require(
    _ number: Double, at path: DocumentPath, _ field: String
  ) {
    if !number.isWithinMaxExtent {
      report(path.field(field), "must be a finite number up to 2^53 (got \(number.inPoints))")
    }
  }

  private mutating func require(_ insets: DirectionalInsets, at path: DocumentPath) {
    let sound =
      insets.top.isWithinMaxExtent && insets.leading.isWithinMaxExtent
      && insets.bottom.isWithinMaxExtent
      && insets.trailing.isWithinMaxExtent
    if !sound { report(path.field("contentInsets"), "must be finite numbers up to 2^53") }
  }

  private mutating func require(_ spacing: EdgeSpacing, at path: DocumentPath) {
    let edges = [spacing.leading, spacing.top, spacing.trailing, spacing.bottom]
    if !edges.allSatisfy({ $0?.minimum.isWithinMaxExtent ?? true }) {
      report(path.field("edgeSpacing"), "must be finite numbers up to 2^53")
    }
  }

  private mutating func require(_ size: LayoutSize, at path: DocumentPath) {
    if !size.width.isSound {
      report(path.field("size").field("width"), "must be finite numbers up to 2^53")
    }
    if !size.height.isSound {
      report(path.field("size").field("height"), "must be finite numbers up to 2^53")
    }
  }

  private mutating func require(_ anchor: LayoutAnchor?, at path: DocumentPath) {
    switch anchor?.offset {
    case .absolute(let point): require(point, at: path.field("absoluteOffset"))
    case .fractional(let point): require(point, at: path.field("fractionalOffset"))
    case nil: break
    }
  }

  private mutating func require(_ point: Point, at path: DocumentPath) {
    require(point.x, at: path, "x")
    require(point.y, at: path, "y")
  }
}

extension LayoutDimension {
  /// Whether the dimension's numbers are finite and at most 2^53 in magnitude.
  fileprivate var isSound: Bool {
    switch self {
    case .absolute(let points), .estimated(let points), .uniformAcrossSiblings(let points):
      points.isWithinMaxExtent
    case .fractionalWidth(let fraction, let plus), .fractionalHeight(let fraction, let plus):
      fraction.isWithinMaxExtent && plus.isWithinMaxExtent
    }
  }
}
