import Testing

@testable import LayoutEngine

/// The rows of `SectionLayout`.
@Suite struct SectionLayoutTests {
  private static let layouts: [SectionLayout] = [
    .flow(FlowSpec()), .waterfall(WaterfallSpec()), .justified(JustifiedSpec()),
    .magazine(MagazineSpec()), .list(ListSpec()), .custom(CustomSpec()),
    .compositional(
      CompositionalSpec(
        group: LayoutGroup(
          size: LayoutSize(width: .absolute(10), height: .absolute(10)), content: .frames([])))),
  ]

  @Test func `each layout has a name of its own, all of which are listed`() {
    #expect(Self.layouts.map(\.name) == SectionLayout.names)
  }

  @Test(arguments: layouts)
  func `what the engine asks of a layout has the layout`(layout: SectionLayout) {
    #expect(layout.traits.layout == layout)
    #expect(isSame(layout.traits, layout.traits) && !isSame(layout.traits, nil))
  }
}
