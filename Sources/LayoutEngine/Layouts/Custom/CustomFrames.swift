/// The frames from a document; the document and its layouts share one object.
package final class CustomFrames: SharedNode {
  package nonisolated(unsafe) var holders = HolderCount()
  /// The frames, relative to the section's origin.
  package let frames: [Rect]
  /// The stacking orders of frames that have one.
  package let zIndexes: CodeColumn<WholeNumber>

  /// Creates given frames from rectangles, and the stacking orders of those that have one.
  package init(frames: [Rect], zIndexes: CodeColumn<WholeNumber> = CodeColumn()) {
    self.frames = frames.trimmed()
    self.zIndexes = zIndexes.trimmed()
  }

  /// The number of frames.
  package var count: Int { frames.count }

  /// The memory used, in bytes.
  package var byteCount: Int {
    frames.capacity * MemoryLayout<Rect>.stride + zIndexes.byteCount + 96
  }
}

extension CustomFrames: Equatable {
  /// Whether both objects have equal frames and stacking orders.
  ///
  /// - Complexity: O(n); O(1) if both are one object.
  package static func == (one: CustomFrames, other: CustomFrames) -> Bool {
    one === other
      || one.frames == other.frames && one.zIndexes.values == other.zIndexes.values
  }
}
