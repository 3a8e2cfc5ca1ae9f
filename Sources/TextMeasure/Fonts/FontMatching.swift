extension FontFamily {
  /// Returns the face for a style by CSS's rules (TextRules T21); nil if the family is empty.
  ///
  /// The order of the criteria is the width, the style, the weight. A family without italics has its upright
  /// faces chosen, and the other way round: nothing is slanted or emboldened.
  func face(for style: TextStyle) -> FontFace? {
    let stretch = Float(style.fontStretch)
    let nearestWidth = faces.map { distance($0.widths, stretch) }.min()
    var candidates = faces.filter { distance($0.widths, stretch) == nearestWidth }
    let styled = candidates.filter { $0.isItalic == (style.fontStyle == .italic) }
    if !styled.isEmpty { candidates = styled }
    let weight = Float(style.fontWeight)
    return candidates.min { one, other in
      let (first, second) = (distance(one, weight), distance(other, weight))
      guard first == second, one.designSize != other.designSize else { return first < second }
      // Of faces that are drawn for several sizes, the one for the nearest.
      let size = Float(style.fontSize)
      return abs(one.designSize - size) < abs(other.designSize - size)
    }
  }

  /// Returns how far a face's width is from the desired one: first the narrower ones up to the normal width, first the
  /// wider ones beyond it.
  private func distance(_ widths: ClosedRange<Float>, _ desired: Float) -> Float {
    if widths.contains(desired) { return 0 }
    let isNarrower = widths.upperBound < desired
    let distance = isNarrower ? desired - widths.upperBound : widths.lowerBound - desired
    return distance + (isNarrower == (desired <= 100) ? 0 : 1000)
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
