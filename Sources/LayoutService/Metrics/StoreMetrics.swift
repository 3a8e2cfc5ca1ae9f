/// The service's counters of the store of documents, without locks.
final class StoreMetrics: Sendable {
  /// The operations that are timed.
  enum Operation: Int, CaseIterable {
    case fetch, write
  }

  /// Fetches by result.
  let fetches = CounterTable<8>()
  /// Writes by result.
  let writes = CounterTable<8>()
  /// Durations by operation.
  let durations: [Histogram] = Operation.allCases.map { _ in Histogram() }
  /// Bytes read from the store (index 0), and bytes written to it (index 1), in their stored form.
  let bytes = CounterTable<2>()

  /// Counts an event.
  func count(_ event: StoreEvent) {
    switch event {
    case .answered(let waited, let byteCount):
      durations[Operation.fetch.rawValue].record(waited)
      bytes.add(byteCount, at: 0)
    case .fetched(let result):
      fetches.add(at: StoreEvent.Fetch.allCases.firstIndex(of: result) ?? 0)
    case .wrote(let result, let waited, let byteCount):
      writes.add(at: StoreEvent.Write.allCases.firstIndex(of: result) ?? 0)
      durations[Operation.write.rawValue].record(waited)
      bytes.add(byteCount, at: 1)
    }
  }
}
