/// The layout that a version comes from, where both have the same container, configuration and layout:
/// what the version shares is taken from there.
struct EarlierLayout {
  /// Sections of the version that follow one another as earlier ones did.
  struct Run {
    /// The first one's number in the version.
    var start: Int
    var count: Int
    /// The first one's number in the earlier layout.
    var before: Int
  }

  private let content: PreparedContent
  /// In the version's order; sections that none of them holds were not there.
  private let runs: [Run]
  /// The sections of the version whose items, or layouts, may be others than the earlier ones';
  /// ascending.
  private let changed: [Int]
  /// The earlier sections that got another layout.
  private let relaid: Set<Int>
  /// The sections of the version that have items of other earlier ones.
  private let mixed: Set<Int>
  /// Whether the version has sections that were not there, or had another layout.
  let isExtended: Bool

  /// What becomes of the earlier layout's sections.
  struct Changes {
    var runs: [Run]
    var changed: [Int]
    var relaid: Set<Int>
    var mixed: Set<Int>
    /// How many sections the version has.
    var count: Int
  }

  init(_ content: PreparedContent, _ changes: Changes) {
    isExtended =
      !changes.relaid.isEmpty || changes.runs.reduce(0) { $0 + $1.count } < changes.count
    (runs, changed) = (changes.runs, changes.changed)
    (relaid, mixed) = (changes.relaid, changes.mixed)
    self.content = content
  }

  /// The blocks of the sections.
  var blocks: SectionBlocks { content.sections }

  /// What a section of the version was laid out to, and whether other sections may hold
  /// parts of what it was, or of its items; nil if it was not there, or had another layout.
  ///
  /// - Complexity: O(log runs).
  func section(_ number: Int) -> (section: PlacedSection?, mayBeShared: Bool) {
    guard let run = run(of: number) else {
      return (nil, mixed.contains(number))
    }
    let before = run.before + number - run.start
    let (section, isShared) = content.sections.held(before)
    return (relaid.contains(before) ? nil : section, isShared || mixed.contains(number))
  }

  /// A block of which all sections follow one another in the version, too, from a
  /// number on and with the same items; nil if there is none.
  ///
  /// Blocks that have become short are not among them: their sections join those of others.
  ///
  /// - Complexity: O(log runs + log changed sections).
  func block(at number: Int) -> SectionBlock? {
    guard let run = run(of: number),
      let block = content.sections.block(from: run.before + number - run.start)
    else { return nil }
    let end = number + block.sections.count
    let next = changed.indices.firstIndex { changed[$0] >= number }
    guard block.sections.count >= SectionBlock.length / 2, end <= run.start + run.count,
      next == changed.count || changed[next] >= end
    else { return nil }
    return block
  }

  private func run(of number: Int) -> Run? {
    let next = runs.indices.firstIndex { runs[$0].start > number }
    guard next > 0, number < runs[next - 1].start + runs[next - 1].count else { return nil }
    return runs[next - 1]
  }
}
