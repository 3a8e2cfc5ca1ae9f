extension LayoutDocument {
  /// Checks that something can be laid out in the container with the configuration (LayoutRules D).
  ///
  /// - Throws: an error that lists every fault, in document order.
  func checkEnvironment() throws(LayoutError) {
    var issues = SpecIssues()
    container.check(at: DocumentPath.root.field("container"), &issues)
    if !container.hasHeight { configuration.checkHeightIsUnread(&issues) }
    issues.checkFinite(
      configuration.interSectionSpacing,
      DocumentPath.root.field("configuration").field("interSectionSpacing"))
    if case .points(let length) = configuration.minimumContentLength {
      issues.checkLength(length, DocumentPath.minimumContentLength)
    }
    if sections.count > LayoutLimits.maxSections {
      issues.add(
        DocumentPath.root.field("sections"),
        "must be at most \(LayoutLimits.maxSections) sections (got \(sections.count))")
    }
    try issues.throwIfAny()
  }
}

extension DocumentPath {
  /// The path of the content's least length.
  static var minimumContentLength: DocumentPath {
    root.field("configuration").field("minimumContentLength")
  }
}

extension Container {
  /// The container's size less its content insets.
  var innerSize: Size {
    Size(
      width: size.width - contentInsets.horizontal, height: size.height - contentInsets.vertical)
  }

  fileprivate func check(at path: DocumentPath, _ issues: inout SpecIssues) {
    for (side, field) in [(size.width, "width"), (size.height, "height")]
    where !(side > 0 && side.isLength) {
      issues.add(path.field(field), "must be > 0 and at most 2^53 points (got \(side.inPoints))")
    }
    issues.checkInsets(contentInsets, path.field("contentInsets"))
    if issues.isEmpty, !(innerSize.width > 0 && innerSize.height > 0) {
      issues.add(
        path.field("contentInsets"),
        "leave no room in the container: \(innerSize.width.inPoints) × "
          + "\(innerSize.height.inPoints) points")
    }
    issues.checkLengths(safeAreaInsets, path.field("safeAreaInsets"))
    issues.checkLengths(layoutMargins, path.field("layoutMargins"))
    issues.checkLengths(scrollPadding, path.field("scrollPadding"))
    if let readableContentWidth {
      issues.checkPositive(readableContentWidth, path.field("readableContentWidth"))
    }
    if let scale, !(LayoutLimits.minScale...LayoutLimits.maxScale ~= scale) {
      issues.add(
        path.field("scale"),
        "must be at least 2^-53 and at most \(LayoutLimits.maxScale.inPoints) pixels a point "
          + "(got \(scale))")
    }
  }
}

extension LayoutDocument {
  /// Checks that the references of a layout leave space across the scroll axis.
  ///
  /// - Throws: an error at the container's field that the reference reads.
  func requireRoom(forReferencesOf traits: any LayoutTraits) throws(LayoutError) {
    let axis = configuration.scrollDirection
    for given in [traits.insetsReference, traits.supplementaryInsetsReference] {
      let reference = configuration.resolved(given)
      let room = container.crossLength(of: reference, scrolling: axis)
      guard !(room > 0) else { continue }
      throw LayoutError(
        DocumentPath.root.field("container").field(container.field(readBy: reference)),
        "must leave room for sections (got \(room.inPoints) points across the scroll axis)")
    }
  }
}

extension Container {
  /// Returns the field that a reference's insets are read from.
  fileprivate func field(readBy reference: ContentInsetsReference) -> String {
    switch reference {
    case .automatic, .none: "contentInsets"
    case .safeArea: "safeAreaInsets"
    case .readableContent where readableContentWidth != nil: "readableContentWidth"
    case .layoutMargins, .readableContent: "layoutMargins"
    }
  }
}

extension SpecIssues {
  /// Adds an issue for each side of the insets that is not a length.
  fileprivate mutating func checkLengths(
    _ insets: DirectionalInsets, _ path: @autoclosure () -> DocumentPath
  ) {
    guard insets != .zero else { return }
    checkLength(insets.top, path().field("top"))
    checkLength(insets.leading, path().field("leading"))
    checkLength(insets.bottom, path().field("bottom"))
    checkLength(insets.trailing, path().field("trailing"))
  }

  /// Adds an issue for each side of the insets that is not finite.
  mutating func checkInsets(_ insets: DirectionalInsets, _ path: @autoclosure () -> DocumentPath) {
    checkFinite(insets.top, path().field("top"))
    checkFinite(insets.leading, path().field("leading"))
    checkFinite(insets.bottom, path().field("bottom"))
    checkFinite(insets.trailing, path().field("trailing"))
  }
}
