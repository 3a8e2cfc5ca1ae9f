/// Finds the rectangles that intersect a queried rectangle.
///
/// It is a static packed tree of bounding boxes in one flat array; a node has 16 children.
///
/// The rectangles themselves are not stored, only a box for every 16 of them: about 2 bytes per rectangle.
/// The tree uses the order of the rectangles' numbers if neighbours in it are close to each other, as in
/// laid out content. Otherwise it orders them along a Z curve, which takes 4 more bytes per rectangle.
struct RectIndex: Sendable {
  /// The edges of a node's box, all inclusive.
  private struct Box: Sendable {
    var minX = Double.infinity
    var minY = Double.infinity
    var maxX = -Double.infinity
    var maxY = -Double.infinity

    init() {}

    init(_ rect: Rect) {
      minX = rect.minX
      minY = rect.minY
      maxX = rect.maxX
      maxY = rect.maxY
    }

    mutating func formUnion(_ other: Box) {
      minX = min(minX, other.minX)
      minY = min(minY, other.minY)
      maxX = max(maxX, other.maxX)
      maxY = max(maxY, other.maxY)
    }

    /// Returns whether the boxes have a point in common; boxes that only share an edge do.
    func intersectsOrTouches(_ other: Box) -> Bool {
      minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }

    func contains(_ other: Box) -> Bool {
      minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
    }

    /// Returns the area with both sides lengthened by `padding`, so that boxes without area can be
    /// compared, too.
    func area(padding: Double) -> Double {
      (maxX - minX + padding) * (maxY - minY + padding)
    }
  }

  private static let fanOut = 16

  /// The number of rectangles.
  private(set) var count: Int
  /// The nodes' boxes, level by level: first the boxes of 16 rectangles each, last the root's box.
  private var boxes: [Box] = []
  /// The index in `boxes` of each level's first box.
  private var levelStarts: [Int] = []
  /// The rectangles' numbers in the order of the Z curve; empty if the tree uses the order of the numbers.
  private var order: [UInt32] = []

  /// Creates the index of a collection of rectangles, numbered from 0 in its order.
  ///
  /// - Complexity: O(n).
  init(_ rects: some RandomAccessCollection<Rect>, _ budget: LayoutBudget = LayoutBudget()) {
    self.init(count: rects.count, budget) { rects[rects.index(rects.startIndex, offsetBy: $0)] }
  }

  /// Creates the index of `count` rectangles, numbered from 0; `count` must be < 2^32.
  ///
  /// If the budget ends the work, the index finds nothing, and the caller must discard it.
  ///
  /// - Parameter rect: returns the rectangle of a number in `0..<count`; it is called a few times for each
  ///   number. Every coordinate must be finite.
  /// - Complexity: O(n).
  init(count: Int, _ budget: LayoutBudget = LayoutBudget(), rect: (Int) -> Rect) {
    self.count = count
    guard count > 0 else { return }
    if build(rect, budget), let isScattered = scattersNeighbours(rect, budget) {
      guard isScattered else { return }
      order = CurveOrder.sorted(count: count, within: bounds, budget, rect: rect)
      if order.count == count, build(rect, budget) { return }
    }
    self.count = 0
    boxes = []
    order = []
  }

  /// A rectangle that contains all rectangles; `.zero` if there are none.
  var bounds: Rect {
    guard let root = boxes.last else { return .zero }
    return Rect(
      x: root.minX, y: root.minY, width: Self.span(root.minX, root.maxX),
      height: Self.span(root.minY, root.maxY))
  }

  /// The bytes of the arrays.
  var byteCount: Int {
    boxes.capacity * MemoryLayout<Box>.stride + order.capacity * 4
      + levelStarts.capacity * MemoryLayout<Int>.stride
  }

  /// Adds, in ascending order, the numbers of all rectangles that touch `rect`, and of some that do not.
  ///
  /// A leaf of up to 16 neighbouring rectangles is added whole if its bounding box touches `rect`.
  ///
  /// - Complexity: O(log n + found) if few rectangles overlap.
  func addNumbers(intersecting rect: Rect, to numbers: inout IndexRuns) {
    guard count > 0 else { return }
    visit(0, level: levelStarts.count - 1, query: Box(rect), numbers: &numbers)
    if !order.isEmpty { numbers.normalize() }
  }

  // MARK: Search

  /// Adds the rectangles below a node that may intersect the query.
  ///
  /// The recursion is as deep as the tree: at most 8 levels.
  private func visit(_ node: Int, level: Int, query: Box, numbers: inout IndexRuns) {
    let box = boxes[levelStarts[level] + node]
    guard box.intersectsOrTouches(query), !numbers.isFull else { return }
    if level == 0 || query.contains(box) {
      append(node, level: level, to: &numbers)
      return
    }
    numbers.countVisits(1)
    let firstChild = node * Self.fanOut
    let childCount = levelStarts[level] - levelStarts[level - 1]
    for child in firstChild..<min(firstChild + Self.fanOut, childCount) {
      visit(child, level: level - 1, query: query, numbers: &numbers)
    }
  }

  /// Adds the numbers of all rectangles below a node.
  private func append(_ node: Int, level: Int, to numbers: inout IndexRuns) {
    var size = Self.fanOut
    for _ in 0..<level { size *= Self.fanOut }
    let range = node * size..<min((node + 1) * size, count)
    if order.isEmpty {
      numbers.append(range)
    } else {
      for place in range where !numbers.isFull { numbers.append(Int(order[place])) }
    }
  }

  // MARK: Building

  /// Builds a box for every 16 rectangles (step 1), then a box for every 16 boxes, up to one root (step
  /// 2).
  ///
  /// - Returns: false if the budget ended the work.
  private mutating func build(_ rect: (Int) -> Rect, _ budget: LayoutBudget) -> Bool {
    boxes.removeAll(keepingCapacity: true)
    levelStarts = [0]
    boxes.reserveCapacity(count / (Self.fanOut - 1) + 8)
    for start in stride(from: 0, to: count, by: Self.fanOut) {
      var box = Box()
      for place in start..<min(start + Self.fanOut, count) {
        box.formUnion(Box(rect(order.isEmpty ? place : Int(order[place]))))
      }
      boxes.append(box)
      guard budget.checkpoint(after: Self.fanOut) else { return false }
    }
    var levelStart = 0
    while boxes.count - levelStart > 1 {
      let levelEnd = boxes.count
      for start in stride(from: levelStart, to: levelEnd, by: Self.fanOut) {
        var box = boxes[start]
        for child in start..<min(start + Self.fanOut, levelEnd) { box.formUnion(boxes[child]) }
        boxes.append(box)
        guard budget.checkpoint(after: Self.fanOut) else { return false }
      }
      levelStarts.append(levelEnd)
      levelStart = levelEnd
    }
    return true
  }

  /// Returns whether the boxes of 16 rectangles each cover a much larger area than the rectangles.
  ///
  /// Returns nil if the budget ended the work.
  private func scattersNeighbours(_ rect: (Int) -> Rect, _ budget: LayoutBudget) -> Bool? {
    guard count > Self.fanOut else { return false }
    let root = boxes[boxes.count - 1]
    let padding = max(root.maxX - root.minX, root.maxY - root.minY) / Double(count)
    var covered = 0.0
    for stretch in (0..<count).stretches {
      guard budget.checkpoint(after: stretch.count) else { return nil }
      for number in stretch { covered += Box(rect(number)).area(padding: padding) }
    }
    var boxed = 0.0
    for stretch in (0..<levelStarts[1]).stretches {
      guard budget.checkpoint(after: stretch.count) else { return nil }
      for box in boxes[stretch] { boxed += box.area(padding: padding) }
    }
    return boxed > 4 * covered
  }

  /// Returns the distance from `near` to `far`, rounded so that `near + span ≥ far` in floating point.
  private static func span(_ near: Double, _ far: Double) -> Double {
    let span = far - near
    return near + span < far ? span.nextUp : span
  }
}
