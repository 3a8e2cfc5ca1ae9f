import LayoutEngine

private enum SupplementaryField: String, JSONField {
  case kind, size, containerAnchor, itemAnchor, zIndex
  static let names = FieldNames<Self>()
}

private enum AnchorField: String, JSONField {
  case edges, absoluteOffset, fractionalOffset
  static let names = FieldNames<Self>()
}

private enum BoundaryField: String, JSONField {
  case kind, size, alignment, absoluteOffset, extendsBoundary, pinToVisibleBounds, zIndex
  case contentInsets
  static let names = FieldNames<Self>()
}

private enum DecorationField: String, JSONField {
  case kind, contentInsets, zIndex
  static let names = FieldNames<Self>()
}

private let edgeWords = Words<LayoutEdges>([
  "top": .top, "leading": .leading, "bottom": .bottom, "trailing": .trailing,
])

private let alignmentWords = Words<LayoutEdges>([
  "top": .top, "bottom": .bottom, "leading": .leading, "trailing": .trailing,
  "topLeading": [.top, .leading], "topTrailing": [.top, .trailing],
  "bottomLeading": [.bottom, .leading], "bottomTrailing": [.bottom, .trailing],
])

extension DocumentReader {
  /// Reads the badges of an item or a group.
  mutating func readSupplementaryItems() throws(JSONSyntaxError) -> [SupplementaryItem] {
    try readElements("supplementary items") {
      reader throws(JSONSyntaxError) in try reader.readSupplementaryItem()
    }
  }

  /// Reads the headers, footers and side items of a section or of the whole layout.
  mutating func readBoundaryItems() throws(JSONSyntaxError) -> [BoundarySupplementaryItem] {
    try readElements("boundary items") {
      reader throws(JSONSyntaxError) in try reader.readBoundaryItem()
    }
  }

  /// Reads the backgrounds of a section.
  mutating func readDecorationItems() throws(JSONSyntaxError) -> [DecorationItem] {
    try readElements("decoration items") {
      reader throws(JSONSyntaxError) in try reader.readDecorationItem()
    }
  }

  private mutating func readSupplementaryItem() throws(JSONSyntaxError) -> SupplementaryItem? {
    guard var scope = try openObject(of: SupplementaryField.self) else { return nil }
    var kind: String?
    var size: LayoutSize?
    var containerAnchor: LayoutAnchor?
    var itemAnchor: LayoutAnchor?
    var zIndex: WholeNumber?
    while let field = try nextField(of: &scope) {
      switch field {
      case .kind: kind = try readKind()
      case .size: size = try readLayoutSize()
      case .containerAnchor: containerAnchor = try readAnchor()
      case .itemAnchor: itemAnchor = try readAnchor()
      case .zIndex: zIndex = try readZIndex()
      }
    }
    require(.kind, in: scope)
    require(.size, in: scope)
    guard let kind, let size else { return nil }
    var item = SupplementaryItem(kind: kind, size: size)
    item.containerAnchor = containerAnchor
    item.itemAnchor = itemAnchor
    item.zIndex = zIndex
    return item
  }

  private mutating func readBoundaryItem() throws(JSONSyntaxError) -> BoundarySupplementaryItem? {
    guard var scope = try openObject(of: BoundaryField.self) else { return nil }
    var item = BoundarySupplementaryItem(
      kind: "", size: LayoutSize(width: .absolute(0), height: .absolute(0)), alignment: [])
    while let field = try nextField(of: &scope) {
      switch field {
      case .kind: item.kind = try readKind() ?? item.kind
      case .size: item.size = try readLayoutSize() ?? item.size
      case .alignment: item.alignment = try readWord(alignmentWords) ?? item.alignment
      case .absoluteOffset: item.absoluteOffset = try readPoint()
      case .extendsBoundary: try readBool(into: &item.extendsBoundary)
      case .pinToVisibleBounds: try readBool(into: &item.pinToVisibleBounds)
      case .zIndex: item.zIndex = try readZIndex()
      case .contentInsets: try readDirectionalInsets(into: &item.contentInsets)
      }
    }
    require(.kind, in: scope)
    require(.size, in: scope)
    require(.alignment, in: scope)
    return item
  }

  private mutating func readDecorationItem() throws(JSONSyntaxError) -> DecorationItem? {
    guard var scope = try openObject(of: DecorationField.self) else { return nil }
    var item = DecorationItem(kind: "")
    while let field = try nextField(of: &scope) {
      switch field {
      case .kind: item.kind = try readKind() ?? item.kind
      case .contentInsets: try readDirectionalInsets(into: &item.contentInsets)
      case .zIndex: item.zIndex = try readZIndex()
      }
    }
    require(.kind, in: scope)
    return item
  }

  /// Reads an element kind, whose length is limited because responses repeat it for every such element.
  mutating func readKind() throws(JSONSyntaxError) -> String? {
    try readString(maxBytes: budget.limits.maxKindBytes)
  }

  /// Reads ANCHOR: edges, and an offset in points or as a fraction of the supplementary's size.
  private mutating func readAnchor() throws(JSONSyntaxError) -> LayoutAnchor? {
    guard
      var scope = try openObject(
        of: AnchorField.self, like: ObjectExample(#"{"edges": ["top", "trailing"]}"#))
    else { return nil }
    var anchor = LayoutAnchor()
    while let field = try nextField(of: &scope) {
      switch field {
      case .edges: anchor.edges = try readEdges()
      case .absoluteOffset: anchor.offset = .absolute(try readPoint())
      case .fractionalOffset: anchor.offset = .fractional(try readPoint())
      }
    }
    if scope.has(.absoluteOffset), scope.has(.fractionalOffset) {
      refuse(at: scope.start, "has both \"absoluteOffset\" and \"fractionalOffset\"")
    }
    return anchor
  }

  private mutating func readEdges() throws(JSONSyntaxError) -> LayoutEdges {
    guard var list = try openArray("must be an array of edges") else { return [] }
    var edges: LayoutEdges = []
    while try nextElement(of: &list) {
      if let edge = try readWord(edgeWords) { edges.formUnion(edge) }
    }
    for opposites in [LayoutEdges([.top, .bottom]), [.leading, .trailing]]
    where edges.isSuperset(of: opposites) {
      refuse(at: list.start, "names two opposite edges")
    }
    return edges
  }
}
