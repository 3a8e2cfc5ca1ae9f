@testable import LayoutEngine

/// The flow layout as LayoutRules A1–A10, A18 and A19 read, with every frame worked out by itself.
///
/// Lengths down the lines are rounded to whole units of 1/6,144,000 point (I1).
///
/// It knows vertical scrolling only: for horizontal scrolling the tests exchange the axes.
struct FlowReference {
  let spec: FlowSpec
  let insets: Insets
  let width: Double
  let sizes: [Size]

  var available: Double { width - insets.left - insets.right }
  private var spacing: Double { spec.minimumInteritemSpacing }
  private var tolerance: Double { 1e-9 * max(1, available) }

  /// The frames, and the lines' total length.
  func layOut() -> (frames: [Rect], linesLength: Double) {
    let top = units(spec.headerFooter.headerReferenceSize.height) + units(insets.top)
    var frames: [Rect] = []
    var y = top
    var farthest = top
    for (number, line) in lines.enumerated() {
      let thickness = line.map { units($0.height) }.max() ?? 0
      let xs = positions(of: line, isLast: number == lines.count - 1)
      for (size, x) in zip(line, xs) {
        let height = units(size.height)
        let rest = thickness - height
        let start =
          switch spec.lineAlignment {  // LayoutRules A9, A19
          case .top: y
          case .center: y + (rest / 2).rounded(.down)
          case .bottom: y + rest
          }
        frames.append(outset(x: x, width: size.width, y: start, height: height))
      }
      farthest = max(farthest, y + thickness)
      y += thickness + units(spec.minimumLineSpacing)
    }
    return (frames, (farthest - top) / Self.unit)
  }

  private static let unit = 6_144_000.0

  private func units(_ points: Double) -> Double {
    (points * Self.unit).rounded(.toNearestOrEven)
  }

  /// LayoutRules A2: greedy breaking.
  private var lines: [[Size]] {
    if isUniform { return uniformLines }
    var lines: [[Size]] = []
    for size in sizes {
      if let line = lines.last, joins(size, line) {
        lines[lines.count - 1].append(size)
      } else {
        lines.append([size])
      }
    }
    return lines
  }

  private func joins(_ size: Size, _ line: [Size]) -> Bool {
    let isTooWide = size.width > available + tolerance
    let followsTooWide = line[0].width > available + tolerance
    if spacing < 0, isTooWide || followsTooWide { return false }
    let used = line.dropFirst().reduce(line[0].width) { $0 + spacing + $1.width }
    return used + spacing + size.width <= available + tolerance
  }

  private var isUniform: Bool {
    spec.alignment == .justified && sizes.allSatisfy { $0 == sizes[0] }
  }

  /// LayoutRules A5: how many equal items a line holds.
  private var columnCount: Double {
    let w = sizes[0].width
    if w > available + tolerance { return 1 }
    if w + spacing <= 0 { return Double(max(2, sizes.count)) }
    return max(1, ((available + spacing + tolerance) / (w + spacing)).rounded(.down))
  }

  private var uniformLines: [[Size]] {
    guard !sizes.isEmpty else { return [] }
    let n = Int(min(columnCount, Double(sizes.count)))
    return stride(from: 0, to: sizes.count, by: n).map {
      Array(sizes[$0..<min($0 + n, sizes.count)])
    }
  }

  private func positions(of line: [Size], isLast: Bool) -> [Double] {
    if isUniform { return uniformPositions(count: line.count) }
    if spec.alignment != .justified { return alignedPositions(of: line) }
    let everyLineHasOne = lines.allSatisfy { $0.count == 1 }
    if line.count == 1, !isLast || everyLineHasOne {
      return [insets.left + max(0, (available - line[0].width) / 2)]  // LayoutRules A7, A8
    }
    let total = line.reduce(0) { $0 + $1.width }
    let gap = isLast ? spacing : (available - total) / Double(line.count - 1)  // LayoutRules A8, A7
    return line.indices.map { item in
      line[0..<item].reduce(insets.left) { $0 + $1.width + gap }
    }
  }

  /// LayoutRules A18: the items and the spacings between them, at the line's beginning, middle or end.
  private func alignedPositions(of line: [Size]) -> [Double] {
    let used = line.dropFirst().reduce(line[0].width) { $0 + spacing + $1.width }
    let share = [FlowAlignment.leading: 0, .center: 0.5, .trailing: 1][spec.alignment] ?? .nan
    let start = insets.left + max(0, available - used) * share
    return line.indices.map { item in line[0..<item].reduce(start) { $0 + $1.width + spacing } }
  }

  /// LayoutRules A5, A6: the grid's columns, the last line's too.
  private func uniformPositions(count: Int) -> [Double] {
    let w = sizes[0].width
    let n = columnCount
    if n == 1 { return [insets.left + max(0, (available - w) / 2)] }
    let gap = (available - n * w) / (n - 1)
    return (0..<count).map { insets.left + Double($0) * (w + gap) }
  }

  /// The frame grown by the outset; `y` and `height` in units.
  private func outset(x: Double, width: Double, y: Double, height: Double) -> Rect {
    let (dx, dy) = (spec.boundsOutset.horizontal, units(spec.boundsOutset.vertical))
    let start = y - max(dy, -(height / 2).rounded(.down))
    return Rect(
      x: x - max(dx, -width / 2), y: start / Self.unit, width: max(0, width + 2 * dx),
      height: max(0, height + 2 * dy) / Self.unit)
  }
}
