import LayoutEngine
import LayoutWire

/// Why there is no layout of a document or an update.
enum LayoutFailure: Error, Sendable {
  /// It cannot be read.
  case document(DocumentError)
  /// It cannot be laid out.
  case layout(LayoutError)
  /// An update cannot be read.
  case updateText(DocumentError)
  /// An update cannot be applied.
  case update(UpdateError)
  /// The layout that an update is of is not stored.
  case notCached(LayoutID)
  /// The work took longer than it may, in seconds, its waiting included.
  case timedOut(Double)
  /// The work would hold more memory than all work together may.
  case outOfMemory
  /// No more work may wait for a worker.
  case queueIsFull
}
