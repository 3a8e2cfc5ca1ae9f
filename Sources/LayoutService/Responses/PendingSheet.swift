import HTTPMessage

/// A style sheet's response whose widths are laid out one after the other.
///
/// Each is a job of its own, so that other clients have their turns between them; all have the time of
/// one together, and the CPU of one document.
struct PendingSheet: LayoutWaiter {
  /// Looks up the version of a layout whose container has another width, for a waiter.
  typealias Lookup =
    @Sendable (
      _ parent: StoredLayout, _ width: Double, _ spent: UInt64, _ waiter: any LayoutWaiter
    ) -> LayoutRepository.Lookup

  private let response: PendingResponse
  private let lookup: Lookup
  private var delivery: LayoutDelivery
  private let time: JobTime
  /// The layout itself, and those of the first widths.
  private var held: [HeldParent] = []
  /// How many widths were laid out for it, and the nanoseconds of CPU that they took; cached ones, and
  /// those that another request has laid out, cost it nothing.
  private var madeCount: UInt64 = 0
  private var madeCPU: UInt64 = 0

  /// Begins with the layout; nil if the response needs no other.
  init?(_ response: PendingResponse, _ delivery: LayoutDelivery, in time: JobTime) {
    guard !response.request.sheet.widths.isEmpty, let lookup = response.widthLookup else {
      return nil
    }
    self.response = response
    self.lookup = lookup
    self.delivery = delivery
    self.time = time
  }

  var isWaiting: Bool { response.isWaiting }

  /// Looks up what is missing, and responds where all is here.
  ///
  /// - Returns: the bytes that the response held when it was sent.
  func goOn() -> Int {
    var sheet = self
    do throws(LayoutFailure) {
      if sheet.held.isEmpty { try sheet.hold(sheet.delivery.layout) }
      let widths = response.request.sheet.widths
      while sheet.held.count <= widths.count {
        guard isWaiting else { return 0 }
        guard !time.isUp else { throw time.failure }
        guard sheet.hasRoom else { throw .widthsTooDear }
        let width = widths[sheet.held.count - 1]
        switch lookup(sheet.delivery.layout, width, time.spent, sheet) {
        case .here(let layout): try sheet.hold(layout)
        case .later: return 0
        case .absent: throw .notCached(sheet.delivery.layout.id)
        }
      }
    } catch {
      response.fail(error)
      return 0
    }
    var response = response
    response.widths = sheet.held.dropFirst().map(\.layout)
    return response.respond(sheet.delivery, in: time)
  }

  /// Whether one more width, which costs what the others did, keeps within the CPU of a sheet; a first one
  /// always does.
  private var hasRoom: Bool {
    guard madeCount > 0 else { return true }
    return delivery.times.cpu &+ madeCPU / madeCount
      <= MonotonicClock.nanoseconds(SheetRequest.maxSeconds)
  }

  /// Counts a layout among what jobs hold until the response is made.
  private mutating func hold(_ layout: StoredLayout) throws(LayoutFailure) {
    guard let memory = time.memory, let parent = HeldParent(layout, in: memory) else {
      throw .outOfMemory
    }
    held.append(parent)
  }

  func receive(_ other: LayoutDelivery, in time: JobTime) -> Int {
    var sheet = self
    var times = other.times
    if other.origin == .collapsed || other.origin == .hit { times.cpu = 0 }
    sheet.delivery.times.add(times)
    if times.cpu > 0 {
      sheet.madeCount += 1
      sheet.madeCPU += times.cpu
    }
    do throws(LayoutFailure) {
      try sheet.hold(other.layout)
    } catch {
      fail(error)
      return 0
    }
    return sheet.goOn()
  }

  func fail(_ failure: LayoutFailure) { response.fail(failure) }
}
