import Synchronization

/// Counts the units that a task has shaped, so that tests can bound the work instead of the time.
final class ShapingProbe: Sendable {
  /// The probe of the current task; nil if nothing is counted.
  @TaskLocal static var current: ShapingProbe?

  private let units = Atomic(0)

  /// The units that were shaped so far; a unit that is shaped twice counts twice.
  var unitCount: Int { units.load(ordering: .relaxed) }

  /// Counts units.
  func add(_ count: Int) { units.add(count, ordering: .relaxed) }
}
