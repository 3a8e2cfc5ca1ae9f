/// A compositional section (NSCollectionLayoutSection; LayoutRules B and C).
///
/// ```swift
/// let third = LayoutItem(
///   size: LayoutSize(width: .fractionalWidth(1 / 3), height: .fractionalHeight(1)))
/// let row = LayoutGroup.horizontal(
///   size: LayoutSize(width: .fractionalWidth(1), height: .absolute(100)),
///   subitems: [third, third, third])
/// var section = CompositionalSpec(group: row)
/// section.interGroupSpacing = 8
/// // The fourth item begins the second row, at y = 108.
/// ```
public struct CompositionalSpec: Sendable, Equatable {
  /// The group that is repeated.
  public var group: LayoutGroup
  /// Points between two groups.
  public var interGroupSpacing: Double = 0
  /// The section's insets.
  public var contentInsets: DirectionalInsets = .zero
  /// How the section scrolls across the layout's axis.
  public var orthogonalScrollingBehavior: OrthogonalScrollingBehavior = .none
  /// How an orthogonal section decelerates and bounces; nil if the layout does not say.
  public var orthogonalScrollingProperties: OrthogonalScrollingProperties?
  /// The effects that follow the scroll position (LayoutRules O); nil if there are none.
  public var effects: ScrollEffects?
  /// Headers, footers and side items.
  public var boundarySupplementaryItems: [BoundarySupplementaryItem] = []
  /// Backgrounds.
  public var decorationItems: [DecorationItem] = []
  /// Whether boundary items are placed within the section's insets across the scroll axis.
  public var supplementariesFollowContentInsets = true
  /// The edges from which the section's insets are measured.
  public var contentInsetsReference = ContentInsetsReference.automatic
  /// The edges from which the insets of boundary items are measured; those of the section if automatic.
  public var supplementaryContentInsetsReference = ContentInsetsReference.automatic
  /// How the text of items, headers and footers is set (LayoutRules N2, N4).
  package var bodies = LayoutBodyOptions()

  /// How the text of items is set (`body`).
  public var body: BodyOptions {
    get { bodies[.item] }
    set { bodies[.item] = newValue }
  }
  /// How the text of boundary items of the kind `header` is set.
  public var headerBody: BodyOptions {
    get { bodies[.header] }
    set { bodies[.header] = newValue }
  }
  /// How the text of boundary items of the kind `footer` is set.
  public var footerBody: BodyOptions {
    get { bodies[.footer] }
    set { bodies[.footer] = newValue }
  }

  /// The insets between which boundary items are placed across the scroll axis (LayoutRules C7).
  ///
  /// They are set once references have changed the section's own insets.
  var supplementaryInsets: DirectionalInsets {
    get { ownSupplementaryInsets ?? (supplementariesFollowContentInsets ? contentInsets : .zero) }
    set { ownSupplementaryInsets = newValue }
  }
  private var ownSupplementaryInsets: DirectionalInsets?

  /// Whether another layout arranges all items in the section's only group.
  var isArrangement: Bool { if case .arrangement = group.content { true } else { false } }

  /// Creates a section of repeated groups.
  public init(group: LayoutGroup) {
    self.group = group
  }
}
