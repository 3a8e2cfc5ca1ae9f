import HTTPMessage
import LayoutAPI
import Synchronization

extension RemoteDocuments {
  /// Writes a layout's document or update to the store, unless the store has it already.
  ///
  /// The text and its reservation are released as soon as they are not needed any more.
  ///
  /// - Parameter completion: receives the result and the nanoseconds that it took; called once, on any
  ///   thread.
  func write(
    _ document: DocumentBytes, _ source: LayoutSource,
    completion: @escaping @Sendable (StoreStatus, _ waited: UInt64) -> Void
  ) {
    let start = MonotonicClock.now
    let packing = Packing()
    let kind: Kind = source.parent == nil ? .document : .update
    let replacing = isBroken(source.id)
    store.set(
      key(kind, source.id), replacing: replacing,
      tombstone: deletes ? tombstone(of: source.id) : nil,
      value: {
        self.asWorker { packing.finish(self.pack(document, of: source.parent)) }
        document.reservation.release()
        return packing.value
      },
      completion: { receipt in
        document.release()
        if replacing, case .stored = receipt { self.noteReplaced(source.id) }
        let status: StoreStatus =
          switch receipt {
          case .stored: .stored
          case .there: .hit
          case .notStored(let outage): .bypassed(packing.refusal ?? StoreBypass(outage))
          }
        let waited = MonotonicClock.now &- start
        let byteCount = status == .stored ? packing.byteCount : 0
        packing.release()
        self.note(.wrote(.init(status), waited: waited, byteCount: byteCount))
        completion(status, waited)
      })
  }

  /// A value for the store, or the reason why there is none.
  private enum Packed: Sendable {
    case value([UInt8], Reservation?)
    case refused(StoreBypass)
  }

  /// Returns the value to store for a document or an update: gzip if that is shorter.
  private func pack(_ document: DocumentBytes, of parent: LayoutID?) -> Packed {
    if let member = document.takeMember(), member.count <= maxBytes {
      document.release()
      return .value(member, inflight.reserve(member.count))
    }
    var text = document.take().joined()
    // The text has been released already if the store requests the value only after its timeout.
    guard !text.isEmpty else { return .refused(.timeout) }
    if let parent {
      var record: [UInt8] = []
      record.reserveCapacity(65 + text.count)
      parent.append(to: &record)
      record.append(UInt8(ascii: "\n"))
      record.append(contentsOf: text)
      text = record
    }
    guard text.count >= Self.minCompressedBytes else {
      return text.count <= maxBytes ? .value(text, nil) : .refused(.tooLarge)
    }
    // Reserve no more bytes than a value may have.
    let most = min(text.count, maxBytes + 1)
    guard let room = inflight.reserve(most) else { return .refused(.busy) }
    if let member = Gzip.compressed(text, below: most) { return .value(member, room) }
    return text.count <= maxBytes ? .value(text, room) : .refused(.tooLarge)
  }

  /// The value that is being written to the store, or the reason why there is none; empty before `finish` and
  /// after `release`.
  private final class Packing: Sendable {
    private let packed = Mutex<Packed?>(nil)

    func finish(_ packed: Packed) { self.packed.withLock { $0 = packed } }

    /// Releases the value and its reservation.
    func release() { packed.withLock { $0 = nil } }

    var value: [UInt8]? {
      packed.withLock { if case .value(let value, _) = $0 { value } else { nil } }
    }

    var byteCount: Int { value?.count ?? 0 }

    var refusal: StoreBypass? {
      packed.withLock { if case .refused(let bypass) = $0 { bypass } else { nil } }
    }
  }
}
