/// An item of a group (NSCollectionLayoutItem).
public struct LayoutItem: Sendable, Equatable {
  /// Its size within the group.
  public var size: LayoutSize
  /// The insets that shrink its frame.
  public var contentInsets: DirectionalInsets = .zero
  /// The space around it.
  public var edgeSpacing = EdgeSpacing()
  /// Its supplementaries, such as badges.
  public var supplementaryItems: [SupplementaryItem] = []

  /// Creates an item from its size.
  public init(size: LayoutSize) {
    self.size = size
  }
}

/// A member of a group: an item or another group.
public enum LayoutSubitem: Sendable, Equatable {
  /// An item.
  case item(LayoutItem)
  /// A nested group.
  case group(LayoutGroup)
}

/// A group (NSCollectionLayoutGroup).
public struct LayoutGroup: Sendable, Equatable {
  /// The content of a group, and how it is laid out.
  public indirect enum Content: Sendable, Equatable {
    /// Subitems one after the other along `axis`: all in a cycle, or the only subitem `count` times if
    /// `count` is not nil.
    case subitems(axis: LayoutAxis, subitems: [LayoutSubitem], count: WholeNumber?)
    /// Frames from the document.
    case frames([CustomFrame])
    /// All of the section's items, laid out inside the group by another layout (LayoutRules B14).
    case arrangement(SectionLayout)
  }

  /// Its size within its parent.
  public var size: LayoutSize
  /// Its content.
  public var content: Content
  /// The number of times that the group's only subitem is placed at its own size (LayoutRules B16); nil if
  /// subitems are placed in a cycle, or if the content has a `count`.
  public var repeatingSubitem: WholeNumber?
  /// Points between two subitems.
  public var interItemSpacing: LayoutSpacing = .fixed(0)
  /// The insets that shrink the space for its subitems.
  public var contentInsets: DirectionalInsets = .zero
  /// The space around it in its parent group.
  public var edgeSpacing = EdgeSpacing()
  /// Its supplementaries, such as badges.
  public var supplementaryItems: [SupplementaryItem] = []

  /// Creates a group from its size and content.
  public init(size: LayoutSize, content: Content) {
    self.size = size
    self.content = content
  }
}
