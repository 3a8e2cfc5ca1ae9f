extension LayoutGroup {
  /// Returns a group whose subitems are side by side, in a cycle (`NSCollectionLayoutGroup.horizontal`).
  public static func horizontal(size: LayoutSize, subitems: [LayoutItem]) -> LayoutGroup {
    LayoutGroup(
      size: size,
      content: .subitems(
        axis: .horizontal, subitems: subitems.map { .item($0) }, count: nil))
  }

  /// Returns a group whose subitems are one below the other, in a cycle (`NSCollectionLayoutGroup.vertical`).
  public static func vertical(size: LayoutSize, subitems: [LayoutItem]) -> LayoutGroup {
    LayoutGroup(
      size: size,
      content: .subitems(axis: .vertical, subitems: subitems.map { .item($0) }, count: nil))
  }

  /// Returns a group of `count` equal parts of its width, each with the same item.
  ///
  /// - Parameters:
  ///   - size: the size of the group.
  ///   - subitem: the item that is repeated.
  ///   - count: the number of items; a document with a number below 1 cannot be laid out.
  public static func horizontal(
    size: LayoutSize, repeating subitem: LayoutItem, count: Int
  ) -> LayoutGroup {
    LayoutGroup(
      size: size,
      content: .subitems(
        axis: .horizontal, subitems: [.item(subitem)], count: WholeNumber(count)))
  }

  /// Returns a group of `count` equal parts of its height, each with the same item.
  ///
  /// - Parameters:
  ///   - size: the size of the group.
  ///   - subitem: the item that is repeated.
  ///   - count: the number of items; a document with a number below 1 cannot be laid out.
  public static func vertical(
    size: LayoutSize, repeating subitem: LayoutItem, count: Int
  ) -> LayoutGroup {
    LayoutGroup(
      size: size,
      content: .subitems(
        axis: .vertical, subitems: [.item(subitem)], count: WholeNumber(count)))
  }
}
