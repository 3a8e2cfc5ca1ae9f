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
      guard let face = fonts.family(name)?.face(weight: style.fontWeight, style.fontStyle) else {
        throw .unknownFamily(name: name, nearest: fonts.nearestNames(name))
      }
      faces.append(face)
    }
    for name in fallbackFamilies {
      guard let face = fonts.family(name)?.face(weight: style.fontWeight, style.fontStyle),
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
    if let known = cache.text(text, style) { return known }
    let units = WhiteSpace.collapsed(text, style.style)
    guard let prepared = PreparedText(units, style, work()) else { throw .stopped }
    cache.insert(prepared, text)
    if wordBudget.takeRefusal() {
      let styles = styles.withLock { $0.all }
      for style in styles { style.words?.removeAll() }
    }
    return prepared
  }

  /// A text's height at a width.
  public struct Height: Sendable, Equatable {
    /// The height in points: the number of lines × the height of a line (TextRules T19).
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
    let entry: LineCounts.Entry
    if let known = lineCounts.entry(key) {
      entry = known
    } else {
      let work = work()
      let prepared = try prepare(String(decoding: text, as: UTF8.self), style, work)
      guard let lineCount = prepared.lineCount(width: width, work), work.checkpoint() else {
        throw .stopped
      }
      entry = LineCounts.Entry(
        lineCount: lineCount, lacksCharacters: !prepared.missingCharacters.isEmpty)
      lineCounts.insert(entry, key)
    }
    return Height(
      points: style.height(ofLines: entry.lineCount), lacksCharacters: entry.lacksCharacters)
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
