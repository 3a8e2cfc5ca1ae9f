import LayoutEngine

extension [UInt8] {
  /// Appends an item's id as JSON: a string or a number, as the client gave it.
  mutating func appendJSON(_ id: ItemID) {
    switch id {
    case .text(let text): appendJSON(text)
    case .number(let number): appendJSON(number)
    }
  }
}
