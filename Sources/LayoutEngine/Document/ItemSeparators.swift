/// Whether a row of a list has separators (UIListSeparatorConfiguration; LayoutRules S4).
public struct ItemSeparators: Sendable, Hashable {
  /// Whether a separator is shown.
  public enum Visibility: UInt8, Sendable {
    /// The list's appearance decides.
    case automatic
    /// The separator is hidden.
    case hidden
    /// The separator is shown.
    case visible
  }

  /// The separator above the row.
  public var top: Visibility
  /// The separator below the row.
  public var bottom: Visibility

  /// Creates the visibilities of a row's separators.
  public init(top: Visibility = .automatic, bottom: Visibility = .automatic) {
    self.top = top
    self.bottom = bottom
  }

  /// Whether the separator between two rows is hidden: `visible` overrides `hidden`, which overrides
  /// `automatic`.
  static func isHidden(below upper: ItemSeparators?, above lower: ItemSeparators?) -> Bool {
    let (one, other) = (upper?.bottom ?? .automatic, lower?.top ?? .automatic)
    guard one != .visible, other != .visible else { return false }
    return one == .hidden || other == .hidden
  }

  /// The visibilities as a number that packs well.
  var number: Double { Double(3 * top.rawValue + bottom.rawValue) }

  /// Creates visibilities from their number; nil if the number is NaN or not in 0..<9.
  init?(number: Double) {
    guard number >= 0, number < 9 else { return nil }
    let code = UInt8(number)
    top = Visibility(rawValue: code / 3) ?? .automatic
    bottom = Visibility(rawValue: code % 3) ?? .automatic
  }
}
