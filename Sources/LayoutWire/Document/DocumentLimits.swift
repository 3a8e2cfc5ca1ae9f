/// What a document may hold at most.
public struct DocumentLimits: Sendable, Hashable {
  /// Items in all sections together, and given frames in all layouts together.
  public var maxItems: Int
  /// Sections.
  public var maxSections: Int
  /// Objects and arrays open at once.
  public var maxDepth: Int
  /// Elements of any other list: subitems, variants, boundary items and the like.
  public var maxListLength: Int
  /// Bytes of an element kind.
  public var maxKindBytes: Int
  /// Bytes of an item's id, which every answer about the item repeats.
  public var maxIDBytes: Int

  /// Creates limits; the defaults are the service's (Contract §2 and §9).
  public init(
    maxItems: Int = 2_000_000, maxSections: Int = 100_000, maxDepth: Int = 64,
    maxListLength: Int = 10_000, maxKindBytes: Int = 256,
    maxIDBytes: Int = 1_024
  ) {
    self.maxItems = maxItems
    self.maxSections = maxSections
    self.maxDepth = maxDepth
    self.maxListLength = maxListLength
    self.maxKindBytes = maxKindBytes
    self.maxIDBytes = maxIDBytes
  }
}
