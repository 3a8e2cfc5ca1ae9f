extension LayoutDocument {
  /// Bytes that it holds beside its items, estimated: lists in layouts take no more than eight bytes
  /// for each of the text that they were read from.
  ///
  /// - Complexity: O(sections).
  public var ownByteCount: Int {
    var count = 9 * configuration.text.capacity + (layout?.byteCount ?? 0)
    count += sections.capacity * MemoryLayout<Section>.stride
    for section in sections { count += section.layout?.byteCount ?? 0 }
    return count
  }
}

extension LayoutVariants {
  /// Bytes held, estimated.
  fileprivate var byteCount: Int {
    var count = variants.capacity * MemoryLayout<LayoutVariant>.stride + 9 * text.capacity
    if text.isEmpty, case .custom(let spec)? = variants.first?.layout {
      count += spec.frames.capacity * MemoryLayout<CustomFrame>.stride
    }
    return count
  }
}
