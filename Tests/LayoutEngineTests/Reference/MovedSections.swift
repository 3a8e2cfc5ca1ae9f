@testable import LayoutEngine

/// The elements of a layout whose content has a least length (LayoutRules C25), from the layout without it.
///
/// Everything that belongs to a section is moved by one distance, headers of the whole layout by none, and
/// its footers by all the room.
struct MovedSections {
  /// How far sections move along the scroll axis, in the reading direction.
  let distance: Double
  let contentSize: Size
  private(set) var elements: [LayoutAttributes] = []
  /// The sections' frames.
  private(set) var frames: [Rect] = []

  /// - Parameters:
  ///   - plain: the layout of the document without a least length.
  ///   - document: the document with it; not rounded to pixels.
  init(_ plain: PreparedLayout, _ document: LayoutDocument) {
    let (configuration, container) = (document.configuration, document.container)
    let axis = configuration.scrollDirection
    let insets = container.contentInsets
    let least =
      switch configuration.minimumContentLength {
      case .points(let length): length
      case .container:
        axis == .vertical
          ? container.size.height - insets.top - insets.bottom
          : container.size.width - insets.leading - insets.trailing
      }
    // Insets may take more than the content, whose size then is 0.
    let length = plain.content.ownEnd(insetsAtEnd: document.insetsAtEnds.end)
    let room = least > 0 ? max(0, least - length) : 0
    switch configuration.contentAlignment {
    case .start: distance = 0
    case .center: distance = room / 2
    case .end: distance = room
    }
    let oldLength = axis.main(plain.contentSize)
    let newLength = max(oldLength, least > 0 ? length + room : 0)
    contentSize = axis.size(main: newLength, cross: axis.cross(plain.contentSize))
    let isReversed = axis == .horizontal && container.direction == .rightToLeft
    func moved(_ frame: Rect, by distance: Double) -> Rect {
      // Mirrored frames keep their distance from the other side of the content.
      axis.offset(frame, main: isReversed ? newLength - oldLength - distance : distance)
    }
    for var element in (try? plain.select(LayoutQuery(.all))).map(Array.init) ?? [] {
      var own = distance
      if element.section == nil {
        let item = configuration.boundarySupplementaryItems[element.item]
        switch BoundaryAlignment.edge(of: item.alignment, axis: axis) {
        case .start: own = 0
        case .end: own = room
        case .side: own = room / 2
        }
      }
      element.frame = moved(element.frame, by: own)
      elements.append(element)
    }
    for section in 0..<plain.sectionCount {
      frames.append(moved(plain.summary(ofSection: section).frame, by: distance))
    }
  }
}

extension PreparedContent {
  /// Where the content ends, which is before the start if negative insets take more than there is.
  fileprivate func ownEnd(insetsAtEnd: Double) -> Double {
    guard length == .zero, !sections.isEmpty else { return length.points }
    let (section, start) = sections.place(of: sections.count - 1)
    return (start + section.solution.length + boundaries.length(of: .end)).points + insetsAtEnd
  }
}
