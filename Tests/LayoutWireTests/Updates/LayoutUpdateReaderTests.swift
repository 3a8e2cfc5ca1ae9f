import LayoutEngine
import LayoutWire
import Testing

/// What updates are refused for before they meet a layout.
@Suite struct LayoutUpdateReaderTests {
  /// The pointers of what a text is refused for; empty if it is read.
  private func refusals(_ text: String) throws -> [String] {
    do throws(DocumentError) {
      _ = try LayoutUpdateReader.read(Array(text.utf8))
      return []
    } catch {
      guard case .invalid(let refusals) = error else { throw error }
      return refusals.map(\.pointer)
    }
  }

  @Test func `Contract §10: the entry that is one too many of all lists is refused`() throws {
    let most = LayoutUpdateReader.maxEntries
    let paths = (0..<most - 1).map { "[0,\($0)]" }.joined(separator: ",")
    #expect(try refusals(#"{"delete":[\#(paths)],"deleteSections":[3]}"#) == [])
    #expect(
      try refusals(#"{"delete":[\#(paths)],"deleteSections":[3, 4,5],"append":[{"items":1}]}"#)
        == ["/deleteSections/1", "/append/0"])
  }

  @Test(arguments: [
    (
      #"{"delete":[[0]],"measure":[{"indexPath":[0,1],"hieght":3}]}"#,
      ["/delete/0", "/measure/0/hieght", "/measure/0"]
    ),
    (#"{"append":[{"itmes":[1]}]}"#, ["/append/0/itmes", "/append/0"]),
    (#"{"keepColumns":"yes"}"#, ["/keepColumns"]),
    (#"{"measure":[{"indexPath":[0,1],"height":null},{"indexPath":[0,1]}]}"#, ["/measure/1"]),
    (
      #"{"measure":[{"hieght":9,"indexPath":[0,1]},{}]}"#,
      ["/measure/0/hieght", "/measure/0", "/measure/1", "/measure/1"]
    ),
    (#"{"replaceSections":[{"section":1}]}"#, ["/replaceSections/0"]),
  ])
  func `what is wrong is pointed at, in the order of the text`(
    text: String, pointers: [String]
  ) throws {
    #expect(try refusals(text) == pointers)
  }
}
