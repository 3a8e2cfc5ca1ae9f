import Foundation
import TatamiClient
import TestSupport
import Testing

/// Typed documents with texts against the program, and the attributes of their styles.
@Suite struct TextAttributesTests {
  private static let style = TatamiTextStyle(
    fontFamily: .fontFamilies(["Inter", "Noto Sans"]), fontSize: 15, fontWeight: 600,
    fontStyle: .italic, lineHeight: .multiple(1.37), letterSpacing: 0.5, wordBreak: .keepAll,
    direction: .rtl, maxLines: 2)

  @Test func `A style has UIKit's attributes`() {
    let attributes = TatamiTextAttributes(Self.style)
    #expect(attributes.families == ["Inter", "Noto Sans"])
    #expect(attributes.fontSize == 15 && attributes.isItalic && attributes.kern == 0.5)
    #expect(attributes.cssWeight == 600 && attributes.weight == 0.3)
    // 20.55 points, down to 1/64.
    #expect(attributes.lineHeight == 20.546875)
    #expect(attributes.keepsWordsWhole && attributes.wrapping == .words)
    #expect(attributes.direction == .rtl && attributes.numberOfLines == 2)
    #expect(attributes.baselineOffset(fontLineHeight: 18.546875) == 1)
  }

  @Test func `A style without options has CSS's defaults`() {
    let attributes = TatamiTextAttributes(
      TatamiTextStyle(fontFamily: .fontFamily("Inter"), lineHeight: .length(20.01)))
    #expect(attributes.families == ["Inter"] && attributes.fontSize == 16)
    #expect(attributes.weight == 0 && !attributes.isItalic && attributes.kern == 0)
    #expect(attributes.lineHeight == 20.015625)
    #expect(attributes.wrapping == .words && !attributes.keepsWordsWhole)
    #expect(attributes.direction == nil && attributes.numberOfLines == 0)
  }

  @Test func `White space and word breaks decide how a paragraph wraps`() {
    func wrapping(_ change: (inout TatamiTextStyle) -> Void) -> TatamiTextAttributes.Wrapping {
      var style = Self.style
      change(&style)
      return TatamiTextAttributes(style).wrapping
    }
    #expect(wrapping { $0.whiteSpace = .nowrap } == .never)
    #expect(wrapping { $0.whiteSpace = .pre } == .never)
    #expect(wrapping { $0.whiteSpace = .preWrap } == .words)
    #expect(wrapping { $0.wordBreak = .breakAll } == .characters)
    #expect(wrapping { $0.lineBreak = .anywhere } == .characters)
  }

  @Test(arguments: [
    (1, -0.8), (100, -0.8), (200, -0.6), (300, -0.4), (400, 0), (500, 0.23), (600, 0.3), (700, 0.4),
    (800, 0.56), (900, 0.62), (1_000, 0.62),
  ])
  func `Named weights are UIKit's`(_ css: Double, _ uiKit: Double) {
    #expect(TatamiTextAttributes.weight(ofCSS: css) == uiKit)
  }

  @Test func `Weights between named ones are interpolated`() {
    #expect(abs(TatamiTextAttributes.weight(ofCSS: 350) + 0.2) < 1e-12)
    let weights = (1...1_000).map { TatamiTextAttributes.weight(ofCSS: Double($0)) }
    #expect(weights == weights.sorted())
  }

  @Test func `Bodies of items, headers and badges are the JSON that one would write`() throws {
    let badge = TatamiSupplementaryItem(
      kind: "badge", size: .init(width: .estimated(20), height: .estimated(20)))
    let whole = TatamiLayoutSize(width: .fractionalWidth(1), height: .absolute(40))
    var document = TatamiDocument(
      container: .init(width: 390, height: 844),
      layout: .compositional(
        .init(
          group: .subitemGroup(
            .init(
              direction: .horizontal, size: whole,
              subitems: [.layoutItem(.init(size: whole, supplementaryItems: [badge]))])))),
      items: .count(2))
    document.textStyles = ["title": Self.style]
    document.supplementaries = ["badge": .bodyText("NEW")]
    let encoded = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(document)) as? [String: Any])
    #expect(encoded["supplementaries"] as? [String: String] == ["badge": "NEW"])
    let style = try #require((encoded["textStyles"] as? [String: Any])?["title"] as? [String: Any])
    #expect(style["fontFamily"] as? [String] == ["Inter", "Noto Sans"])
    let sections = TatamiDocument(
      container: .init(width: 390, height: 844), layout: .layout(.list(.init())),
      sections: [.init(items: .count(1), supplementaries: ["header": .bodyText("Kyoto")])])
    let text = String(decoding: try JSONEncoder().encode(sections), as: UTF8.self)
    #expect(text.contains(#""supplementaries":{"header":"Kyoto"}"#))
    let update = TatamiUpdate(
      replaceSections: [.init(section: 0, supplementaries: [:])],
      insertSections: [
        .init(section: 1, items: [40], supplementaries: ["footer": .bodyText("End")])
      ])
    let written = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(update)) as? NSDictionary)
    let wanted: NSDictionary = [
      "replaceSections": [["section": 0, "supplementaries": [:] as NSDictionary]],
      "insertSections": [["section": 1, "items": [40], "supplementaries": ["footer": "End"]]],
    ]
    #expect(written.isEqual(wanted))
  }
}
