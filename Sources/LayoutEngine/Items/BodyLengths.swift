/// For each item of a chunk: its cell's width and height, and its text's height, in points; NaN if it was not measured.
struct BodyLengths {
  /// The number of items.
  let count: Int
  /// The cells' widths.
  var widths = NumberColumn()
  /// The cells' heights.
  var heights = NumberColumn()
  /// The height of each item's text.
  var bodyHeights = NumberColumn()

  /// Creates the lengths of a chunk of `count` items, none of which has any yet.
  init(count: Int) { self.count = count }
}
