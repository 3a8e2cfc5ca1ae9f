import LayoutAPI
import LayoutEngine

/// Work that waits for another layout, as an update waits for its parent.
///
/// A continuation without a dependent is carried out even if every client has left: other versions of the
/// document will need the fetched layout.
struct LayoutContinuation: LayoutWaiter {
  let dependent: LayoutID?
  let goesOn: @Sendable (LayoutDelivery, JobTime) -> Int
  let fails: @Sendable (LayoutFailure) -> Void
  let leaves: @Sendable () -> Void

  init(
    for dependent: LayoutID? = nil, goesOn: @escaping @Sendable (LayoutDelivery, JobTime) -> Int,
    fails: @escaping @Sendable (LayoutFailure) -> Void, leaves: @escaping @Sendable () -> Void = {}
  ) {
    self.dependent = dependent
    self.goesOn = goesOn
    self.fails = fails
    self.leaves = leaves
  }

  var isWaiting: Bool { true }

  func receive(_ delivery: LayoutDelivery, in time: JobTime) -> Int { goesOn(delivery, time) }

  func fail(_ failure: LayoutFailure) { fails(failure) }

  func leave() { leaves() }
}
