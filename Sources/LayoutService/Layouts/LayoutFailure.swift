import LayoutEngine
import LayoutWire

/// Why there is no layout of a document.
enum LayoutFailure: Error, Sendable {
  /// It cannot be read.
  case document(DocumentError)
  /// It cannot be laid out.
  case layout(LayoutError)
  /// The work took longer than it may, in seconds, its waiting included.
  case timedOut(Double)
  /// The work would hold more memory than all work together may.
  case outOfMemory
  /// No more work may wait for a worker.
  case queueIsFull
}
