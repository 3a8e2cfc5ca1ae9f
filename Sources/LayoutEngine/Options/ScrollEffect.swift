/// Effects that follow the scroll position (LayoutRules O; NSCollectionLayoutSection's
/// `visibleItemsInvalidationHandler` as data).
///
/// At most one effect drives each property of an element, so the order of effects does not matter.
public struct ScrollEffects: Sendable, Hashable {
  /// The maximum number of effects: one for each property of each kind of elements.
  public static let maxCount = 24

  /// The effects, in the document's order.
  public let effects: [ScrollEffect]

  /// Creates a list of effects; nil if two effects drive the same property of the same elements.
  public init?(_ effects: [ScrollEffect]) {
    var driven: [ScrollEffect.Property: ScrollEffect.Elements] = [:]
    for effect in effects {
      for property in effect.properties {
        guard driven[property, default: []].isDisjoint(with: effect.elements) else { return nil }
        driven[property, default: []].formUnion(effect.elements)
      }
    }
    self.effects = effects
  }

  /// The effects that drive some of the given elements.
  public func effects(on elements: ScrollEffect.Elements) -> [ScrollEffect] {
    effects.filter { !$0.elements.isDisjoint(with: elements) }
  }
}

/// Curves for properties of a section's elements over the distance between an element and the visible bounds.
public struct ScrollEffect: Sendable, Hashable {
  /// Kinds of elements that an effect can drive; decorations have no effects.
  public struct Elements: OptionSet, Sendable, Hashable {
    /// A bit for each kind.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The cells.
    public static let cells = Elements(rawValue: 1)
    /// The headers: boundary supplementary items before the cells.
    public static let headers = Elements(rawValue: 2)
    /// The footers: boundary supplementary items after the cells.
    public static let footers = Elements(rawValue: 4)
    /// Boundary supplementary items at the sides, and the supplementaries of items and groups.
    public static let supplementaries = Elements(rawValue: 8)
    /// All of these.
    public static let all: Elements = [.cells, .headers, .footers, .supplementaries]
  }

  /// The points of the element and of the visible bounds between which the distance is measured.
  public enum Reference: Sendable, Hashable, CaseIterable {
    /// Their centres.
    case center
    /// Their leading edges; in a right-to-left container, the horizontal leading edge is the right one.
    case leading
    /// Their trailing edges.
    case trailing
  }

  /// The axis along which the distance is measured.
  public enum Axis: Sendable, Hashable, CaseIterable {
    /// The axis along which the section scrolls: its own in an orthogonal section.
    case scroll
    /// The axis across it.
    case cross
  }

  /// The length that is 1 in distances.
  public enum Unit: Sendable, Hashable, CaseIterable {
    /// The element's length along the axis.
    case item
    /// The length of the visible bounds along the axis.
    case viewport
    /// A point.
    case points
  }

  /// A property that an effect can drive.
  public enum Property: Sendable, Hashable, CaseIterable {
    /// The opacity, from 0 to 1.
    case alpha
    /// The scale about the centre, from 0 to 10.
    case scale
    /// The translation, up to 10,000 points.
    case translation
    /// The clockwise rotation about the centre, up to 3,600 degrees.
    case rotation
    /// A whole number added to the stacking order, up to 1,000,000.
    case zIndex
    /// The share of the element's light that is removed, from 0 to 1.
    case dim

    /// The values that a curve may have.
    public var values: ClosedRange<Double> {
      switch self {
      case .alpha, .dim: 0...1
      case .scale: 0...10
      case .translation: -10_000...10_000
      case .rotation: -3_600...3_600
      case .zIndex: -1_000_000...1_000_000
      }
    }

    /// Returns whether a point of a curve may have a value: stacking orders are whole numbers.
    public func admits(_ value: Double) -> Bool {
      values ~= value && (self != .zIndex || value.rounded() == value)
    }
  }

  /// The elements that the effect drives.
  public var elements: Elements = .cells
  /// The points between which the distance is measured.
  public var reference = Reference.center
  /// The axis along which the distance is measured.
  public var axis = Axis.scroll
  /// The length that is 1 in distances.
  public var unit = Unit.item
  /// The opacity; nil if the effect does not drive it.
  public var alpha: EffectCurve?
  /// The scale; nil if the effect does not drive it.
  public var scale: EffectCurve?
  /// The translation to the right, in points; to the left in a right-to-left container.
  public var translationX: EffectCurve?
  /// The translation downwards, in points.
  public var translationY: EffectCurve?
  /// The clockwise rotation in degrees; counterclockwise in a right-to-left container.
  public var rotation: EffectCurve?
  /// The number added to the stacking order, rounded to a whole number; halves are rounded up.
  public var zIndex: EffectCurve?
  /// The share of the cell's light that is removed.
  public var dim: EffectCurve?

  /// Creates an effect on cells, without curves.
  public init() {}

  /// The properties that the effect drives.
  public var properties: [Property] {
    var properties: [Property] = []
    if alpha != nil { properties.append(.alpha) }
    if scale != nil { properties.append(.scale) }
    if translationX != nil || translationY != nil { properties.append(.translation) }
    if rotation != nil { properties.append(.rotation) }
    if zIndex != nil { properties.append(.zIndex) }
    if dim != nil { properties.append(.dim) }
    return properties
  }
}

/// A value over a distance: linear between its points, and constant before the first and after the last.
public struct EffectCurve: Sendable, Hashable {
  /// A point of a curve.
  public struct Stop: Sendable, Hashable {
    /// The distance, in the effect's unit.
    public let distance: Double
    /// The value at that distance.
    public let value: Double

    /// Creates a point of a curve.
    public init(distance: Double, value: Double) {
      self.distance = distance
      self.value = value
    }
  }

  /// The maximum number of points.
  public static let maxStops = 16
  /// The distances that a point may have.
  public static let distances = -1_000_000.0...1_000_000.0

  /// The points, by ascending distance; 1 to 16.
  public let stops: [Stop]

  /// Creates a curve.
  ///
  /// Returns nil if there are no points or more than 16, if the distances do not ascend, if a value is out of the
  /// property's range, or if a value of `zIndex` is not a whole number.
  public init?(_ stops: [Stop], of property: ScrollEffect.Property) {
    guard 1...Self.maxStops ~= stops.count else { return nil }
    for (place, stop) in stops.enumerated() {
      guard Self.distances ~= stop.distance, property.admits(stop.value),
        place == 0 || stops[place - 1].distance < stop.distance
      else { return nil }
    }
    self.stops = stops
  }

  /// Returns the value at a distance, which may be infinite.
  ///
  /// - Complexity: O(points).
  public func value(at distance: Double) -> Double {
    guard let next = stops.firstIndex(where: { $0.distance > distance }) else {
      return stops[stops.count - 1].value
    }
    guard next > 0 else { return stops[0].value }
    let (start, end) = (stops[next - 1], stops[next])
    let share = (distance - start.distance) / (end.distance - start.distance)
    return start.value + (end.value - start.value) * share
  }

  /// The greatest absolute value at any distance.
  var greatest: Double { stops.reduce(0) { max($0, abs($1.value)) } }
}

extension ScrollEffects {
  /// The memory used besides the list itself, in bytes.
  ///
  /// - Complexity: O(effects).
  var byteCount: Int {
    effects.specByteCount { effect in
      [
        effect.alpha, effect.scale, effect.translationX, effect.translationY, effect.rotation,
        effect.zIndex,
        effect.dim,
      ].reduce(0) { $0 + ($1?.stops.specByteCount { _ in 0 } ?? 0) }
    }
  }
}
