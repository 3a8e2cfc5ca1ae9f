/// The theme and the zoom of a picture.
public struct PictureStyle: Sendable, Hashable {
  /// The picture's colours.
  public var theme: PictureTheme
  /// The number of CSS pixels per point, which determines the picture's nominal size.
  public var zoom: Double

  /// Creates a style; the default is the viewer's preferred theme, and one pixel per point.
  public init(theme: PictureTheme = .automatic, zoom: Double = 1) {
    self.theme = theme
    self.zoom = zoom
  }
}
