/// Where an item that is dragged over a section finds places that no cell covers.
enum FreePlaces {
  /// Nowhere: every point between two cells belongs to one of them.
  case none
  /// Behind the last cell of each column.
  case behindColumns
  /// Behind the last cell of each line.
  case inLines
}
