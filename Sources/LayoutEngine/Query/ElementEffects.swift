/// The properties of an element that its section's effects set for some visible bounds (LayoutRules O1).
public struct ElementEffects: Sendable, Hashable {
  /// The opacity; nil if no effect drives it.
  public var alpha: Double?
  /// The transform about the centre of the frame; nil if no effect scales, moves or turns the element.
  public var transform: LayoutTransform?
  /// The share of the element's light that is removed; nil if no effect drives it.
  public var dim: Double?

  /// Creates properties that no effect drives.
  public init() {}
}

/// An affine transform, with CGAffineTransform's fields: x′ = a·x + c·y + tx and y′ = b·x + d·y + ty.
public struct LayoutTransform: Sendable, Hashable {
  /// The factor of x in x′ = a·x + c·y.
  public var a: Double
  /// The factor of x in y′ = b·x + d·y.
  public var b: Double
  /// The factor of y in x′.
  public var c: Double
  /// The factor of y in y′.
  public var d: Double
  /// The translation to the right, in points.
  public var tx: Double
  /// The translation downwards, in points.
  public var ty: Double

  /// Creates a transform from its fields.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// Creates a transform that scales, then turns clockwise by an angle in degrees, then moves.
  init(scale: Double, rotation: Double, translation: Point) {
    let (sine, cosine) = Rotation.sineAndCosine(ofDegrees: rotation)
    self.init(
      a: scale * cosine, b: scale * sine, c: -scale * sine, d: scale * cosine, tx: translation.x,
      ty: translation.y)
  }
}

/// The sine and cosine, computed without a library, so that the service and the module answer the same.
enum Rotation {
  /// Returns the sine and cosine of an angle of at most a few thousand degrees; exact at multiples of 90.
  static func sineAndCosine(ofDegrees degrees: Double) -> (sine: Double, cosine: Double) {
    let quarters = (degrees / 90).rounded()
    let x = (degrees - 90 * quarters) * (Double.pi / 180)
    // |x| ≤ π/4: the first term left out is less than 2^-57.
    let square = x * x
    var (sine, cosine) = (0.0, 0.0)
    for order in stride(from: 16, through: 2, by: -2) {
      let n = Double(order)
      cosine = -square / (n * (n - 1)) * (1 + cosine)
      sine = -square / (n * (n + 1)) * (1 + sine)
    }
    (sine, cosine) = (x * (1 + sine), 1 + cosine)
    switch Int(quarters) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }
}

/// Applies a section's effects to its elements for some visible bounds.
struct EffectsPlacement: Sendable {
  private let effects: ScrollEffects
  private let bounds: Rect
  /// The axis along which the section scrolls.
  private let axis: LayoutAxis
  private let isMirrored: Bool
  /// The elements that effects drive.
  let elements: ScrollEffect.Elements

  /// Creates the placement of a section's effects; nil if it has none, or the query has no bounds.
  init?(_ content: PreparedContent, _ section: LaidOutSection, _ query: LayoutQuery) {
    guard let effects = section.solution.effects, let bounds = query.effectBounds else {
      return nil
    }
    self.effects = effects
    self.bounds = bounds
    axis = section.isOrthogonal ? content.axis.crossed : content.axis
    isMirrored = content.isMirrored
    elements = effects.effects.reduce([]) { $0.union($1.elements) }
  }

  /// Returns the properties of an element with a final frame, rounded to millionths.
  ///
  /// - Parameter kind: the kind of the element.
  func properties(of kind: ScrollEffect.Elements, _ frame: Rect) -> ElementEffects {
    var (found, moves) = (ElementEffects(), false)
    var (scale, rotation, translation) = (1.0, 0.0, Point.zero)
    for effect in effects.effects where effect.elements.isSuperset(of: kind) {
      let distance = distance(of: frame, effect)
      if let curve = effect.alpha { found.alpha = curve.value(at: distance).inMillionths }
      if let curve = effect.dim { found.dim = curve.value(at: distance).inMillionths }
      if let curve = effect.scale { (scale, moves) = (curve.value(at: distance), true) }
      if let curve = effect.rotation { (rotation, moves) = (curve.value(at: distance), true) }
      if let curve = effect.translationX {
        (translation.x, moves) = (curve.value(at: distance), true)
      }
      if let curve = effect.translationY {
        (translation.y, moves) = (curve.value(at: distance), true)
      }
    }
    guard moves else { return found }
    if isMirrored { (rotation, translation.x) = (-rotation, -translation.x) }
    found.transform =
      LayoutTransform(
        scale: scale, rotation: rotation, translation: translation
      ).inMillionths
    return found
  }

  /// Returns an element's stacking order with what the effects add to its own.
  func zIndex(_ own: WholeNumber, of kind: ScrollEffect.Elements, _ frame: Rect) -> WholeNumber {
    for effect in effects.effects where effect.elements.isSuperset(of: kind) {
      guard let curve = effect.zIndex else { continue }
      let added = WholeNumber((curve.value(at: distance(of: frame, effect)) + 0.5).rounded(.down))
      let (sum, overflow) = own.addingReportingOverflow(added)
      return overflow ? own : sum
    }
    return own
  }

  /// Returns the signed distance of a frame's reference point from that of the bounds, in the effect's unit.
  private func distance(of frame: Rect, _ effect: ScrollEffect) -> Double {
    let axis = effect.axis == .scroll ? axis : axis.crossed
    let isBackward = isMirrored && axis == .horizontal
    let (length, visible) = (axis.main(frame.size), axis.main(bounds.size))
    let leading =
      isBackward
      ? axis.mainMax(bounds) - axis.mainMax(frame) : axis.mainMin(frame) - axis.mainMin(bounds)
    let distance =
      switch effect.reference {
      case .leading: leading
      case .center: leading + (length - visible) / 2
      case .trailing: leading + length - visible
      }
    let unit =
      switch effect.unit {
      case .item: length
      case .viewport: visible
      case .points: 1.0
      }
    // An element without length is infinitely many lengths away, or none.
    return distance == 0 ? 0 : distance / unit
  }
}

extension LayoutTransform {
  fileprivate var inMillionths: LayoutTransform {
    LayoutTransform(
      a: a.inMillionths, b: b.inMillionths, c: c.inMillionths, d: d.inMillionths,
      tx: tx.inMillionths, ty: ty.inMillionths)
  }
}

extension Double {
  /// The number rounded to millionths; 0 for −0.
  fileprivate var inMillionths: Double { (self * 1e6).rounded() / 1e6 + 0 }
}
