/// Where scrolling stops (Contract §6).
public struct Snapping: Sendable, Hashable {
  /// The positions at which scrolling stops.
  public enum Mode: Sendable, Hashable {
    /// Anywhere.
    case none
    /// At multiples of item length + line spacing from the content's start, and at the content's end.
    case item
    /// At every multiple of the container's length from the content's start, and at the content's end.
    case page
  }

  /// The positions at which scrolling stops.
  public var mode: Mode = .none
  /// The default |velocity| above which a flick changes the page, in points per millisecond.
  public static let defaultFlickVelocityThreshold = 0.2

  /// The |velocity| above which a flick changes the page, in points per millisecond.
  public var flickVelocityThreshold = Snapping.defaultFlickVelocityThreshold

  /// Creates a spec that stops anywhere.
  public init() {}
}
