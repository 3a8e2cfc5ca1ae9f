// SPDX-License-Identifier: Apache-2.0
// What goes to a Tatami server to change a layout, and what comes back.

import Foundation

/// An item as documents have it.
enum TatamiItem: Encodable, Sendable, Hashable {
  case length(Double)
  case size(width: Double, height: Double)
  /// Fields that are numbers, such as `aspectRatio` and `bodyHeight`.
  case fields([String: Double])

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .length(let length): try container.encode(length)
    case .size(let width, let height): try container.encode([width, height])
    case .fields(let fields): try container.encode(fields)
    }
  }
}

/// One batch, as in `performBatchUpdates`: the order of operations says nothing. What is deleted, replaced,
/// measured or moved from is named by its place in the parent; where something is inserted or moved to, by
/// its place in the version. For what else the service takes there is `update(json:)`.
struct TatamiUpdate: Encodable, Sendable, Hashable {
  /// A section's number and an item's in it.
  typealias Path = [Int]

  struct Replacement: Encodable, Sendable, Hashable {
    var indexPath: Path
    var item: TatamiItem
  }

  /// Sizes that a view has found.
  struct Measurement: Encodable, Sendable, Hashable {
    var indexPath: Path
    var width: Double?
    var height: Double?
    var bodyHeight: Double?
  }

  struct Insertion: Encodable, Sendable, Hashable {
    var indexPath: Path
    var items: [TatamiItem]
  }

  struct Append: Encodable, Sendable, Hashable {
    /// nil for the last.
    var section: Int?
    var items: [TatamiItem]
  }

  struct SectionInsertion: Encodable, Sendable, Hashable {
    var section: Int
    var items: [TatamiItem]
  }

  struct Move: Encodable, Sendable, Hashable {
    var from: Path
    var to: Path
  }

  struct SectionMove: Encodable, Sendable, Hashable {
    var from: Int
    var to: Int
  }

  var delete: [Path]?
  var replace: [Replacement]?
  var measure: [Measurement]?
  var insert: [Insertion]?
  var append: [Append]?
  var move: [Move]?
  var deleteSections: [Int]?
  var insertSections: [SectionInsertion]?
  var moveSections: [SectionMove]?
  /// Fields that change, such as `width` and `height`.
  var container: [String: Double]?
  /// Whether items of waterfalls stay in the columns in which they are.
  var keepColumns: Bool?
}

/// What stays where it is on screen.
enum TatamiAnchor: Sendable, Hashable {
  case first, firstWhole, last, none
  case item(section: Int, item: Int, isEnd: Bool = false)

  var text: String {
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
struct TatamiChanges: Decodable, Sendable, Hashable {
  /// An element of both layouts, and what it was.
  struct Change: Decodable, Sendable, Hashable {
    struct Old: Decodable, Sendable, Hashable {
      var indexPath: [Int]
      var frame: TatamiFrame
    }

    private enum CodingKeys: CodingKey { case from }

    var attributes: TatamiAttributes
    var from: Old

    init(from decoder: any Decoder) throws {
      attributes = try TatamiAttributes(from: decoder)
      from = try decoder.container(keyedBy: CodingKeys.self).decode(Old.self, forKey: .from)
    }
  }

  /// The cell that stays where it is.
  struct Held: Decodable, Sendable, Hashable {
    var from: [Int]
    var indexPath: [Int]
    var edge: String
  }

  var id: String
  var contentSize: TatamiSize
  var sectionCount: Int
  var itemCount: Int
  var parent: String?
  var from: String
  /// With bounds: where to scroll to, at once with the rest.
  var contentOffset: TatamiPoint?
  /// The same as a difference.
  var contentOffsetAdjustment: TatamiPoint?
  var anchor: Held?
  /// Outside of it nothing differs, index paths included; nil where nothing does.
  var invalidated: TatamiFrame?
  /// As they were, in the coordinates of the layout before.
  var deleted: [TatamiAttributes]
  var inserted: [TatamiAttributes]
  var changed: [Change]
}
