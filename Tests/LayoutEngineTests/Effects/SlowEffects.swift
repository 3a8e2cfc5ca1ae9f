@testable import LayoutEngine

import func Foundation.cos
import func Foundation.sin

/// Effects as the rules say them, one element at a time (LayoutRules O).
struct SlowEffects {
  /// Numbers a, b, c, d, tx, ty as in `LayoutTransform`.
  struct Matrix {
    var rows: [[Double]]

    static func scale(_ scale: Double) -> Matrix {
      Matrix(rows: [[scale, 0, 0], [0, scale, 0], [0, 0, 1]])
    }

    static func rotation(_ degrees: Double) -> Matrix {
      let angle = degrees * .pi / 180
      return Matrix(rows: [[cos(angle), -sin(angle), 0], [sin(angle), cos(angle), 0], [0, 0, 1]])
    }

    static func translation(_ x: Double, _ y: Double) -> Matrix {
      Matrix(rows: [[1, 0, x], [0, 1, y], [0, 0, 1]])
    }

    static let mirror = Matrix(rows: [[-1, 0, 0], [0, 1, 0], [0, 0, 1]])

    func times(_ other: Matrix) -> Matrix {
      Matrix(
        rows: (0..<3).map { row in
          (0..<3).map { column in
            (0..<3).reduce(0) { $0 + rows[row][$1] * other.rows[$1][column] }
          }
        })
    }

    var numbers: [Double] {
      [rows[0][0], rows[1][0], rows[0][1], rows[1][1], rows[0][2], rows[1][2]]
    }
  }

  /// What effects set of an element.
  struct Expected {
    var alpha: Double?
    var dim: Double?
    var transform: [Double]?
    /// Added to the stacking order, before it is rounded.
    var zIndex = 0.0
  }

  private let document: LayoutDocument
  private let layout: PreparedLayout

  init(_ layout: PreparedLayout) {
    self.layout = layout
    document = layout.document
  }

  /// The effects of an element for bounds; nil if its section has none for it.
  func expected(_ cell: LayoutAttributes, _ bounds: Rect) -> Expected? {
    guard let effects = effects(of: cell) else { return nil }
    var expected = Expected()
    var (scale, rotation, x, y, moves) = (1.0, 0.0, 0.0, 0.0, false)
    for effect in effects {
      let distance = distance(cell, effect, bounds)
      func set(_ value: inout Double?, _ curve: EffectCurve?) {
        if let curve { value = Self.value(of: curve, at: distance) }
      }
      func move(_ value: inout Double, _ curve: EffectCurve?) {
        guard let curve else { return }
        value = Self.value(of: curve, at: distance)
        moves = true
      }
      set(&expected.alpha, effect.alpha)
      set(&expected.dim, effect.dim)
      move(&scale, effect.scale)
      move(&rotation, effect.rotation)
      move(&x, effect.translationX)
      move(&y, effect.translationY)
      if let curve = effect.zIndex { expected.zIndex = Self.value(of: curve, at: distance) }
    }
    guard moves else { return expected }
    var matrix = Matrix.translation(x, y).times(.rotation(rotation)).times(.scale(scale))
    if isMirrored { matrix = Matrix.mirror.times(matrix).times(.mirror) }
    expected.transform = matrix.numbers
    return expected
  }

  /// The rectangle that an element's frame must meet to be in the answer.
  func searched(_ rect: Rect, of element: LayoutAttributes, _ query: LayoutQuery) -> Rect {
    guard let bounds = query.bounds, let effects = effects(of: element) else { return rect }
    func greatest(_ curves: [EffectCurve?]) -> Double {
      curves.compactMap { $0 }.flatMap(\.stops).map { abs($0.value) }.max() ?? 0
    }
    let scale = max(1, greatest(effects.map(\.scale)))
    let diagonal = (bounds.width * bounds.width + bounds.height * bounds.height).squareRoot()
    let turns = effects.contains { $0.rotation != nil }
    let dx = turns ? scale / 2 * diagonal : (scale - 1) / 2 * bounds.width
    let dy = turns ? scale / 2 * diagonal : (scale - 1) / 2 * bounds.height
    return rect.outsetBy(
      dx: dx + greatest(effects.map(\.translationX)), dy: dy + greatest(effects.map(\.translationY))
    )
  }

  private var isMirrored: Bool { document.container.direction == .rightToLeft }

  private func effects(of element: LayoutAttributes) -> [ScrollEffect]? {
    guard let section = element.section else { return nil }
    let variants = document.sections[section].layout ?? document.layout
    let effects = variants?.chosen(for: document.container)?.effects?.effects.filter {
      $0.elements.contains(kind(of: element, in: section))
    }
    return effects?.isEmpty == false ? effects : nil
  }

  /// The kind by which effects choose an element; all for a decoration, which no effect chooses.
  private func kind(of element: LayoutAttributes, in section: Int) -> ScrollEffect.Elements {
    switch element.category {
    case .cell: return .cells
    case .decoration: return ScrollEffect.Elements(rawValue: 128)
    case .supplementary: break
    }
    let boundary = layout.content.sections[section].solution.elements.first {
      $0.kind == element.kind && $0.item == element.item
    }
    switch boundary?.rank {
    case .header: return .headers
    case .footer: return .footers
    case .other, .decoration, nil: return .supplementaries
    }
  }

  /// Measured in the content before it is mirrored.
  private func distance(_ cell: LayoutAttributes, _ effect: ScrollEffect, _ bounds: Rect) -> Double
  {
    func unmirrored(_ rect: Rect) -> Rect {
      isMirrored
        ? Rect(
          x: layout.contentSize.width - rect.maxX, y: rect.y, width: rect.width,
          height: rect.height)
        : rect
    }
    let isOrthogonal = layout.content.sections[cell.section ?? 0].isOrthogonal
    let isVertical =
      (layout.scrollAxis == .vertical) != isOrthogonal
      ? effect.axis == .scroll : effect.axis == .cross
    func span(_ rect: Rect) -> (start: Double, length: Double) {
      let rect = unmirrored(rect)
      return isVertical ? (rect.y, rect.height) : (rect.x, rect.width)
    }
    let (cell, view) = (span(cell.frame), span(bounds))
    let share =
      switch effect.reference {
      case .leading: 0.0
      case .center: 0.5
      case .trailing: 1.0
      }
    let points = cell.start + share * cell.length - view.start - share * view.length
    let unit =
      switch effect.unit {
      case .item: cell.length
      case .viewport: view.length
      case .points: 1.0
      }
    return points == 0 ? 0 : points / unit
  }

  static func value(of curve: EffectCurve, at distance: Double) -> Double {
    let stops = curve.stops
    if distance <= stops[0].distance { return stops[0].value }
    for (start, end) in zip(stops, stops.dropFirst()) where distance <= end.distance {
      let part = (distance - start.distance) / (end.distance - start.distance)
      return (1 - part) * start.value + part * end.value
    }
    return stops[stops.count - 1].value
  }
}
