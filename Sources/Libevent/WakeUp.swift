import CLibevent

/// Wakes a base from any thread.
package struct WakeUp {
  private let event: Event

  /// Creates a wake-up; `action` is called on the base's thread.
  package init(base: EventBase, action: @escaping () -> Void) throws(EventError) {
    event = try Event(base: base, flags: EV_PERSIST) { _ in action() }
  }

  /// Makes the base call the action soon; activations before the action runs count as one.
  package func activate() {
    event.activate()
  }
}
