/// The category of an element (UICollectionView.ElementCategory).
public enum ElementCategory: Sendable, Hashable {
  /// An item's own view.
  case cell
  /// A header, footer, badge or the like.
  case supplementary
  /// A background.
  case decoration
}
