import TestSupport
import Testing

@testable import TextMeasure

/// The line counts of texts at widths they had before.
@Suite(.enabled(if: TestFonts.isUsable)) struct LineCountsTests {
  @Test func `Heights that are known are those of prepared texts`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let measurer = TestFonts.measurer(cacheByteLimit: 1 << 22)
    let styles = try [11.0, 16, 23].map { size in
      try measurer.resolve(TestFonts.style { $0.fontSize = size })
    }
    let texts =
      (0..<60).map { _ in RandomText.text(8, using: &random) } + ["", " ", "\u{E9}", "e\u{301}"]
    for _ in 0..<4_000 {
      let text = texts.randomElement(using: &random) ?? ""
      let style = styles.randomElement(using: &random) ?? styles[0]
      let width = Double(Int.random(in: 0...40, using: &random)) * 7.3
      let prepared = try measurer.prepare(text, style)
      let height = try measurer.height(of: Array(text.utf8)[...], style, width: width)
      #expect(height.points == prepared.height(width: width), "seed \(seed)")
      #expect(height.lacksCharacters == !prepared.missingCharacters.isEmpty, "seed \(seed)")
    }
  }

  @Test func `Heights that are looked up together are those of one after the other`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let measurer = TestFonts.measurer(cacheByteLimit: 1 << 22)
    let style = try measurer.resolve(TestFonts.style())
    let texts = (0..<300).map { _ in Array(RandomText.text(8, using: &random).utf8)[...] }
    func queries() -> [TextMeasurer.HeightQuery] { texts.map { .init($0, style, width: 90) } }
    let seen = Set(texts.shuffled(using: &random).prefix(150))
    for text in seen { _ = try measurer.height(of: text, style, width: 90) }
    let tooLong = Array(repeating: UInt8(ascii: "a"), count: 30_000)[...]
    let known = measurer.knownHeights(of: queries() + [.init(tooLong, style, width: 90)])
    #expect(known.count == 301)
    #expect(known.last == .some(nil))
    for (text, height) in zip(texts, known) {
      #expect((height != nil) == seen.contains(text), "seed \(seed)")
      if let height {
        #expect(try measurer.height(of: text, style, width: 90) == height, "seed \(seed)")
      }
    }
  }

  @Test func `A text at a width it had before is not prepared again`() throws {
    let measurer = TestFonts.measurer(cacheByteLimit: 1 << 16)
    let style = try measurer.resolve(TestFonts.style())
    let text = Array("Sunset over the old harbour".utf8)[...]
    let height = try measurer.height(of: text, style, width: 90)
    var isPrepared = false
    // The text's shape is evicted by others.
    for number in 0..<200 { _ = try measurer.prepare("Caption number \(number)", style) }
    let work = TextWork { _ in
      isPrepared = true
      return true
    }
    let again = try measurer.height(of: text, style, width: 90, work)
    #expect(again == height)
    #expect(!isPrepared)
    _ = try measurer.height(of: text, style, width: 91, work)
    #expect(isPrepared)
  }

  @Test func `Other clients' styles and texts do not evict text that is measured again and again`()
    throws
  {
    let measurer = TestFonts.measurer(cacheByteLimit: 1 << 20)
    let texts = (0..<500).map { Array("Sunset number \($0) over the old harbour".utf8)[...] }
    func isKnown(_ text: ArraySlice<UInt8>) throws -> Bool {
      var isKnown = true
      let work = TextWork { _ in
        isKnown = false
        return true
      }
      _ = try measurer.height(of: text, measurer.resolve(TestFonts.style()), width: 90, work)
      return isKnown
    }
    for _ in 0..<2 { for text in texts { _ = try isKnown(text) } }
    let style = try measurer.resolve(TestFonts.style())
    // More styles than are kept, and more texts than there is room for.
    for number in 0..<300 {
      _ = try measurer.resolve(TestFonts.style { $0.fontSize = 10 + Double(number) / 10 })
    }
    let other = try measurer.resolve(TestFonts.style { $0.fontSize = 9 })
    for number in 0..<60_000 {
      _ = try measurer.height(of: Array("\(number)".utf8)[...], other, width: 90)
    }
    // The style itself is kept, too, because it is used again.
    #expect(try measurer.resolve(TestFonts.style()) === style)
    let known = try texts.filter(isKnown).count
    #expect(known > 490, "\(known) of 500")
  }

  @Test func `A full table keeps the entries that are used, and its size`() throws {
    let counts = LineCounts(byteLimit: 1 << 16)
    let measurer = TestFonts.measurer(cacheByteLimit: 1 << 16)
    let style = try measurer.resolve(TestFonts.style())
    func key(_ number: Int) throws -> LineCounts.Key {
      try #require(LineCounts.Key(Array("\(number)".utf8)[...], style, width: 64))
    }
    try counts.insert(LineCounts.Entry(value: 7, lacksCharacters: true), key(-1))
    for number in 0..<100_000 {
      try counts.insert(LineCounts.Entry(value: number, lacksCharacters: false), key(number))
      guard try counts.entry(key(-1)) == LineCounts.Entry(value: 7, lacksCharacters: true) else {
        Issue.record("lost after \(number) others")
        return
      }
    }
    #expect(counts.byteCount <= 1 << 16)
    let known = try (0..<100_000).compactMap { number in
      try counts.entry(key(number)).map { (number, $0.value) }
    }
    #expect(known.count > 1_000 && known.allSatisfy { $0 == $1 })
  }

  @Test func `Without room no count is kept`() throws {
    let counts = LineCounts(byteLimit: 1_000)
    let measurer = TestFonts.measurer(cacheByteLimit: 0)
    let style = try measurer.resolve(TestFonts.style())
    let key = try #require(LineCounts.Key([65], style, width: 64))
    counts.insert(LineCounts.Entry(value: 1, lacksCharacters: false), key)
    #expect(counts.entry(key) == nil)
    #expect(counts.byteCount == 0)
  }
}
