import HTTPMessage
import Synchronization

extension LayoutStore {
  /// Keeps what a layout is made of, unless the store has it already.
  ///
  /// The text is let go, with what is set aside for it, as soon as it is not needed any more.
  ///
  /// - Parameter completion: gets what became of it, after how many nanoseconds; called once, on any
  ///   thread.
  func keep(
    _ document: DocumentBytes, _ source: LayoutSource,
    completion: @escaping @Sendable (StoreStatus, _ waited: UInt64) -> Void
  ) {
    let start = MonotonicClock.now
    let packing = Packing()
    let kind: Kind = source.parent == nil ? .document : .update
    let replacing = isBroken(source.id)
    store.keep(
      key(kind, source.id), replacing: replacing,
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

  /// A value, or why there is none.
  private enum Packed: Sendable {
    case value([UInt8], Reservation?)
    case refused(StoreBypass)
  }

  /// Makes the value of a text: as gzip where that is shorter.
  private func pack(_ document: DocumentBytes, of parent: LayoutID?) -> Packed {
    if let member = document.takeMember(), member.count <= maxBytes {
      document.release()
      return .value(member, inflight.reserve(member.count))
    }
    var text = document.take().joined()
    // It was let go already where the store asks for it later than its answer was due.
    guard !text.isEmpty else { return .refused(.timeout) }
    if let parent {
      var record: [UInt8] = []
      record.reserveCapacity(65 + text.count)
      parent.append(to: &record)
      record.append(UInt8(ascii: "\n"))
      record.append(contentsOf: text)
      text = record
    }
    guard text.count >= Self.shortestCompressed else {
      return text.count <= maxBytes ? .value(text, nil) : .refused(.tooLarge)
    }
    // No more is held than a value may have.
    let most = min(text.count, maxBytes + 1)
    guard let room = inflight.reserve(most) else { return .refused(.busy) }
    if let member = Gzip.compressed(text, below: most) { return .value(member, room) }
    return text.count <= maxBytes ? .value(text, room) : .refused(.tooLarge)
  }

  /// What becomes of a text on its way to the store.
  private final class Packing: Sendable {
    private let packed = Mutex<Packed?>(nil)

    func finish(_ packed: Packed) { self.packed.withLock { $0 = packed } }

    /// Lets value and room go.
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
