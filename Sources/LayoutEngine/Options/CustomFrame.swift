/// A frame from the document.
public struct CustomFrame: Sendable, Hashable {
  /// The frame, relative to the section or group that contains it.
  public var frame: Rect
  /// The stacking order; nil if none is given.
  public var zIndex: WholeNumber?

  /// Creates a given frame.
  public init(frame: Rect, zIndex: WholeNumber? = nil) {
    self.frame = frame
    self.zIndex = zIndex
  }
}
