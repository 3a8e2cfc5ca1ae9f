import HTTPMessage
import LayoutAPI

/// A job in a list for operators.
struct ListedJob: Sendable {
  let kind: WorkQueue.Kind
  /// The client in whose turn the job runs.
  let client: HTTPClient
  /// The layout that the job computes; nil if that is not known yet, or it computes none.
  let id: LayoutID?
  /// The bytes that the job took while it waited.
  let byteCount: Int
  /// The time when the job was submitted, in nanoseconds of `MonotonicClock`.
  let since: UInt64
  /// The time when it began to run; nil if it waits.
  let began: UInt64?

  init(_ entry: WaitingJobs.Entry, began: UInt64? = nil) {
    kind = entry.job.kind
    client = entry.client
    id = entry.job.id
    byteCount = entry.job.byteCount
    since = entry.since
    self.began = began
  }
}
