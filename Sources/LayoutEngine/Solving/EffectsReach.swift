/// How far effects can move elements at most (LayoutRules O3).
///
/// It is an object, because every block of sections has one, and few have effects.
final class EffectsReach: Sendable {
  /// The reach of sections without effects.
  static let none = EffectsReach(scale: 1, translation: .zero, rotates: false)

  /// The greatest scale; at least 1.
  private let scale: Double
  /// The greatest translation along each axis, in points.
  private let translation: Size
  private let rotates: Bool

  private init(scale: Double, translation: Size, rotates: Bool) {
    (self.scale, self.translation, self.rotates) = (scale, translation, rotates)
  }

  /// Creates the reach of a section's effects on some of its elements.
  convenience init(_ effects: ScrollEffects, on elements: ScrollEffect.Elements) {
    var (scale, translation, rotates) = (1.0, Size.zero, false)
    for effect in effects.effects where !effect.elements.isDisjoint(with: elements) {
      scale = max(scale, effect.scale?.greatest ?? 1)
      translation.width = max(translation.width, effect.translationX?.greatest ?? 0)
      translation.height = max(translation.height, effect.translationY?.greatest ?? 0)
      rotates = rotates || effect.rotation != nil
    }
    self.init(scale: scale, translation: translation, rotates: rotates)
  }

  /// Returns the reach of these sections and others.
  func union(_ other: EffectsReach) -> EffectsReach {
    guard self !== other, other !== Self.none else { return self }
    return EffectsReach(
      scale: max(scale, other.scale),
      translation: Size(
        width: max(translation.width, other.translation.width),
        height: max(translation.height, other.translation.height)),
      rotates: rotates || other.rotates)
  }

  /// The bytes of an object that is not `none`.
  static let byteCount = 48

  /// Returns a queried rectangle, grown by how far effects can move elements that are no larger than the visible bounds.
  func grown(_ rect: Rect, _ bounds: Rect?) -> Rect {
    guard let bounds, self !== Self.none else { return rect }
    var (width, height) = ((scale - 1) / 2 * bounds.width, (scale - 1) / 2 * bounds.height)
    if rotates {
      let diagonal = (bounds.width * bounds.width + bounds.height * bounds.height).squareRoot()
      (width, height) = (scale / 2 * diagonal, scale / 2 * diagonal)
    }
    let most = LayoutLimits.maxContentLength
    return rect.outsetBy(
      dx: min(width + translation.width, most), dy: min(height + translation.height, most))
  }
}
