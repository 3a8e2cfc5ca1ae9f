/// Adds up the bytes that sections hold; what several of them share is counted once.
struct SectionBytes {
  /// The bytes of all sections so far.
  private(set) var count = 0
  /// The storage counted, which the sections keep alive.
  private var counted: Set<ObjectIdentifier> = []

  /// Adds a section's bytes.
  ///
  /// - Parameter isShared: whether an earlier section holds its solver's result.
  mutating func add(_ section: PreparedSection, isShared: Bool = false) {
    count += isShared ? section.ownByteCount : section.byteCount
    add(section.solution.cells.sharedStorage)
    add(section.solution.supplementaries?.sharedStorage)
  }

  private mutating func add(_ storage: (any SharedStorage)?) {
    guard let storage, counted.insert(storage.id).inserted else { return }
    count += storage.byteCount
  }
}
