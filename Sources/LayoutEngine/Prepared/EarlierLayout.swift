/// The parent of a version, from which the version reuses unchanged sections and blocks.
///
/// The parent and the version have equal configurations and document layouts, and containers that differ at
/// most in their lengths along the scroll axis.
struct EarlierLayout {
  /// `count` neighbouring sections of the version that are neighbours in the earlier layout, too.
  struct Run {
    /// The first section's number in the version.
    var start: Int
    var count: Int
    /// The first section's number in the earlier layout.
    var before: Int
  }

  private let content: PreparedContent
  /// The runs in the version's order; sections that are in no run are new.
  private let runs: [Run]
  /// The numbers of the version's sections whose items or layouts may differ from those of the earlier
  /// layout; ascending.
  private let changed: [Int]
  /// The numbers, in the earlier layout, of the sections that get a new layout in the version.
  private let relaid: Set<Int>
  /// The numbers of the version's sections that contain items from other sections of the earlier layout.
  private let mixed: Set<Int>
  /// The length of the shorter one of both containers along the scroll axis, less its insets; infinity if
  /// both are equally long (`Container.changedLength(along:from:)`).
  ///
  /// Sections whose layouts read this length are laid out again, and all others are reused: a keyboard or
  /// a browser's tool bar, which changes the container's height, costs what reads the height.
  private let length: Double
  /// Whether the document's layout reads that length.
  private let documentReadsLength: Bool
  /// Whether the version has new sections, or sections with a new layout.
  let isExtended: Bool

  /// The changes to the earlier layout's sections; the fields are the properties of `EarlierLayout`.
  struct Changes {
    var runs: [Run]
    var changed: [Int]
    var relaid: Set<Int>
    var mixed: Set<Int>
    /// The number of sections in the version.
    var count: Int
    var length: Double
  }

  init(_ content: PreparedContent, _ changes: Changes) {
    isExtended =
      !changes.relaid.isEmpty || changes.runs.reduce(0) { $0 + $1.count } < changes.count
    (runs, changed) = (changes.runs, changes.changed)
    (relaid, mixed) = (changes.relaid, changes.mixed)
    length = changes.length
    documentReadsLength =
      content.layout.map { $0.reads(changes.length, along: content.axis) } ?? false
    self.content = content
  }

  /// The earlier layout's sections in blocks.
  var blocks: SectionBlocks { content.sections }

  /// Returns the placed section of the earlier layout that a section of the version comes from.
  ///
  /// Returns nil if the section or its layout is new, or if its layout reads the container's changed length.
  ///
  /// `mayBeShared` is true if other sections may share parts of the earlier section or chunks of the items.
  ///
  /// - Complexity: O(log runs).
  func section(_ number: Int) -> (section: LaidOutSection?, mayBeShared: Bool) {
    guard let run = run(of: number) else {
      return (nil, mixed.contains(number))
    }
    let before = run.before + number - run.start
    let (section, isShared) = content.sections.held(before)
    return (
      relaid.contains(before) || readsLength(section) ? nil : section,
      isShared || mixed.contains(number)
    )
  }

  /// Whether a section is laid out again because its layout reads the container's length.
  private func readsLength(_ section: LaidOutSection) -> Bool {
    section.layout.map { $0.reads(length, along: content.axis) } ?? documentReadsLength
  }

  /// Returns the block of the earlier layout whose sections, unchanged, are the version's sections from
  /// `number` on.
  ///
  /// Returns nil if there is no such block.
  ///
  /// A block of less than half the usual length is not returned, so that its sections join other blocks.
  ///
  /// - Complexity: O(log runs + log changed sections).
  func block(at number: Int) -> SectionBlock? {
    guard let run = run(of: number),
      let block = content.sections.block(from: run.before + number - run.start)
    else { return nil }
    let end = number + block.sections.count
    let next = changed.indices.firstIndex { changed[$0] >= number }
    guard block.sections.count >= SectionBlock.length / 2, end <= run.start + run.count,
      next == changed.count || changed[next] >= end,
      !(documentReadsLength && block.useDocumentLayout), !block.reads(length)
    else { return nil }
    return block
  }

  private func run(of number: Int) -> Run? {
    let next = runs.indices.firstIndex { runs[$0].start > number }
    guard next > 0, number < runs[next - 1].start + runs[next - 1].count else { return nil }
    return runs[next - 1]
  }
}
