import LayoutEngine

/// A layout, and how it came to be.
struct LayoutDelivery: Sendable {
  var layout: StoredLayout
  var origin: LayoutOrigin
  var times = WorkTimes()
  /// What the store had to do with it; nil if it was not needed.
  var store: StoreStatus?
  /// The layout that an update made it of, where it was made just now.
  var parent: StoredLayout?
}

/// A request that waits for a layout.
protocol LayoutWaiter: Sendable {
  /// Whether anyone still waits for the response; called under locks.
  var isWaiting: Bool { get }
  /// Another layout that waits for this one: where nobody wants that, nobody waits here.
  var heir: LayoutID? { get }
  /// Takes the layout, on the worker that has it.
  ///
  /// - Parameter time: what is left of the job's.
  /// - Returns: the bytes that the response held when it was sent.
  func receive(_ delivery: LayoutDelivery, in time: JobTime) -> Int
  /// Takes the reason why there is no layout.
  func fail(_ failure: LayoutFailure)
  /// Told that the work is given up, since nobody waits.
  func leave()
}

extension LayoutWaiter {
  var heir: LayoutID? { nil }
  func leave() {}
}

/// Work that waits for another layout: an update for its parent.
///
/// Without an heir it waits whoever has left meanwhile: what it has fetched others of the family will
/// ask for.
struct LayoutStep: LayoutWaiter {
  let heir: LayoutID?
  let goesOn: @Sendable (LayoutDelivery, JobTime) -> Int
  let fails: @Sendable (LayoutFailure) -> Void
  let leaves: @Sendable () -> Void

  init(
    for heir: LayoutID? = nil, goesOn: @escaping @Sendable (LayoutDelivery, JobTime) -> Int,
    fails: @escaping @Sendable (LayoutFailure) -> Void, leaves: @escaping @Sendable () -> Void = {}
  ) {
    self.heir = heir
    self.goesOn = goesOn
    self.fails = fails
    self.leaves = leaves
  }

  var isWaiting: Bool { true }

  func receive(_ delivery: LayoutDelivery, in time: JobTime) -> Int { goesOn(delivery, time) }

  func fail(_ failure: LayoutFailure) { fails(failure) }

  func leave() { leaves() }
}
