import Foundation
import TatamiClient
import TestSupport
import Testing

/// Elements are found by where they are.
@Suite struct BandsTests {
  @Test(arguments: [false, true], 1...20 as ClosedRange<UInt64>)
  func `What meets a rectangle is what a look at all finds, each once`(
    isHorizontal: Bool, seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let size =
      isHorizontal ? CGSize(width: 20_000, height: 900) : CGSize(width: 900, height: 20_000)
    func rect(_ most: CGFloat) -> CGRect {
      CGRect(
        x: CGFloat.random(in: -500...size.width, using: &random),
        y: CGFloat.random(in: -500...size.height, using: &random),
        width: CGFloat.random(in: 0...most, using: &random),
        height: CGFloat.random(in: 0...most, using: &random))
    }
    // A background is longer than any band.
    var frames = (0..<300).map { _ in rect(1_200) }
    frames.append(CGRect(x: -1e5, y: -1e5, width: 2e5, height: 2e5))
    var bands = TatamiBands<Int>(contentSize: size)
    for (index, frame) in frames.enumerated() { bands.insert(index, at: frame) }
    let queries =
      (0..<50).map { _ in rect(2_000) } + [CGRect(origin: .zero, size: size), .infinite]
    for query in queries {
      let found = bands.elements(in: query)
      #expect(found.sorted() == frames.indices.filter { frames[$0].intersects(query) })
    }
  }
}
