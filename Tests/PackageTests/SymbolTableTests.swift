import TestSupport
import Testing

/// The table of UIKit's symbols in LayoutRules.
@Suite struct SymbolTableTests {
  @Test func `Every symbol names a rule that exists, or the reason for its absence`() throws {
    let page = try PackageFiles.text(of: "Sources/LayoutEngine/LayoutEngine.docc/LayoutRules.md")
    let rules = Set(page.matches(of: #/(?m)^### ([A-Z][0-9]+) /#).map { String($0.output.1) })
    let start = try #require(page.firstRange(of: "## UIKit's symbols"))
    var symbols = 0
    for line in page[start.upperBound...].split(separator: "\n") where line.hasPrefix("| ") {
      let cells = line.split(separator: "|").map { $0.trimmingPrefix(" ") }
      #expect(cells.count == 2, "\(line)")
      guard let here = cells.last, !here.hasPrefix("here") else { continue }
      symbols += 1
      if let reason = here.wholeMatch(of: #/absent: (.*)/#)?.output.1 {
        #expect(reason.count > 20, "\(line)")
        continue
      }
      let named = here.matches(of: #/\b([A-Z][0-9]+)\b/#).map { String($0.output.1) }
      #expect(!named.isEmpty || here.contains("Contract §"), "\(line)")
      #expect(named.allSatisfy(rules.contains), "\(line)")
    }
    #expect(symbols > 60)
  }
}
