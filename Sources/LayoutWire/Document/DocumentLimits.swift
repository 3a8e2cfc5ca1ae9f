/// The limits of one document.
public struct DocumentLimits: Sendable, Hashable {
  /// The maximum number of items in all sections together, and of custom frames in all layouts together.
  public var maxItems: Int
  /// The maximum number of sections.
  public var maxSections: Int
  /// The maximum number of nested objects and arrays.
  public var maxDepth: Int
  /// The maximum number of elements in each list of another kind: subitems, variants, boundary items.
  public var maxListLength: Int
  /// The maximum number of bytes in an element kind.
  public var maxKindBytes: Int
  /// The maximum number of bytes in an item's id, which every response about the item repeats.
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
