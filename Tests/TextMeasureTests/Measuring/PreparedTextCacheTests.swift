import TestSupport
import Testing

@testable import TextMeasure

/// The cache of prepared texts.
@Suite(.enabled(if: TestFonts.isUsable)) struct PreparedTextCacheTests {
  @Test func `The same text and style are prepared once`() throws {
    let measurer = TestFonts.measurer(cacheByteLimit: 1 << 20)
    let style = try measurer.resolve(TestFonts.style())
    let one = try measurer.prepare("Sunset over Kyoto", style)
    #expect(try measurer.prepare("Sunset over Kyoto", style) === one)
    #expect(try measurer.resolve(TestFonts.style()) === style)
    let other = try measurer.resolve(TestFonts.style { $0.fontSize = 17 })
    #expect(try measurer.prepare("Sunset over Kyoto", other) !== one)
    #expect(measurer.cachedTextCount == 2)
  }

  @Test func `Canonically equal texts of other characters are other texts`() throws {
    let measurer = TestFonts.measurer(cacheByteLimit: 1 << 20)
    let style = try measurer.resolve(TestFonts.style())
    _ = try measurer.prepare("\u{E9}", style)
    _ = try measurer.prepare("e\u{301}", style)
    #expect(measurer.cachedTextCount == 2)
  }

  @Test func `The least recently used texts are evicted when there are too many bytes`() throws {
    let limit = 1 << 16
    let measurer = TestFonts.measurer(cacheByteLimit: limit)
    let style = try measurer.resolve(TestFonts.style())
    let kept = try measurer.prepare("This caption is asked for all the time", style)
    for number in 0..<500 {
      _ = try measurer.prepare("Caption number \(number) of a long list", style)
      #expect(measurer.cacheByteCount <= limit)
      #expect(try measurer.prepare("This caption is asked for all the time", style) === kept)
    }
    #expect(measurer.cachedTextCount > 20)
    #expect(measurer.cachedTextCount < 100)
  }

  @Test func `Without room nothing is cached`() throws {
    let measurer = TestFonts.measurer(cacheByteLimit: 0)
    let style = try measurer.resolve(TestFonts.style())
    let one = try measurer.prepare("Sunset", style)
    #expect(try measurer.prepare("Sunset", style) !== one)
    #expect(measurer.cacheByteCount == 0)
  }

  @Test func `A caption of 60 characters takes at most a kilobyte`() throws {
    let text = "Sunset over the old harbour, taken with a borrowed camera ✓."
    #expect(text.utf16.count == 60)
    var style = TestFonts.style()
    style.fontFamily.append("DejaVu Sans")
    let measurer = TestFonts.measurer(cacheByteLimit: 1 << 20)
    let prepared = try measurer.prepare(text, measurer.resolve(style))
    #expect(prepared.byteCount <= 1024)
  }

  @Test func `T23: a mark on a space is shaped together with it, also among cached words`() throws {
    let texts = ["_ 0 \u{32C}x", "a \u{301}b", "a \u{200D}b", "\u{32C} \u{32C}"]
    for family in ["Inter", "DejaVu Sans"] {
      let warm = TestFonts.measurer(cacheByteLimit: 1 << 20)
      let cold = TestFonts.measurer(cacheByteLimit: 0)
      for text in texts {
        let one = try warm.prepare(text, warm.resolve(TestFonts.style(family)))
        let other = try cold.prepare(text, cold.resolve(TestFonts.style(family)))
        for width in [1.0, 9, 20, 200] {
          #expect(one.layout(width: width) == other.layout(width: width), "\(family): \(text)")
        }
      }
    }
  }

  @Test func `A cold and a warm measurer agree, whatever was measured before`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let warm = TestFonts.measurer(cacheByteLimit: 1 << 18)
    // A measurer without room for a cache is always cold.
    let cold = TestFonts.measurer()
    for _ in 0..<150 {
      let text = RandomText.text(8, using: &generator)
      let style = RandomText.style(using: &generator)
      let width = Double(Int.random(in: 0...300, using: &generator))
      let expected = try cold.prepare(text, cold.resolve(style)).lines(width: width)
      for _ in 0..<2 {
        let lines = try warm.prepare(text, warm.resolve(style)).lines(width: width)
        #expect(lines == expected, "seed \(seed): \(text.debugDescription) at \(width), \(style)")
      }
    }
  }

  @Test func `Many threads measure at once`() async throws {
    let texts = (0..<200).map { "Caption \($0 % 50) of the old harbour, קיץ \($0 % 7)" }
    var style = TestFonts.style()
    style.fontFamily.append("DejaVu Sans")
    let cold = TestFonts.measurer()
    let resolved = try cold.resolve(style)
    let expected = try texts.map { try cold.prepare($0, resolved).lines(width: 120) }
    let shared = TestFonts.measurer(cacheByteLimit: 1 << 15)
    let given = style
    try await withThrowingTaskGroup(of: [[String]].self) { group in
      for _ in 0..<8 {
        group.addTask {
          try texts.map { try shared.prepare($0, shared.resolve(given)).lines(width: 120) }
        }
      }
      for try await lines in group { #expect(lines == expected) }
    }
  }
}
