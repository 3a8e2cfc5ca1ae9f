// SPDX-License-Identifier: Apache-2.0
// The updates that change a layout, and the server's responses to them.

import Foundation

/// One batch, as in `performBatchUpdates`: the order of operations has no meaning.
///
/// Deletions, replacements, measurements and the sources of moves use index paths of the parent; insertions
/// and the targets of moves use index paths of the version. For all other fields use `update(json:)`.
public struct TatamiUpdate: Encodable, Sendable, Hashable {
  /// A section's number and an item's number in it.
  public typealias Path = [Int]

  /// An item that replaces another.
  public struct Replacement: Encodable, Sendable, Hashable {
    /// The section's and the item's index.
    public var indexPath: Path
    /// The item.
    public var item: TatamiItem

    /// Creates a value from its fields.
    public init(indexPath: Path, item: TatamiItem) {
      self.indexPath = indexPath
      self.item = item
    }
  }

  /// Sizes that a view has measured.
  public struct Measurement: Encodable, Sendable, Hashable {
    /// The section's and the item's index; item 0 if there is a kind.
    public var indexPath: Path
    /// The kind of the measured header, footer or boundary item; nil if an item was measured.
    public var kind: String?
    /// The measured width, in points; nil if it was not measured.
    public var width: Double?
    /// The measured height, in points; nil if it was not measured.
    public var height: Double?
    /// The measured height below the media, in points; nil if it was not measured.
    public var bodyHeight: Double?

    /// Creates a value from its fields.
    public init(
      indexPath: Path, kind: String? = nil, width: Double? = nil, height: Double? = nil,
      bodyHeight: Double? = nil
    ) {
      self.indexPath = indexPath
      self.kind = kind
      self.width = width
      self.height = height
      self.bodyHeight = bodyHeight
    }
  }

  /// Items that are inserted before an index path.
  public struct Insertion: Encodable, Sendable, Hashable {
    /// The section's and the item's index.
    public var indexPath: Path
    /// The items.
    public var items: [TatamiItem]

    /// Creates a value from its fields.
    public init(indexPath: Path, items: [TatamiItem]) {
      self.indexPath = indexPath
      self.items = items
    }
  }

  /// Items that are appended to a section.
  public struct Append: Encodable, Sendable, Hashable {
    /// The section to append to; nil if it is the last.
    public var section: Int?
    /// The items.
    public var items: [TatamiItem]

    /// Creates a value from its fields.
    public init(section: Int? = nil, items: [TatamiItem]) {
      self.section = section
      self.items = items
    }
  }

  /// A section that is inserted.
  public struct SectionInsertion: Encodable, Sendable, Hashable {
    /// The section's number.
    public var section: Int
    /// The items.
    public var items: [TatamiItem]
    /// The bodies of the header, footer, boundary items and badges, by kind.
    public var supplementaries: [String: TatamiItemBody]?

    /// Creates a value from its fields.
    public init(
      section: Int, items: [TatamiItem], supplementaries: [String: TatamiItemBody]? = nil
    ) {
      self.section = section
      self.items = items
      self.supplementaries = supplementaries
    }
  }

  /// A section that gets new bodies of its header, footer, boundary items and badges.
  public struct SectionReplacement: Encodable, Sendable, Hashable {
    /// The section's number.
    public var section: Int
    /// The bodies by kind; empty if the section is to have none.
    public var supplementaries: [String: TatamiItemBody]

    /// Creates a value from its fields.
    public init(section: Int, supplementaries: [String: TatamiItemBody]) {
      self.section = section
      self.supplementaries = supplementaries
    }
  }

  /// An item that moves.
  public struct Move: Encodable, Sendable, Hashable {
    /// The place in the parent.
    public var from: Path
    /// The place in the version.
    public var to: Path

    /// Creates a value from its fields.
    public init(from: Path, to: Path) {
      self.from = from
      self.to = to
    }
  }

  /// A section that moves.
  public struct SectionMove: Encodable, Sendable, Hashable {
    /// The place in the parent.
    public var from: Int
    /// The place in the version.
    public var to: Int

    /// Creates a value from its fields.
    public init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// The index paths of the deleted items.
  public var delete: [Path]?
  /// The replaced items.
  public var replace: [Replacement]?
  /// The measured items.
  public var measure: [Measurement]?
  /// The inserted items.
  public var insert: [Insertion]?
  /// The appended items.
  public var append: [Append]?
  /// The moved items.
  public var move: [Move]?
  /// The numbers of the deleted sections.
  public var deleteSections: [Int]?
  /// The sections that get new bodies.
  public var replaceSections: [SectionReplacement]?
  /// The inserted sections.
  public var insertSections: [SectionInsertion]?
  /// The moved sections.
  public var moveSections: [SectionMove]?
  /// The container's fields that change, such as `width` and `height`.
  public var container: [String: Double]?
  /// Whether items of waterfalls keep their columns.
  public var keepColumns: Bool?

  /// Creates a value from its fields.
  public init(
    delete: [Path]? = nil, replace: [Replacement]? = nil, measure: [Measurement]? = nil,
    insert: [Insertion]? = nil, append: [Append]? = nil, move: [Move]? = nil,
    deleteSections: [Int]? = nil, replaceSections: [SectionReplacement]? = nil,
    insertSections: [SectionInsertion]? = nil, moveSections: [SectionMove]? = nil,
    container: [String: Double]? = nil, keepColumns: Bool? = nil
  ) {
    self.delete = delete
    self.replace = replace
    self.measure = measure
    self.insert = insert
    self.append = append
    self.move = move
    self.deleteSections = deleteSections
    self.replaceSections = replaceSections
    self.insertSections = insertSections
    self.moveSections = moveSections
    self.container = container
    self.keepColumns = keepColumns
  }
}

/// The cell that keeps its place on screen.
public enum TatamiAnchor: Sendable, Hashable {
  /// The first visible cell.
  case first
  /// The first cell that is visible as a whole.
  case firstWhole
  /// The last visible cell.
  case last
  /// No cell: the content offset stays.
  case none
  /// The cell of an item, or its far edge.
  case item(section: Int, item: Int, isEnd: Bool = false)

  /// The anchor as a query names it.
  public var text: String {
    switch self {
    case .first: "first"
    case .firstWhole: "firstWhole"
    case .last: "last"
    case .none: "none"
    case .item(let section, let item, let isEnd): "\(section)-\(item)" + (isEnd ? ",end" : "")
    }
  }
}

/// What a view that shows the layout `from` has to do to show the layout `id`.
public struct TatamiChanges: Decodable, Sendable, Hashable {
  /// An element of both layouts: its new attributes, and its old index path and frame.
  public struct Change: Decodable, Sendable, Hashable {
    /// Where an element was before.
    public struct Old: Decodable, Sendable, Hashable {
      /// The index path in the layout before.
      public var indexPath: [Int]
      /// The frame in the layout before.
      public var frame: TatamiFrame

      /// Creates a value from its fields.
      public init(indexPath: [Int], frame: TatamiFrame) {
        self.indexPath = indexPath
        self.frame = frame
      }
    }

    private enum CodingKeys: CodingKey { case from }

    /// The element as it is now.
    public var attributes: TatamiAttributes
    /// The element's index path and frame before.
    public var from: Old

    /// Reads a value from a response.
    public init(from decoder: any Decoder) throws {
      attributes = try TatamiAttributes(from: decoder)
      from = try decoder.container(keyedBy: CodingKeys.self).decode(Old.self, forKey: .from)
    }
  }

  /// The cell that keeps its place on screen.
  public struct Held: Decodable, Sendable, Hashable {
    /// The index path in the layout before.
    public var from: [Int]
    /// The index path in this layout.
    public var indexPath: [Int]
    /// The edge that stays in place.
    public var edge: String

    /// Creates a value from its fields.
    public init(from: [Int], indexPath: [Int], edge: String) {
      self.from = from
      self.indexPath = indexPath
      self.edge = edge
    }
  }

  /// The layout's id.
  public var id: String
  /// The size of the scrollable content, in points.
  public var contentSize: TatamiSize
  /// The number of sections.
  public var sectionCount: Int
  /// The number of items in all sections.
  public var itemCount: Int
  /// The layout that the version was derived from; nil if it is a document's.
  public var parent: String?
  /// False if the version's update has `keepColumns`, and items have lost their columns; else nil.
  public var keptColumns: Bool?
  /// The id of the layout that the view shows.
  public var from: String
  /// With bounds: the offset to scroll to, at once with the other changes.
  public var contentOffset: TatamiPoint?
  /// The same as a difference from the bounds' origin.
  public var contentOffsetAdjustment: TatamiPoint?
  /// The cell that keeps its place; nil without bounds, or if there is none.
  public var anchor: Held?
  /// Outside of this rectangle nothing differs, index paths included; nil if the layouts are equal.
  public var invalidated: TatamiFrame?
  /// The deleted elements as they were, in coordinates of the layout before.
  public var deleted: [TatamiAttributes]
  /// The new elements.
  public var inserted: [TatamiAttributes]
  /// The elements whose attributes differ.
  public var changed: [Change]

  /// Creates a value from its fields.
  public init(
    id: String, contentSize: TatamiSize, sectionCount: Int, itemCount: Int, parent: String? = nil,
    keptColumns: Bool? = nil, from: String, contentOffset: TatamiPoint? = nil, contentOffsetAdjustment: TatamiPoint? = nil,
    anchor: Held? = nil, invalidated: TatamiFrame? = nil, deleted: [TatamiAttributes],
    inserted: [TatamiAttributes], changed: [Change]
  ) {
    self.id = id
    self.contentSize = contentSize
    self.sectionCount = sectionCount
    self.itemCount = itemCount
    self.parent = parent
    self.keptColumns = keptColumns
    self.from = from
    self.contentOffset = contentOffset
    self.contentOffsetAdjustment = contentOffsetAdjustment
    self.anchor = anchor
    self.invalidated = invalidated
    self.deleted = deleted
    self.inserted = inserted
    self.changed = changed
  }
}
