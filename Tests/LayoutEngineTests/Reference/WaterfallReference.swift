@testable import LayoutEngine

/// The waterfall as LayoutRules F1–F6 reads: every item looks at every column.
///
/// Lengths down the columns are rounded to whole units of 1/6,144,000 point (I1).
///
/// It knows vertical scrolling only: for horizontal scrolling the tests exchange the axes.
struct WaterfallReference {
  let columnCount: Int
  let columnWidth: Double
  let columnSpacing: Double
  let rowSpacing: Double
  let left: Double
  private let headerHeight: Double
  private let topInset: Double
  /// Where columns begin, in points.
  var top: Double { headerHeight + topInset }
  let placement: WaterfallSpec.Placement

  let packing: WaterfallSpec.Packing

  private(set) var bottoms: [Int]
  private var cursor = 0
  /// The free stretches of each column above its last item, ascending (F11).
  var gaps: [[Range<Int>]]
  /// The farthest end of a stamp (F14).
  private var stampsEnd = 0

  init(_ spec: WaterfallSpec, width: Double) {
    let available = width - (spec.sectionInset.left + spec.sectionInset.right)
    switch spec.columns {
    case .count(let count):
      columnCount = count
    case .minWidth(let width), .width(let width):
      let room = available + spec.columnSpacing + 1e-9 * max(1, available)
      columnCount = max(1, Int((room / (width + spec.columnSpacing)).rounded(.down)))
    }
    columnSpacing = spec.columnSpacing
    rowSpacing = spec.rowSpacing
    let room = available - Double(columnCount - 1) * columnSpacing
    if case .width(let width) = spec.columns {
      columnWidth = width
      // LayoutRules F12: what the columns leave is after them, on both sides or before them.
      let free = max(0, room - Double(columnCount) * width)
      left =
        spec.sectionInset.left
        + (spec.columnAlignment == .end ? free : spec.columnAlignment == .center ? free / 2 : 0)
    } else {
      columnWidth = room / Double(columnCount)
      left = spec.sectionInset.left
    }
    headerHeight = spec.headerFooter.headerReferenceSize.height
    topInset = spec.sectionInset.top
    placement = spec.placement
    packing = spec.packing
    bottoms = Array(repeating: 0, count: columnCount)
    gaps = Array(repeating: [], count: columnCount)
    for stamp in spec.stamps.sorted(by: { $0.y < $1.y }) { put(stamp) }
  }

  /// LayoutRules F14: a stamp ends the free room of every column that it covers.
  private mutating func put(_ stamp: Rect) {
    guard stamp.width > 0, stamp.height > 0 else { return }
    let top = Self.units(headerHeight) + Self.units(topInset)
    let (start, end) = (Self.units(stamp.y) - top, Self.units(stamp.y + stamp.height) - top)
    for column in 0..<columnCount {
      let edge = left + Double(column) * (columnWidth + columnSpacing)
      guard edge < stamp.x + stamp.width - 1e-6, edge + columnWidth > stamp.x + 1e-6, end > 0
      else { continue }
      stampsEnd = max(stampsEnd, end)
      let bottom = end + Self.units(rowSpacing)
      guard bottom > bottoms[column] else { continue }
      let free = max(start, bottoms[column])
      if packing == .dense { fillGap(of: column, from: free, bottom - free) }
      bottoms[column] = bottom
    }
  }

  /// An item: a fixed height, or a pair or a ratio that scales to the width.
  struct Item {
    var fixedHeight: Double?
    var pair: Size?
    var aspectRatio: Double?
    var bodyHeight: Double?
    var span = 1
    /// The column in which the document puts it; the cursor stays (F10).
    var column: Int?
  }

  private static let unit = 6_144_000.0
  /// 1/1024 point, the greatest difference of a tie.
  static let tie = 6_000

  static func units(_ points: Double) -> Int {
    Int((points * unit).rounded(.toNearestOrEven))
  }

  private static func points(_ units: Int) -> Double { Double(units) / unit }

  /// The frames and media heights, and the columns' length.
  mutating func layOut(
    _ items: [Item]
  ) -> (frames: [Rect], mediaHeights: [Double], columnsLength: Double) {
    var frames: [Rect] = []
    var mediaHeights: [Double] = []
    var longest = stampsEnd
    let items = placement == .balanced ? balanced(items) : items
    let top = Self.units(headerHeight) + Self.units(topInset)
    for item in items {
      let span = min(item.span, columnCount)
      let width = self.width(span)
      let media = mediaHeight(item, width: width)
      let height = Self.units(item.bodyHeight.map { media + $0 } ?? media)
      let end = item.column.map { min($0, columnCount - span) } ?? column(span: span)
      let step = height + Self.units(rowSpacing)
      var (column, start) = (end, highestBottom(end, span))
      if packing == .dense, let gap = gap(for: step, span: span, own: item.column, end: end) {
        (column, start) = gap
      } else if item.column == nil {
        cursor = column + span
      }
      occupy(column..<(column + span), from: start, step)
      longest = max(longest, start + height)
      frames.append(
        Rect(
          x: left + Double(column) * (columnWidth + columnSpacing), y: Self.points(top + start),
          width: width, height: Self.points(height)))
      mediaHeights.append(media)
    }
    return (frames, mediaHeights, Self.points(longest))
  }

  private func width(_ span: Int) -> Double {
    span == 1 ? columnWidth : Double(span) * columnWidth + Double(span - 1) * columnSpacing
  }

  func mediaHeight(_ item: Item, width: Double) -> Double {
    if let ratio = item.aspectRatio { return width / ratio }
    if let pair = item.pair {
      return pair.width == 0 || pair.height == 0 ? 0 : width * pair.height / pair.width
    }
    return item.fixedHeight ?? width
  }

  /// Puts an item into its columns, and remembers the gaps that it leaves there.
  private mutating func occupy(_ columns: Range<Int>, from start: Int, _ step: Int) {
    for column in columns {
      if packing == .dense { fillGap(of: column, from: start, step) }
      if start >= bottoms[column] || packing == .normal { bottoms[column] = start + step }
    }
  }

  /// LayoutRules F3: the highest bottom of the columns covered, that is the one farthest down.
  func highestBottom(_ column: Int, _ span: Int) -> Int {
    bottoms[column..<(column + span)].reduce(.min) { max($0, $1) }
  }

  private func column(span: Int) -> Int {
    let starts = 0...(columnCount - span)
    switch placement {
    case .shortestColumn:  // LayoutRules F2, F3
      let least = highestBottom(minStart(starts, span), span)
      return starts.first { highestBottom($0, span) <= least + Self.tie } ?? 0
    case .roundRobin, .balanced:  // LayoutRules F4; balanced items have columns
      return cursor + span <= columnCount ? cursor : 0
    case .gridLanes(let tolerance):  // LayoutRules F5
      let least = highestBottom(minStart(starts, span), span)
      let near = starts.filter {
        Double(highestBottom($0, span) - Self.tie) <= Double(least) + tolerance * Self.unit
      }
      return near.first { $0 >= cursor } ?? near.first ?? 0
    }
  }

  private func minStart(_ starts: ClosedRange<Int>, _ span: Int) -> Int {
    var best = 0
    for start in starts where highestBottom(start, span) < highestBottom(best, span) {
      best = start
    }
    return best
  }
}
