import HTTPMessage
package import LayoutEngine

/// Mixes everything that a response depends on into 64 bits.
package struct TagHasher {
  private var state: UInt64

  /// Creates a hasher that starts with the engine's revision and the layout.
  package init(revision: UInt64, _ id: LayoutID) {
    state = revision
    combine(id)
  }

  package mutating func combine(_ id: LayoutID) {
    combine(id.words.0)
    combine(id.words.1)
    combine(id.words.2)
    combine(id.words.3)
  }

  /// Returns the tag: the id's first word, and the hash of everything that was combined.
  package func finish(_ id: LayoutID) -> EntityTag { EntityTag(first: id.words.0, second: state) }

  /// Combines a word by one round of SplitMix64's mixing.
  package mutating func combine(_ word: UInt64) {
    state = SplitMix64.mix((state ^ word) &+ SplitMix64.step)
  }

  package mutating func combine(_ number: some FixedWidthInteger & SignedInteger) {
    combine(UInt64(bitPattern: Int64(number)))
  }

  /// Combines a number; -0 counts as 0.
  package mutating func combine(_ number: Double) { combine((number + 0).bitPattern) }

  package mutating func combine(_ point: Point) {
    combine(point.x)
    combine(point.y)
  }

  package mutating func combine(_ rect: Rect) {
    combine(rect.x)
    combine(rect.y)
    combine(rect.width)
    combine(rect.height)
  }

  package mutating func combine(_ form: ResponseForm, of representation: Representation) {
    form.visitWords(of: representation) { combine($0) }
  }

  package mutating func combine(_ path: LayoutIndexPath) {
    combine(path.section ?? -1)
    combine(path.item)
  }

  package mutating func combine(_ text: String) {
    combine(text.utf8.count)
    for byte in text.utf8 { combine(UInt64(byte)) }
  }

  package mutating func combine(_ query: PointQuery) {
    combine(query.point)
    switch query.target {
    case .cell: combine(1)
    case .nearestCell: combine(2)
    case .place(let moving):
      combine(3)
      combine(moving)
    }
    combine(scroll: query.scroll)
  }

  /// Combines every part of the query, in a fixed order.
  package mutating func combine(_ query: LayoutQuery) {
    switch query.selection {
    case .all: combine(1)
    case .rect(let rect):
      combine(2)
      combine(rect)
    case .indexPaths(let paths, let kind):
      combine(kind == nil ? 3 : 4)
      combine(paths.count)
      for path in paths { combine(path) }
      if let kind { combine(kind) }
    }
    if let bounds = query.bounds {
      combine(5)
      combine(bounds)
    }
    combine(scroll: query.scroll)
    switch query.origin {
    case .content: combine(6)
    case .section: combine(7)
    case .rect: combine(8)
    }
  }

  /// Combines the scroll offsets; nothing if no section is scrolled.
  private mutating func combine(scroll: [WholeNumber: Double]) {
    guard !scroll.isEmpty else { return }
    combine(scroll.count)
    for (section, offset) in scroll.sorted(by: { $0.key < $1.key }) {
      combine(section)
      combine(offset)
    }
  }

  package mutating func combine(_ query: ChangesQuery) {
    combine(query.rect == nil ? 1 : 2)
    if let rect = query.rect { combine(rect) }
    combine(query.bounds == nil ? 1 : 2)
    if let bounds = query.bounds { combine(bounds) }
    switch query.anchor {
    case .first: combine(1)
    case .firstWhole: combine(2)
    case .last: combine(3)
    case .none: combine(4)
    case .item(let path, let isEnd):
      combine(isEnd ? 6 : 5)
      combine(path.section)
      combine(path.item)
    }
    combine(scroll: query.scroll)
  }
}
