/// A length of an item or of a supplementary that a client may measure.
enum ItemSide: String, CaseIterable {
  case width, height, bodyHeight

  /// Returns the measured lengths of this side for the items of a chunk.
  func found(in chunk: ItemChunk) -> PackedColumn {
    switch self {
    case .width: chunk.measuredWidths
    case .height: chunk.measuredHeights
    case .bodyHeight: chunk.measuredBodyHeights
    }
  }
}
