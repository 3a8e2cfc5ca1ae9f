public import LayoutAPI
import LayoutEngine

extension LayoutID {
  /// The bytes that are hashed between two checks of the budget: a millisecond's work.
  static let piece = 256 << 10

  /// Creates the id of a document.
  ///
  /// - Complexity: O(`document`).
  public init(hashing document: [UInt8]) {
    self.init(SHA256.hash(document[...]), of: nil)
  }

  /// Returns a hasher for a document or an update, whose digest makes the layout's id.
  ///
  /// - Parameter parent: the layout that the update is applied to; nil if a document is hashed.
  static func hasher(of parent: LayoutID?) -> SHA256 {
    var hasher = SHA256()
    guard let parent else { return hasher }
    unsafe parent.hashedPrefix.withUnsafeBytes { unsafe hasher.update($0) }
    return hasher
  }

  /// Returns the id of the version that an update derives from a layout.
  ///
  /// - Complexity: O(`update`).
  public static func child(of parent: LayoutID, update: [UInt8]) -> LayoutID {
    var hasher = hasher(of: parent)
    unsafe update.withUnsafeBytes { unsafe hasher.update($0) }
    return LayoutID(hasher.finish(), of: parent)
  }

  /// Creates the id of a document or an update of any length, and checks the budget before each `piece`
  /// bytes.
  ///
  /// nil if the budget ended the work.
  init?(hashing text: [UInt8], of parent: LayoutID?, _ budget: LayoutBudget) {
    var hasher = Self.hasher(of: parent)
    let isWhole = unsafe text.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: Self.piece) {
        guard budget.checkpoint() else { return false }
        let end = min(start + Self.piece, bytes.count)
        unsafe hasher.update(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      }
      return true
    }
    guard isWhole else { return nil }
    self.init(hasher.finish(), of: parent)
  }
}
