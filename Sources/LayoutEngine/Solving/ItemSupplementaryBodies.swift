/// The bodies of a section's supplementaries on items and groups, by kind (LayoutRules N4).
struct ItemSupplementaryBodies: Sendable {
  /// A kind, its body, and how the body is set.
  struct Entry: Sendable {
    let kind: String
    let body: Body
    let options: BodyOptions
  }

  /// One entry for each element kind that has text.
  var entries: [Entry]
  /// The path of the section's `supplementaries` in the document, for errors.
  let path: DocumentPath
}
