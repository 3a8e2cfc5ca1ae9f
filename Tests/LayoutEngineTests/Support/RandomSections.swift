import TestSupport

import class Foundation.ProcessInfo

/// The random sections that tests of chunks lay out beside one array of all items.
///
/// `TATAMI_RANDOM_SECTIONS=100000` lays out that many, a fifth each of waterfalls, flows, lists, rows of
/// photos and magazines. Sections beyond those of a short run are other ones, of rounds that follow.
enum RandomSections {
  private static let count =
    ProcessInfo.processInfo.environment["TATAMI_RANDOM_SECTIONS"].flatMap(UInt64.init)

  /// The rounds of each argument of a test.
  ///
  /// - Parameters:
  ///   - usual: how many a short run has.
  ///   - arguments: how many arguments the test has.
  static func rounds(_ usual: UInt64, arguments: UInt64) -> Range<UInt64> {
    guard let count else { return 0..<usual }
    let all = (count + 4) / 5
    return 0..<max(usual, (all + arguments - 1) / arguments)
  }

  /// The numbers of one section: a failure's seed and round bring it back alone.
  static func generator(seed: UInt64, round: UInt64) -> SeededGenerator {
    SeededGenerator(seed: seed << 32 + round)
  }

  /// Tells of a long run's end.
  static func finish(_ layout: String, seed: UInt64, _ rounds: Range<UInt64>, items: Int) {
    guard count != nil else { return }
    print("\(layout) seed \(seed): \(rounds.count) sections of \(items) items")
  }
}
