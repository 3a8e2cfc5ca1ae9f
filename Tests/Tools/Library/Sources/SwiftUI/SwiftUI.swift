// A stand-in for SwiftUI, which Linux does not have: types whose names a layout library could use, too.

/// The axes of SwiftUI.
public enum Axis: Sendable { case horizontal, vertical }

/// A section of a list in SwiftUI.
public struct Section: Sendable {
  /// The section's title.
  public let title: String

  /// Creates a section with a title.
  public init(_ title: String) { self.title = title }
}

/// The reading directions of SwiftUI.
public enum LayoutDirection: Sendable { case leftToRight, rightToLeft }

/// The position of a scroll view in SwiftUI.
public struct ScrollPosition: Sendable {
  /// Creates a position.
  public init() {}
}

/// An anchor of SwiftUI.
public struct Anchor<Value> {}

/// A group of views in SwiftUI.
public struct Group {}

/// A text in SwiftUI.
public struct Text {}
