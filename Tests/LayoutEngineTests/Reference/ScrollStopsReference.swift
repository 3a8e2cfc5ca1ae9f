@testable import LayoutEngine

/// A literal reading of Contract §6: every stop is written down, and every one is looked at.
///
/// Offsets grow in the reading direction.
struct ScrollStopsReference {
  /// In order, no two the same.
  private(set) var stops: [Double]

  /// The least offset and as many pages from it as begin below the greatest, and the greatest.
  init(pageLength: Double, least: Double, greatest: Double) {
    stops = []
    var page = 0.0
    while least + page * pageLength < greatest - 0x1p-10 {
      stops.append(least + page * pageLength)
      page += 1
    }
    stops.append(greatest)
  }

  /// The groups' leading edges within the content below the greatest offset, and that.
  init(leadingEdges: [Double], greatest: Double) {
    stops = Set(leadingEdges.filter { 0 <= $0 && $0 < greatest - 0x1p-10 } + [greatest]).sorted()
  }

  /// The offsets at which groups stand in the middle of what is visible.
  init(centers: [Double], visibleLength: Double) {
    stops = Set(centers.map { $0 - visibleLength / 2 }).sorted()
  }

  func clamped(_ offset: Double) -> Double {
    min(max(offset, stops.first ?? 0), stops.last ?? 0)
  }

  /// The nearest stop's number, of two equally near the later.
  func nearest(to offset: Double) -> Int {
    let distances = stops.map { abs($0 - offset) }
    return distances.lastIndex(of: distances.min() ?? 0) ?? 0
  }

  /// The first stop at or after an offset in the flick's direction.
  func next(from offset: Double, forwards: Bool) -> Int {
    forwards
      ? stops.firstIndex { $0 >= offset } ?? stops.count - 1
      : stops.lastIndex { $0 <= offset } ?? 0
  }

  /// Whole content: the stop nearest to `current`, with a flick the first in its direction.
  func snapped(current: Double, velocity: Double, threshold: Double) -> Int {
    abs(velocity) > threshold
      ? next(from: current, forwards: velocity > 0) : nearest(to: current)
  }

  /// Orthogonal sections that turn pages: never more than one from where the drag began.
  func turned(current: Double, start: Double, velocity: Double) -> Int {
    let began = nearest(to: start)
    let wanted =
      abs(velocity) > 0.2 ? (velocity > 0 ? began + 1 : began - 1) : nearest(to: current)
    return [began - 1, began, began + 1].filter(stops.indices.contains)
      .min { abs($0 - wanted) < abs($1 - wanted) } ?? 0
  }
}
