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
  /// A layout is neither stored nor, by what the store says, to be had from there.
  case notCached(LayoutID, StoreStatus? = nil)
  /// What the store has of it takes more bytes than a body may.
  case tooLarge(BodyLimit)
  /// The work took longer than it may, in seconds, its waiting included.
  case timedOut(Double)
  /// The widths of a style sheet take more CPU than one request may.
  case widthsTooDear
  /// The work would hold more memory than all work together may.
  case outOfMemory
  /// No more work may wait for a worker.
  case queueIsFull
  /// No more layouts may wait for the store.
  case tooManyFetches
}
