package import LayoutEngine
package import LayoutWire

/// The reason why a document or an update has no layout.
package enum LayoutFailure: Error, Sendable {
  /// The document cannot be parsed.
  case document(DocumentError)
  /// The document cannot be laid out.
  case layout(LayoutError)
  /// The update cannot be parsed.
  case updateText(DocumentError)
  /// The update cannot be applied.
  case update(UpdateError)
  /// The layout is not cached, and the store did not provide it; the status says why.
  case notCached(LayoutID, StoreStatus? = nil)
  /// The store's document or update takes more bytes than a body may.
  case tooLarge(BodyLimit)
  /// The store did not answer in time, and not when it was asked again either.
  case storeTimedOut
  /// The work took longer than this limit in seconds, including its wait for a worker.
  case timedOut(Double)
  /// The widths of a style sheet take more CPU time than one request may.
  case widthsTooDear
  /// The work would take more memory than all jobs together may.
  case outOfMemory
  /// The queue of jobs that wait for a worker is full.
  case queueIsFull
  /// Too many fetches wait for the store.
  case tooManyFetches
}
