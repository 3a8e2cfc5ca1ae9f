// SPDX-License-Identifier: Apache-2.0
// The updates that change a layout, and the server's answers to them.

import Foundation

/// One batch, as in `performBatchUpdates`: the order of operations has no meaning.
///
/// Deletions, replacements, measurements and the sources of moves use index paths of the parent; insertions
/// and the targets of moves use index paths of the version. For all other fields use `update(json:)`.
public struct TatamiUpdate: Encodable, Sendable, Hashable {
  /// A section's number and an item's number in it.
  public typealias Path = [Int]

  public struct Replacement: Encodable, Sendable, Hashable {
    public var indexPath: Path
    public var item: TatamiItem

    public init(indexPath: Path, item: TatamiItem) {
      self.indexPath = indexPath
      self.item = item
    }
  }

  /// Sizes that a view has measured.
  public struct Measurement: Encodable, Sendable, Hashable {
    public var indexPath: Path
    public var width: Double?
    public var height: Double?
    public var bodyHeight: Double?

    public init(
      indexPath: Path, width: Double? = nil, height: Double? = nil, bodyHeight: Double? = nil
    ) {
      self.indexPath = indexPath
      self.width = width
      self.height = height
      self.bodyHeight = bodyHeight
    }
  }

  public struct Insertion: Encodable, Sendable, Hashable {
    public var indexPath: Path
    public var items: [TatamiItem]

    public init(indexPath: Path, items: [TatamiItem]) {
      self.indexPath = indexPath
      self.items = items
    }
  }

  public struct Append: Encodable, Sendable, Hashable {
    /// The section to append to; nil if it is the last.
    public var section: Int?
    public var items: [TatamiItem]

    public init(section: Int? = nil, items: [TatamiItem]) {
      self.section = section
      self.items = items
    }
  }

  public struct SectionInsertion: Encodable, Sendable, Hashable {
    public var section: Int
    public var items: [TatamiItem]

    public init(section: Int, items: [TatamiItem]) {
      self.section = section
      self.items = items
    }
  }

  public struct Move: Encodable, Sendable, Hashable {
    public var from: Path
    public var to: Path

    public init(from: Path, to: Path) {
      self.from = from
      self.to = to
    }
  }

  public struct SectionMove: Encodable, Sendable, Hashable {
    public var from: Int
    public var to: Int

    public init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  public var delete: [Path]?
  public var replace: [Replacement]?
  public var measure: [Measurement]?
  public var insert: [Insertion]?
  public var append: [Append]?
  public var move: [Move]?
  public var deleteSections: [Int]?
  public var insertSections: [SectionInsertion]?
  public var moveSections: [SectionMove]?
  /// The container's fields that change, such as `width` and `height`.
  public var container: [String: Double]?
  /// Whether items of waterfalls keep their columns.
  public var keepColumns: Bool?

  public init(
    delete: [Path]? = nil, replace: [Replacement]? = nil, measure: [Measurement]? = nil,
    insert: [Insertion]? = nil, append: [Append]? = nil, move: [Move]? = nil,
    deleteSections: [Int]? = nil, insertSections: [SectionInsertion]? = nil,
    moveSections: [SectionMove]? = nil, container: [String: Double]? = nil, keepColumns: Bool? = nil
  ) {
    self.delete = delete
    self.replace = replace
    self.measure = measure
    self.insert = insert
    self.append = append
    self.move = move
    self.deleteSections = deleteSections
    self.insertSections = insertSections
    self.moveSections = moveSections
    self.container = container
    self.keepColumns = keepColumns
  }
}

/// The cell that keeps its place on screen.
public enum TatamiAnchor: Sendable, Hashable {
  case first, firstWhole, last, none
  case item(section: Int, item: Int, isEnd: Bool = false)

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
    public struct Old: Decodable, Sendable, Hashable {
      public var indexPath: [Int]
      public var frame: TatamiFrame

      public init(indexPath: [Int], frame: TatamiFrame) {
        self.indexPath = indexPath
        self.frame = frame
      }
    }

    private enum CodingKeys: CodingKey { case from }

    public var attributes: TatamiAttributes
    public var from: Old

    public init(from decoder: any Decoder) throws {
      attributes = try TatamiAttributes(from: decoder)
      from = try decoder.container(keyedBy: CodingKeys.self).decode(Old.self, forKey: .from)
    }
  }

  /// The cell that keeps its place on screen.
  public struct Held: Decodable, Sendable, Hashable {
    public var from: [Int]
    public var indexPath: [Int]
    public var edge: String

    public init(from: [Int], indexPath: [Int], edge: String) {
      self.from = from
      self.indexPath = indexPath
      self.edge = edge
    }
  }

  public var id: String
  public var contentSize: TatamiSize
  public var sectionCount: Int
  public var itemCount: Int
  public var parent: String?
  /// False if the version's update has `keepColumns`, and items have lost their columns; else nil.
  public var keptColumns: Bool?
  public var from: String
  /// With bounds: the offset to scroll to, at once with the other changes.
  public var contentOffset: TatamiPoint?
  /// The same as a difference from the bounds' origin.
  public var contentOffsetAdjustment: TatamiPoint?
  public var anchor: Held?
  /// Outside of this rectangle nothing differs, index paths included; nil if the layouts are equal.
  public var invalidated: TatamiFrame?
  /// The deleted elements as they were, in coordinates of the layout before.
  public var deleted: [TatamiAttributes]
  public var inserted: [TatamiAttributes]
  public var changed: [Change]

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
