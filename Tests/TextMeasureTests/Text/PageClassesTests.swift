import Foundation
import TestSupport
import Testing

@testable import TextMeasure

/// The classes of characters that the page's engine breaks lines by: a file that is generated from those of TextMeasure.
@Suite struct PageClassesTests {
  private static let path = "Web/tatami-client/engine/line-break-classes.ts"
  private static let lastCharacter: Int32 = 0x3FFFF

  /// Returns the table's entry for a character: its class, or 64 more if it is wide, or half of that.
  ///
  /// The syllables of Hangul have one entry, because the page finds the classes H2 and H3 by arithmetic.
  private static func entry(_ character: Int32) -> Int {
    let isSyllable = (0xAC00...0xD7A3).contains(character)
    let kind = isSyllable ? LineBreakClass.h3 : LineBreakClass.untailored(character)
    let isMark =
      kind == .combiningMark && CharacterProperties.lineBreakClass(character) == complexContext
    let own = isMark ? complexMark : Int(kind.rawValue)
    return own + (CharacterProperties.isEastAsian(character) ? 64 : 0)
  }

  private static let complexContext: Int32 = 24
  /// A mark of a script with dictionaries, which `break-all` does not see as one.
  private static let complexMark = 63

  /// Returns the file's text.
  private static func written() -> String {
    var runs: [String] = []
    var start: Int32 = 0
    for character in 1...lastCharacter + 1
    where character > lastCharacter || entry(character) != entry(start) {
      let run = Int(character - start) * 128 + entry(start)
      runs.append(String(run, radix: 36))
      start = character
    }
    var lines: [String] = []
    var line = ""
    for run in runs {
      if line.count + run.count > 150 {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? run : " " + run
    }
    lines.append(line)
    let rows = lines.map { "  \"\($0)\"," }
    return """
      // SPDX-License-Identifier: Apache-2.0
      // The classes of UAX #14 of all characters from U+0000 on. Generated from TextMeasure's:
      // TATAMI_WRITE_CLASSES=1 swift test --filter PageClassesTests

      /** Runs of characters, in base 36: the number of characters × 128 + their class, or 64 more if they are wide or half-width. */
      export const runs = [
      \(rows.joined(separator: "\n"))
      ].join(" ");

      """
  }

  @Test func `The page's classes are the service's`() throws {
    let file = PackageFiles.root.appending(path: Self.path)
    if ProcessInfo.processInfo.environment["TATAMI_WRITE_CLASSES"] != nil {
      try Self.written().write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.written())
  }
}
