extension FontFamily {
  /// Returns the face for a weight and style by CSS's rules (TextRules T21); nil if the family is empty.
  ///
  /// The order of the criteria is the width, the style, the weight. A family without italics has its upright
  /// faces chosen, and the other way round: nothing is slanted or emboldened.
  func face(weight: Double, _ style: TextStyle.FontStyle) -> FontFace? {
    let nearestWidth = faces.map { abs($0.width - 100) }.min()
    var candidates = faces.filter { abs($0.width - 100) == nearestWidth }
    let styled = candidates.filter { $0.isItalic == (style == .italic) }
    if !styled.isEmpty { candidates = styled }
    let weight = Float(weight)
    return candidates.min { distance($0, weight) < distance($1, weight) }
  }

  /// Returns how far a face's weight is from the desired one, as CSS orders them.
  private func distance(_ face: FontFace, _ desired: Float) -> Float {
    if face.weights.contains(desired) { return 0 }
    let lighter = face.weights.upperBound < desired
    let distance = lighter ? desired - face.weights.upperBound : face.weights.lowerBound - desired
    switch desired {
    case 400...500:
      // First the weights up to 500, then the lighter ones, then the heavier ones.
      if !lighter, face.weights.lowerBound <= 500 { return distance }
      return distance + (lighter ? 1000 : 2000)
    case ..<400: return distance + (lighter ? 0 : 1000)
    default: return distance + (lighter ? 1000 : 0)
    }
  }
}
