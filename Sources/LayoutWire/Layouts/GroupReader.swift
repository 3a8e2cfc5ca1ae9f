import LayoutEngine

/// The fields of items and groups together: only the complete object shows whether it is an item or a group.
private enum SubitemField: String, JSONField {
  case size, contentInsets, edgeSpacing, supplementaryItems
  case direction, subitems, count, repeatingSubitem, interItemSpacing, frames, arrangement
  static let names = FieldNames<Self>()

  /// The fields that only groups have.
  static let ofGroups: [SubitemField] = [
    .direction, .subitems, .count, .repeatingSubitem, .interItemSpacing, .frames, .arrangement,
  ]
}

private enum GroupDirection: Sendable {
  case horizontal, vertical, custom
}

/// The values of the fields of an item or a group that have been read so far.
private struct SubitemFields {
  var size = LayoutSize(width: .absolute(0), height: .absolute(0))
  var contentInsets = DirectionalInsets.zero
  var edgeSpacing = EdgeSpacing()
  var supplementaryItems: [SupplementaryItem] = []
  var direction: GroupDirection?
  var subitems: [LayoutSubitem] = []
  var count: WholeNumber?
  var repeatingSubitem: WholeNumber?
  var interItemSpacing = LayoutSpacing.fixed(0)
  var frames: [CustomFrame] = []
  var arrangement: SectionLayout?
}

private let groupDirectionWords = Words<GroupDirection>([
  "horizontal": .horizontal, "vertical": .vertical, "custom": .custom,
])

extension DocumentReader {
  /// Reads a group; nil if a part of it is refused.
  mutating func readGroup() throws(JSONSyntaxError) -> LayoutGroup? {
    guard case .group(let group)? = try readSubitem(mustBeGroup: true) else { return nil }
    return group
  }

  /// Reads an item or a group, distinguished by the fields that only groups have.
  private mutating func readSubitem(
    mustBeGroup: Bool = false
  ) throws(JSONSyntaxError) -> LayoutSubitem? {
    guard var scope = try openObject(of: SubitemField.self) else { return nil }
    var fields = SubitemFields()
    while let field = try nextField(of: &scope) {
      try readSubitemField(field, &fields)
    }
    require(.size, in: scope)
    guard mustBeGroup || SubitemField.ofGroups.contains(where: scope.has) else {
      return .item(item(of: fields))
    }
    return group(of: fields, scope).map { .group($0) }
  }

  private mutating func readSubitemField(
    _ field: SubitemField, _ fields: inout SubitemFields
  ) throws(JSONSyntaxError) {
    switch field {
    case .size: fields.size = try readLayoutSize() ?? fields.size
    case .contentInsets: try readDirectionalInsets(into: &fields.contentInsets)
    case .edgeSpacing: fields.edgeSpacing = try readEdgeSpacing()
    case .supplementaryItems: fields.supplementaryItems = try readSupplementaryItems()
    case .direction: fields.direction = try readWord(groupDirectionWords)
    case .subitems:
      fields.subitems = try readElements("items and groups") {
        reader throws(JSONSyntaxError) in try reader.readSubitem()
      }
    case .count: fields.count = try readInteger(in: 1...maxWholeNumber)
    case .repeatingSubitem: fields.repeatingSubitem = try readRepeatingSubitem()
    case .interItemSpacing: fields.interItemSpacing = try readSpacing() ?? .fixed(0)
    case .frames: try readFrames { fields.frames.append($0) }
    case .arrangement:
      fields.arrangement = try readSectionLayout(
        "must be a layout such as {\"type\": \"waterfall\"}")
    }
  }

  /// Reads the number of times that a group repeats its subitem.
  ///
  /// UIKit's parameter of this name takes the subitem itself, so the message says where it goes.
  private mutating func readRepeatingSubitem() throws(JSONSyntaxError) -> WholeNumber? {
    guard nextToken() != ASCII.openBrace else {
      try refuseValue("must be a whole number; put the item into \"subitems\"")
      return nil
    }
    return try readInteger(in: 1...maxWholeNumber)
  }

  private func item(of fields: SubitemFields) -> LayoutItem {
    var item = LayoutItem(size: fields.size)
    item.contentInsets = fields.contentInsets
    item.edgeSpacing = fields.edgeSpacing
    item.supplementaryItems = fields.supplementaryItems
    return item
  }

  /// Returns the group that the fields describe; nil if some are missing or contradict each other.
  private mutating func group(
    of fields: SubitemFields, _ scope: ObjectScope<SubitemField>
  ) -> LayoutGroup? {
    guard require(.direction, in: scope), let direction = fields.direction else { return nil }
    let content: LayoutGroup.Content?
    switch direction {
    case .custom: content = customContent(of: fields, scope)
    case .horizontal, .vertical:
      for field in [SubitemField.frames, .arrangement] where scope.has(field) {
        refuse(at: scope.start, "has \"\(field.rawValue)\", which only a custom group may have")
      }
      content =
        require(.subitems, in: scope)
        ? .subitems(
          axis: direction == .horizontal ? .horizontal : .vertical, subitems: fields.subitems,
          count: fields.count) : nil
    }
    guard let content else { return nil }
    var group = LayoutGroup(size: fields.size, content: content)
    group.repeatingSubitem = fields.repeatingSubitem
    group.interItemSpacing = fields.interItemSpacing
    group.contentInsets = fields.contentInsets
    group.edgeSpacing = fields.edgeSpacing
    group.supplementaryItems = fields.supplementaryItems
    return group
  }

  /// Returns a custom group's content: custom frames or an arrangement.
  private mutating func customContent(
    of fields: SubitemFields, _ scope: ObjectScope<SubitemField>
  ) -> LayoutGroup.Content? {
    for field in [SubitemField.subitems, .count, .repeatingSubitem] where scope.has(field) {
      refuse(at: scope.start, "has \"\(field.rawValue)\", which no custom group may have")
    }
    guard scope.has(.frames) != scope.has(.arrangement) else {
      refuse(
        at: scope.start,
        scope.has(.frames)
          ? "has both \"frames\" and \"arrangement\""
          : "needs \"frames\" or \"arrangement\", being a custom group")
      return nil
    }
    guard scope.has(.arrangement) else { return .frames(fields.frames) }
    return fields.arrangement.map { .arrangement($0) }
  }
}
