import LayoutAPI
import HTTPMessage
import LayoutEngine
import LayoutWire

/// The opaque part of an ETag, which identifies a response, as 32 hexadecimal digits (Contract §8).
///
/// The first 16 digits are those of the layout id; the other 16 mix engine revision, id, decoded query and
/// representation. A tag is two numbers, so comparing tags creates no string.
struct EntityTag: Sendable, Hashable {
  var first: UInt64
  var second: UInt64

  /// The number of bytes of the tag with its quotes.
  private static let length = 34

  /// Creates the tag of some bytes: the first half of their SHA-256.
  init(ofContent bytes: [UInt8]) {
    let words = LayoutID(hashing: bytes).words
    self.init(first: words.0, second: words.1)
  }

  /// Creates a tag from its numbers.
  init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  /// How a client's field lists a tag: as strong (`"…"`) or as weak (`W/"…"`).
  enum Listing {
    case strong
    case weak
  }

  /// Returns whether If-None-Match lists the tag as strong or as weak; nil if it does not list the tag.
  ///
  /// The comparison is weak (RFC 9110 §13.1.2), so a weak tag matches too. The result is `strong` if the
  /// field lists the tag in both ways.
  ///
  /// - Complexity: O(bytes of the field); no allocation.
  func listing(in request: HTTPRequest) -> Listing? {
    var listing: Listing?
    request.forEachMember(of: "if-none-match") { member in
      guard EntityTag(request.bytes, in: member) == self else { return }
      let isWeak = request.bytes.hasPrefix("W/", in: member)
      listing = isWeak && listing != .strong ? .weak : .strong
    }
    return listing
  }

  /// Returns whether If-Match lists the tag; the comparison is strong (RFC 9110 §13.1.1).
  ///
  /// A client with a compressed response has a weak tag, which never matches.
  ///
  /// - Complexity: O(bytes of the field); no allocation.
  func isMatched(by request: HTTPRequest) -> Bool {
    var isMatched = false
    request.forEachMember(of: "if-match") { member in
      guard !isMatched, !request.bytes.hasPrefix("W/", in: member) else { return }
      isMatched = EntityTag(request.bytes, in: member) == self
    }
    return isMatched
  }

  /// Appends the tag in quotes, after `W/` if it is weak.
  func append(isWeak: Bool, to output: inout [UInt8]) {
    if isWeak {
      output.append(UInt8(ascii: "W"))
      output.append(UInt8(ascii: "/"))
    }
    output.append(UInt8(ascii: "\""))
    output.append(hexDigitsOf: first)
    output.append(hexDigitsOf: second)
    output.append(UInt8(ascii: "\""))
  }
}

extension EntityTag {
  /// Parses a tag in the form that Tatami writes, strong or weak; nil if the member is anything else.
  private init?(_ bytes: [UInt8], in member: Range<Int>) {
    var start = member.lowerBound
    if member.count == Self.length + 2, bytes.hasPrefix("W/", in: member) { start += 2 }
    guard member.upperBound - start == Self.length, bytes[start] == UInt8(ascii: "\""),
      bytes[member.upperBound - 1] == UInt8(ascii: "\""),
      let first = HexText.word(bytes, at: start + 1),
      let second = HexText.word(bytes, at: start + 17)
    else { return nil }
    self.init(first: first, second: second)
  }

  /// Returns whether the field is `*`, which matches any representation.
  static func matchesAny(_ request: HTTPRequest, in field: ConditionField) -> Bool {
    request.value(of: field.name).map { request.bytes.equals("*", in: $0) } ?? false
  }
}

extension LayoutRequest {
  /// Returns the tag of this request's response about the layout with that id.
  ///
  /// - Parameter fonts: the hash of the layout's fonts; 0 if it has no text styles.
  func tag(_ id: LayoutID, fonts: UInt32 = 0) -> EntityTag { tag(id, of: subject, fonts: fonts) }

  /// Returns the tag that the response to this request would have if it were about another subject.
  func tag(_ id: LayoutID, of subject: Subject, fonts: UInt32) -> EntityTag {
    var hasher = TagHasher(revision: UInt64(EngineRevision.current), id)
    if fonts != 0 { hasher.combine(UInt64(fonts) | 1 << 32) }
    switch subject {
    case .summary: hasher.combine(1)
    case .sections: hasher.combine(2)
    case .attributes(let query, let representation):
      hasher.combine(3 + Int(representation.rawValue) << 8)
      hasher.combine(query)
      hasher.combine(form, of: representation)
    case .targetOffset(.proposal(let proposal)):
      hasher.combine(4)
      hasher.combine(proposal.proposed)
      hasher.combine(proposal.velocity)
      hasher.combine(proposal.effectiveCurrent)
      hasher.combine(proposal.effectiveStart)
      hasher.combine(proposal.section ?? -1)
      if proposal.decelerates { hasher.combine(9) }
    case .targetOffset(.showing(let target)):
      // Targets that may rest under pinned elements keep the tag (5) that they had before the other kinds were added.
      hasher.combine(target.scrollsSection ? 12 : target.isUnderPinned ? 5 : 11)
      hasher.combine(target.path)
      hasher.combine(ItemScrollPosition.allCases.firstIndex(of: target.position) ?? 0)
      if let kind = target.kind { hasher.combine(kind) }
    case .indexPath(let query):
      hasher.combine(10)
      hasher.combine(query)
    case .document: hasher.combine(6)
    case .changes(let changes, let representation):
      hasher.combine(7 + Int(representation.rawValue) << 8)
      hasher.combine(changes.from)
      hasher.combine(changes.query)
      hasher.combine(form, of: representation)
    }
    return hasher.finish(id)
  }
}

/// Mixes everything that a response depends on into 64 bits.
struct TagHasher {
  private var state: UInt64

  /// Creates a hasher that starts with the engine's revision and the layout.
  init(revision: UInt64, _ id: LayoutID) {
    state = revision
    combine(id)
  }

  mutating func combine(_ id: LayoutID) {
    combine(id.words.0)
    combine(id.words.1)
    combine(id.words.2)
    combine(id.words.3)
  }

  /// Returns the tag: the id's first word, and the hash of everything that was combined.
  func finish(_ id: LayoutID) -> EntityTag { EntityTag(first: id.words.0, second: state) }

  /// Combines a word by one round of SplitMix64's mixing.
  mutating func combine(_ word: UInt64) {
    state = SplitMix64.mix((state ^ word) &+ SplitMix64.step)
  }

  mutating func combine(_ number: Int) { combine(UInt64(bitPattern: Int64(number))) }

  /// Combines a number; -0 counts as 0.
  mutating func combine(_ number: Double) { combine((number + 0).bitPattern) }

  mutating func combine(_ point: Point) {
    combine(point.x)
    combine(point.y)
  }

  mutating func combine(_ rect: Rect) {
    combine(rect.x)
    combine(rect.y)
    combine(rect.width)
    combine(rect.height)
  }

  mutating func combine(_ form: ResponseForm, of representation: Representation) {
    form.visitWords(of: representation) { combine($0) }
  }

  mutating func combine(_ path: LayoutIndexPath) {
    combine(path.section ?? -1)
    combine(path.item)
  }

  mutating func combine(_ text: String) {
    combine(text.utf8.count)
    for byte in text.utf8 { combine(UInt64(byte)) }
  }

  mutating func combine(_ query: PointQuery) {
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
  mutating func combine(_ query: LayoutQuery) {
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

  mutating func combine(_ query: ChangesQuery) {
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
