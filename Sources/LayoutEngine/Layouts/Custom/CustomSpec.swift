/// A section whose frames come from the document.
///
/// ```swift
/// let custom = CustomSpec(frames: [
///   CustomFrame(frame: Rect(x: 0, y: 0, width: 200, height: 90)),
///   CustomFrame(frame: Rect(x: 150, y: 40, width: 100, height: 100), zIndex: 1),
/// ])
/// ```
public struct CustomSpec: Sendable, Equatable {
  /// The frames, one per item.
  package let given: CustomFrames
  /// The edges from which the frames are measured.
  public var contentInsetsReference = ContentInsetsReference.automatic
  /// The insets of the reference; zero in a document.
  var sectionInset = Insets.zero
  /// The effects that follow the scroll position (LayoutRules O); nil if there are none.
  public var effects: ScrollEffects?

  /// Creates a spec from its frames.
  package init(_ given: CustomFrames) {
    self.given = given
  }

  /// Creates a spec from a list of frames.
  ///
  /// - Complexity: O(n).
  public init(frames: [CustomFrame] = []) {
    var zIndexes = CodeColumn<WholeNumber>()
    for (number, frame) in frames.enumerated() {
      if let zIndex = frame.zIndex { zIndexes.set(zIndex, at: number) }
    }
    given = CustomFrames(frames: frames.map { $0.frame }, zIndexes: zIndexes)
  }
}
