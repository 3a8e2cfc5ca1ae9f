/// How a picture is drawn, beside what is in it.
public struct PictureStyle: Sendable, Hashable {
  /// Its colours.
  public var theme: PictureTheme
  /// CSS pixels a point: how large the picture claims to be.
  public var scale: Double

  /// The viewer's preferred colours, one pixel a point.
  public init(theme: PictureTheme = .automatic, scale: Double = 1) {
    self.theme = theme
    self.scale = scale
  }
}
