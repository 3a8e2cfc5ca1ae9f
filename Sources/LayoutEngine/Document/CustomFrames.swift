/// Given frames, held once by a document and by the layouts made of it.
public final class CustomFrames: LayoutPart {
  package let holders = HolderCount()
  /// The frames, relative to the section's origin.
  public let frames: [Rect]
  /// The stacking orders of those that have one.
  public let zIndexes: CodeColumn<WholeNumber>

  /// Takes frames, and the stacking orders of those that have one.
  public init(frames: [Rect], zIndexes: CodeColumn<WholeNumber> = CodeColumn()) {
    self.frames = frames.trimmed()
    self.zIndexes = zIndexes.trimmed()
  }

  /// How many there are.
  public var count: Int { frames.count }

  /// Bytes held.
  package var byteCount: Int {
    frames.capacity * MemoryLayout<Rect>.stride + zIndexes.byteCount + 96
  }
}

extension CustomFrames: Equatable {
  /// Whether both give the same frames and stacking orders.
  ///
  /// - Complexity: O(n); O(1) for one object.
  public static func == (one: CustomFrames, other: CustomFrames) -> Bool {
    one === other
      || one.frames == other.frames && one.zIndexes.values == other.zIndexes.values
  }
}
