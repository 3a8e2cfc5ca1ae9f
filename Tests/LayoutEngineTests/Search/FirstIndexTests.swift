import TestSupport
import Testing

@testable import LayoutEngine

@Suite struct FirstIndexTests {
  @Test(arguments: [0, 1, 2, 7, 100])
  func `a guess changes nothing but the way to the first number`(count: Int) {
    let range = 3..<3 + count
    for first in range.lowerBound...range.upperBound {
      for guess in [.min, .max] + Array(0...count + 6) {
        var tests = 0
        var outside = 0
        let found = range.firstIndex(near: guess) {
          tests += 1
          outside += range.contains($0) ? 0 : 1
          return $0 >= first
        }
        #expect(found == first && outside == 0, "near \(guess)")
        let distance = abs(min(max(guess, 3), 2 + count) - first)
        #expect(tests <= 2 * (Int.bitWidth - distance.leadingZeroBitCount) + 3, "near \(guess)")
      }
    }
  }

  @Test func `numbers are guessed within their range, whatever lengths are`() {
    let lengths = [Int64.min, -5, 0, 1, 7, 1 << 60, .max].map { Units(count: $0) }
    for length in lengths {
      for distance in lengths {
        #expect((3...13).contains((3..<13).number(about: distance, of: length)))
      }
    }
    #expect((0..<100).number(about: Units(count: 25), of: Units(count: 50)) == 50)
  }
}
