/// The width of tabs (TextRules T4).
enum Tabs {
  /// Returns the width in 1/64 of some tabs that start at a position in 1/64.
  static func width(count: Int, at position: Int32, style: ResolvedStyle) -> Int32 {
    let space = style.fonts[0].spaceWidth
    let spacing = Float(style.letterSpacing) / 65536 + Float(style.wordSpacing) / 65536
    let stop =
      style.style.tabLength.map { Float($0) } ?? Float(style.style.tabSize) * (space + spacing)
    guard stop > 0 else { return Pixels.ceiling(Int64(style.letterSpacing) * Int64(count)) }
    let start = Float(position) / 64
    var first = stop - start.truncatingRemainder(dividingBy: stop)
    // A tab that would hardly be seen goes on to the next stop.
    if first < space / 2 { first += stop }
    let width = first + Float(count - 1) * stop
    return Pixels.ceiling(Int64((width * 65536).rounded()))
  }
}
