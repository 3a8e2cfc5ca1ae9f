import Synchronization

/// Measures texts: resolves styles, and prepares texts for layout at any width.
///
/// One measurer serves all threads. It caches what it prepared, by style and text.
///
/// ```swift
/// let fonts = FontLibrary(paths: ["/usr/share/fonts"])
/// let measurer = TextMeasurer(
///   fonts: fonts, fallbackFamilies: ["Noto Sans CJK JP"], cacheByteLimit: 16 << 20)
/// ```
public final class TextMeasurer: Sendable {
  /// The fonts in which text is measured.
  public let fonts: FontLibrary
  /// The families that follow those of every style; a family that the library does not have is left out.
  public let fallbackFamilies: [String]

  /// The most UTF-16 units that a text may have.
  public static let maximumTextLength = 8192

  private let cache: PreparedTextCache
  private let lineCounts: LineCounts
  private let styles = Mutex(KnownStyles())
  private let wordBudget: WordBudget

  /// Creates a measurer.
  ///
  /// - Parameters:
  ///   - fonts: the fonts.
  ///   - fallbackFamilies: the families that follow those of every style.
  ///   - cacheByteLimit: the bytes that the caches may take. Half is for prepared texts, the least recently used
  ///     of which are evicted; a quarter is for words, which all go when it is full; a quarter is for line
  ///     counts, by style, text and width.
  public init(fonts: FontLibrary, fallbackFamilies: [String] = [], cacheByteLimit: Int) {
    self.fonts = fonts
    self.fallbackFamilies = fallbackFamilies
    cache = PreparedTextCache(byteLimit: cacheByteLimit / 2)
    lineCounts = LineCounts(byteLimit: cacheByteLimit / 4)
    wordBudget = WordBudget(byteLimit: cacheByteLimit / 4)
  }

  /// Returns a style with its fonts.
  ///
  /// - Throws: `TextError.invalidStyle` or `TextError.unknownFamily`.
  public func resolve(_ style: TextStyle) throws(TextError) -> ResolvedStyle {
    if let known = styles.withLock({ $0.find(style) }) { return known }
    try style.validate()
    var faces: [FontFace] = []
    for name in style.fontFamily {
      guard let face = fonts.family(name)?.face(for: style) else {
        throw .unknownFamily(name: name, nearest: fonts.nearestNames(name))
      }
      faces.append(face)
    }
    for name in fallbackFamilies {
      guard let face = fonts.family(name)?.face(for: style),
        !faces.contains(where: { $0 === face })
      else { continue }
      faces.append(face)
    }
    let resolved = ResolvedStyle(style, faces, wordBudget)
    return styles.withLock { styles in
      // Another thread may have been faster; its words are the ones to share.
      if let known = styles.find(style) { return known }
      styles.insert(resolved)
      return resolved
    }
  }

  /// Returns a text that is shaped, from the cache if it is there.
  ///
  /// - Parameters:
  ///   - text: the text; it may have ``maximumTextLength`` UTF-16 units.
  ///   - style: the style.
  ///   - work: counts the work, and is asked between words, and before each 4 KiB of text, whether it may go on.
  /// - Throws: `TextError.textTooLong`, or `TextError.stopped` if the work had to end.
  public func prepare(
    _ text: String, _ style: ResolvedStyle, _ work: @autoclosure () -> TextWork = TextWork()
  ) throws(TextError) -> PreparedText {
    // A UTF-16 unit takes at most three bytes of UTF-8, and at least one.
    if text.utf8.count > Self.maximumTextLength {
      let length = text.utf16.count
      if length > Self.maximumTextLength { throw .textTooLong(length: length) }
    }
    let key = PreparedTextCache.Key(text, style)
    if let known = cache.text(key) { return known }
    let units = WhiteSpace.collapsed(text, style.style)
    return try keep(PreparedText(units, style, work()), key)
  }

  /// Returns a text that is made of runs and shaped, from the cache if it is there.
  ///
  /// - Parameters:
  ///   - runs: at most ``TextRun/maxCount`` runs, of ``maximumTextLength`` UTF-16 units together; a box counts as one.
  ///   - style: the block's style, which decides where lines break, and about the line's least height.
  ///   - work: as in ``prepare(_:_:_:)``.
  /// - Throws: as ``prepare(_:_:_:)``, and `TextError.tooManyRuns`.
  public func prepare(
    _ runs: [TextRun], _ style: ResolvedStyle, _ work: @autoclosure () -> TextWork = TextWork()
  ) throws(TextError) -> PreparedText {
    guard runs.count <= TextRun.maxCount else { throw .tooManyRuns(count: runs.count) }
    let joined = JoinedRuns(runs)
    let length = joined.ends.last ?? 0
    if length > Self.maximumTextLength { throw .textTooLong(length: length) }
    let key = PreparedTextCache.Key(runs, style)
    if let known = cache.text(key) { return known }
    let collapsed = WhiteSpace.traced(joined.text, style.style)
    let spans = joined.spans(runs, style, collapsed.origins)
    return try keep(PreparedText(collapsed.units, style, spans: spans, work()), key)
  }

  private func keep(
    _ prepared: PreparedText?, _ key: PreparedTextCache.Key
  ) throws(TextError) -> PreparedText {
    guard let prepared else { throw .stopped }
    cache.insert(prepared, key)
    if wordBudget.takeRefusal() {
      let styles = styles.withLock { $0.all }
      for style in styles { style.words?.removeAll() }
    }
    return prepared
  }

  /// A text's height at a width.
  public struct Height: Sendable, Equatable {
    /// The height in points (TextRules T19).
    public var points: Double
    /// Whether the text has a character that no font of its style has.
    public var lacksCharacters: Bool
  }

  /// Returns the height of a text at a width; a text that had this width before needs no preparation.
  ///
  /// - Parameters:
  ///   - text: valid UTF-8 of at most ``maximumTextLength`` UTF-16 units.
  ///   - style: the style that the text is set in.
  ///   - width: the greatest width of a line in points.
  ///   - work: as in ``prepare(_:_:_:)``; it is also asked before each line.
  /// - Throws: as ``prepare(_:_:_:)``.
  /// - Complexity: O(bytes of the text) for a text that had this width before.
  public func height(
    of text: ArraySlice<UInt8>, _ style: ResolvedStyle, width: Double,
    _ work: @autoclosure () -> TextWork = TextWork()
  ) throws(TextError) -> Height {
    let key = LineCounts.Key(text, style, width: Pixels.floor(width))
    if let key, let known = lineCounts.entry(key) { return Height(known, style) }
    let work = work()
    let prepared = try prepare(String(decoding: text, as: UTF8.self), style, work)
    return try height(of: prepared, width: width, key, work)
  }

  /// A text at a width, to be looked up among those that were measured.
  public struct HeightQuery {
    fileprivate let key: LineCounts.Key?
    fileprivate let style: ResolvedStyle

    /// - Parameters: as of ``TextMeasurer/height(of:_:width:_:)-(ArraySlice<UInt8>,_,_,_)``.
    public init(_ text: ArraySlice<UInt8>, _ style: ResolvedStyle, width: Double) {
      key = LineCounts.Key(text, style, width: Pixels.floor(width))
      self.style = style
    }
  }

  /// Returns the height of each text, or nil if it had not its width before.
  ///
  /// - Complexity: O(texts). It takes less time than as many calls of `height`, because the look-ups wait for memory at
  ///   the same time.
  public func knownHeights(of queries: [HeightQuery]) -> [Height?] {
    zip(queries, lineCounts.entries(queries.map(\.key))).map { query, entry in
      entry.map { Height($0, query.style) }
    }
  }

  /// Returns the height of a text that is made of runs at a width; runs that had this width before need no preparation.
  ///
  /// - Parameters:
  ///   - runs: as in ``prepare(_:_:_:)``.
  ///   - style: the block's style.
  ///   - width: the greatest width of a line in points.
  ///   - work: as in ``prepare(_:_:_:)``; it is also asked before each line.
  /// - Throws: as ``prepare(_:_:_:)``.
  public func height(
    of runs: [TextRun], _ style: ResolvedStyle, width: Double,
    _ work: @autoclosure () -> TextWork = TextWork()
  ) throws(TextError) -> Height {
    let key = LineCounts.Key(runs, style, width: Pixels.floor(width))
    if let known = lineCounts.entry(key) { return Height(known, style, hasRuns: true) }
    let work = work()
    return try height(of: prepare(runs, style, work), width: width, key, work)
  }

  private func height(
    of text: PreparedText, width: Double, _ key: LineCounts.Key?, _ work: TextWork
  ) throws(TextError) -> Height {
    let lacksCharacters = !text.missingCharacters.isEmpty
    if let lineHeight = text.style.lineHeight, text.spans.isEmpty {
      guard let count = text.lineCount(width: width, work), work.checkpoint() else {
        throw .stopped
      }
      if let key {
        lineCounts.insert(.init(value: count, lacksCharacters: lacksCharacters), key)
      }
      return Height(
        points: Double(count) * Double(lineHeight) / 64, lacksCharacters: lacksCharacters)
    }
    guard let layout = text.layout(width: width, work), work.checkpoint() else { throw .stopped }
    // Lines of different heights are kept by their sum in 1/64, unless that is too high for the table.
    if let key, layout.height < LineCounts.maxHeight {
      let value = Int((layout.height * 64).rounded())
      lineCounts.insert(.init(value: value, lacksCharacters: lacksCharacters), key)
    }
    return Height(points: layout.height, lacksCharacters: lacksCharacters)
  }

  /// The bytes that cached texts, words and line counts take.
  public var cacheByteCount: Int {
    wordBudget.byteCount + cache.byteCount + lineCounts.byteCount
  }

  /// The number of cached texts.
  public var cachedTextCount: Int { cache.count }
}

/// The most recently resolved styles, with their word caches; the words of other styles are shaped again.
///
/// Styles that were resolved only once take at most half of the places, however many they are.
private struct KnownStyles {
  /// Twice as many as one document may have, so that two documents in turn keep theirs.
  private static let maximumCount = 128

  private struct Entry {
    let style: ResolvedStyle
    var lastUse: Int
    var isUsedAgain = false
  }

  private var entries: [TextStyle: Entry] = [:]
  private var uses = 0

  var all: [ResolvedStyle] { entries.values.map(\.style) }

  /// Returns a style, which becomes the most recently used one; nil if it is not known.
  mutating func find(_ style: TextStyle) -> ResolvedStyle? {
    uses += 1
    guard var entry = entries[style] else { return nil }
    entry.lastUse = uses
    entry.isUsedAgain = true
    entries[style] = entry
    return entry.style
  }

  /// Adds a style in place of the least recently used one if there are too many.
  mutating func insert(_ resolved: ResolvedStyle) {
    if entries.count >= Self.maximumCount {
      let onlyOnce = entries.filter { !$0.value.isUsedAgain }
      let candidates = onlyOnce.count >= Self.maximumCount / 2 ? onlyOnce : entries
      let oldest = candidates.min { $0.value.lastUse < $1.value.lastUse }
      if let oldest { entries[oldest.key] = nil }
    }
    uses += 1
    entries[resolved.style] = Entry(style: resolved, lastUse: uses)
  }
}

extension TextMeasurer.Height {
  /// The height that an entry of the table stands for.
  fileprivate init(_ entry: LineCounts.Entry, _ style: ResolvedStyle, hasRuns: Bool = false) {
    let unit = hasRuns ? 1 : style.lineHeight ?? 1
    self.init(
      points: Double(entry.value) * Double(unit) / 64, lacksCharacters: entry.lacksCharacters)
  }
}
