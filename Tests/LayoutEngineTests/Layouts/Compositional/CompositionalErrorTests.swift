import Testing

@testable import LayoutEngine

/// What cannot be laid out (LayoutRules D, Contract §2), with place and reason, and bounds on
/// the work that a document can ask for.
@Suite struct CompositionalErrorTests {
  private static let item = LayoutSubitem.item(.ofWidth(1), .ofHeight(1))

  private static func line(
    _ subitems: [LayoutSubitem], count: Int? = nil, _ change: (inout LayoutGroup) -> Void = { _ in }
  ) -> LayoutGroup {
    .line(.horizontal, .absolute(100), .absolute(50), subitems, count: count, change)
  }

  private static func places(_ section: CompositionalSection) -> [String] {
    section.reasons().map { String($0.prefix { $0 != ":" }) }
  }

  @Test func `A group needs a subitem`() {
    #expect(
      CompositionalSection(Self.line([])).reasons() == [
        "/group/subitems: At least 1 subitem is required for a group"
      ])
    let nested = CompositionalSection(Self.line([.group(Self.line([]))]))
    #expect(Self.places(nested) == ["/group/subitems/0/subitems"])
    #expect(
      Self.places(CompositionalSection(.custom(.absolute(100), .absolute(50), []))) == [
        "/group/frames"
      ])
  }

  @Test func `Count repeats exactly one subitem, at least once`() {
    #expect(
      Self.places(CompositionalSection(Self.line([Self.item, Self.item], count: 2))) == [
        "/group/subitems"
      ])
    for count in [0, -1, Int.min] {
      #expect(
        Self.places(CompositionalSection(Self.line([Self.item], count: count))) == ["/group/count"])
    }
  }

  @Test func `Sections without room are refused, zero being too little`() {
    // A container 32 wide with insets 16 + 16.
    let section = CompositionalSection(Self.line([Self.item])) {
      $0.size.width = 32
      $0.spec.contentInsets = DirectionalInsets(top: 0, leading: 16, bottom: 0, trailing: 16)
    }
    #expect(
      section.reasons() == ["/contentInsets: leave no room for a group: 0 × 812 points"])
    let orthogonal = CompositionalSection(Self.line([Self.item])) {
      $0.size.width = 32
      $0.spec.contentInsets = DirectionalInsets(top: 0, leading: 16, bottom: 0, trailing: 16)
      $0.spec.orthogonalScrollingBehavior = .continuous
    }
    #expect(orthogonal.reasons().isEmpty)
  }

  @Test func `Groups without room are refused`() {
    let section = CompositionalSection(
      Self.line([Self.item]) { $0.contentInsets.leading = 100 })
    #expect(section.reasons().first?.hasPrefix("/group: there is no room in this group") == true)
    let nested = CompositionalSection(
      Self.line([.group(Self.line([Self.item]) { $0.contentInsets.bottom = 50 })]))
    #expect(Self.places(nested) == ["/group/subitems/0"])
  }

  @Test func `B16: repeatingSubitem asks for one subitem, and for no count`() {
    #expect(
      Self.places(
        CompositionalSection(Self.line([Self.item, Self.item]) { $0.repeatingSubitem = 2 }))
        == ["/group/subitems"])
    for times in [0, -1, Int.min, 100_001, 1_000_000_000_000_000] {
      #expect(
        Self.places(CompositionalSection(Self.line([Self.item]) { $0.repeatingSubitem = times }))
          == ["/group/repeatingSubitem"])
    }
    let both = CompositionalSection(Self.line([Self.item], count: 2) { $0.repeatingSubitem = 2 })
    #expect(
      both.reasons() == [
        "/group/repeatingSubitem: cannot be combined with count, which divides the group's length; "
          + "leave out one of them"
      ])
    let inner = Self.line([Self.item]) { $0.repeatingSubitem = 1000 }
    let outer = Self.line([.group(inner)]) { $0.repeatingSubitem = 1000 }
    #expect(Self.places(CompositionalSection(outer)) == ["/group/subitems/0/repeatingSubitem"])
    #expect(
      CompositionalSection(Self.line([Self.item]) { $0.repeatingSubitem = 100_000 }).reasons()
        .isEmpty)
  }

  @Test func `Spacing that leaves count no room is refused`() {
    let section = CompositionalSection(
      Self.line([Self.item], count: 3) { $0.interItemSpacing = .fixed(50) })
    #expect(
      section.reasons() == [
        "/group/interItemSpacing: invalid combination of spacing and size: 3 subitems with 50"
          + " points between two have no room in 100 points"
      ])
  }

  @Test func `A first subitem that does not fit with its edge spacing is refused`() {
    let section = CompositionalSection(
      Self.line([.item(.absolute(100), .ofHeight(1)) { $0.edgeSpacing.leading = .fixed(1) }]))
    #expect(
      section.reasons() == [
        "/group/subitems/0: invalid combination of spacing and size: cannot fit even a single item"
          + " of 101 points in 100 points"
      ])
  }

  @Test(arguments: [
    LayoutDimension.absolute(-1), .absolute(.infinity), .absolute(.nan), .absolute(0x1p54),
    .fractionalWidth(-0.5, plus: 0), .fractionalHeight(1, plus: -1000), .ofWidth(1e300),
    .fractionalWidth(.nan, plus: 0), .estimated(-3), .fractionalWidth(1e15, plus: 0),
  ])
  func `Sizes that are negative, not finite or too long are refused`(dimension: LayoutDimension) {
    let item = CompositionalSection(Self.line([.item(.absolute(10), dimension)]))
    #expect(Self.places(item) == ["/group/subitems/0/size/height"])
    let group = CompositionalSection(
      .line(.horizontal, dimension, .absolute(10), [.item(.absolute(10), .absolute(10))]))
    #expect(Self.places(group) == ["/group/size/width"])
    let header = CompositionalSection(Self.line([Self.item])) {
      $0.spec.boundarySupplementaryItems = [
        BoundarySupplementaryItem(
          kind: "header", size: LayoutSize(width: .ofWidth(1), height: dimension), alignment: .top)
      ]
    }
    #expect(Self.places(header) == ["/boundarySupplementaryItems/0/size/height"])
    let badge = CompositionalSection(
      Self.line([
        .item(.absolute(10), .absolute(10)) {
          $0.supplementaryItems = [
            SupplementaryItem(
              kind: "badge", size: LayoutSize(width: dimension, height: .absolute(1)))
          ]
        }
      ]))
    // An item of 10 points makes even 1e15 of it a length.
    if dimension != .fractionalWidth(1e15, plus: 0) {
      #expect(Self.places(badge) == ["/group/subitems/0/supplementaryItems/0/size/width"])
    }
  }

  @Test func `Errors of every part are reported at once`() {
    let section = CompositionalSection(
      Self.line([
        .item(.absolute(-1), .absolute(-2)), .item(.absolute(1), .ofHeight(-1)),
      ])
    ) {
      $0.spec.boundarySupplementaryItems = [
        BoundarySupplementaryItem(
          kind: "header", size: LayoutSize(width: .absolute(-1), height: .absolute(1)),
          alignment: .top)
      ]
    }
    #expect(
      Self.places(section) == [
        "/group/subitems/0/size/width", "/group/subitems/0/size/height",
        "/group/subitems/1/size/height", "/boundarySupplementaryItems/0/size/width",
      ])
  }

  @Test func `At most twenty errors are reported`() {
    let bad = LayoutSubitem.item(.absolute(.nan), .absolute(1))
    let section = CompositionalSection(Self.line(Array(repeating: bad, count: 1000)))
    #expect(section.reasons().count == LayoutError.maxIssues)
  }

  @Test func `Numbers that are not finite are refused wherever they stand`() {
    let places: [(String, (inout CompositionalSection) -> Void)] = [
      ("/interGroupSpacing", { $0.spec.interGroupSpacing = .nan }),
      ("/contentInsets", { $0.spec.contentInsets.top = .infinity }),
      ("/group/contentInsets", { $0.spec.group.contentInsets.trailing = .nan }),
      ("/group/interItemSpacing", { $0.spec.group.interItemSpacing = .flexible(-.infinity) }),
      ("/group/edgeSpacing", { $0.spec.group.edgeSpacing.top = .fixed(.nan) }),
      (
        "/decorationItems/0/contentInsets",
        {
          var decoration = DecorationItem(kind: "background")
          decoration.contentInsets.leading = .nan
          $0.spec.decorationItems = [decoration]
        }
      ),
    ]
    for (place, change) in places {
      var section = CompositionalSection(Self.line([Self.item]))
      change(&section)
      #expect(Self.places(section) == [place])
    }
  }

  @Test func `Custom frames have finite origins and sides that are not negative`() {
    for frame in [
      Rect(x: 0, y: 0, width: -1, height: 1), Rect(x: .nan, y: 0, width: 1, height: 1),
      Rect(x: 0, y: -.infinity, width: 1, height: 1), Rect(x: 0, y: 0, width: 1, height: 0x1p54),
    ] {
      let section = CompositionalSection(
        .custom(
          .absolute(100), .absolute(50),
          [
            CustomFrame(frame: .zero), CustomFrame(frame: frame),
          ]))
      #expect(Self.places(section) == ["/group/frames/1"])
    }
  }

  // MARK: Bounds on work

  @Test func `A cycle that would never end is refused`() {
    let zero = CompositionalSection(Self.line([.item(.absolute(0), .ofHeight(1))]))
    #expect(zero.reasons().first?.hasPrefix("/group/subitems: would never fill") == true)
    let backwards = CompositionalSection(
      Self.line([.item(.absolute(50), .ofHeight(1))]) { $0.interItemSpacing = .fixed(-60) })
    #expect(backwards.reasons().first?.hasPrefix("/group/subitems: would never fill") == true)
    // An item of no length beside one with a length is fine.
    let mixed = CompositionalSection(
      Self.line([.item(.absolute(0), .ofHeight(1)), .item(.absolute(60), .ofHeight(1))]))
    #expect(mixed.reasons().isEmpty)
  }

  @Test func `Too many items in a group are refused before they cost anything`() {
    #expect(
      Self.places(
        CompositionalSection(Self.line([Self.item], count: 1_000_000_000_000_000))) == [
          "/group/count"
        ])
    #expect(
      Self.places(CompositionalSection(Self.line([.item(.absolute(1e-9), .ofHeight(1))])))
        == ["/group/subitems"])
    // 1000 · 1000 · 1000 items.
    let inner = Self.line([Self.item], count: 1000)
    let middle = Self.line([.group(inner)], count: 1000)
    #expect(
      Self.places(CompositionalSection(Self.line([.group(middle)], count: 1000))) == [
        "/group/subitems/0/count"
      ])
    // A hundred thousand are allowed.
    #expect(
      CompositionalSection(Self.line([Self.item], count: 100_000)).reasons().isEmpty)
  }

  @Test func `Too many groups in a group are refused`() {
    // 100 · 1000 = 100,000 columns of one item each: with the 100 rows more than 100,000 groups.
    let column = Self.line([Self.item], count: 1)
    let row = Self.line([.group(column)], count: 1000)
    let section = CompositionalSection(Self.line([.group(row)], count: 100))
    #expect(section.reasons().count == 1)
  }

  @Test func `Too many supplementaries in a group are refused`() {
    let badges = (0..<11).map { number in
      SupplementaryItem(
        kind: "\(number)", size: LayoutSize(width: .absolute(1), height: .absolute(1)))
    }
    let item = LayoutSubitem.item(.absolute(0.01), .ofHeight(1)) { $0.supplementaryItems = badges }
    #expect(
      CompositionalSection(Self.line([item])).reasons() == [
        "/group/subitems/0: makes a group have more than 100000 supplementary items"
      ])
  }

  @Test func `Long templates in many sections are refused, but not one that many share`() throws {
    let long = LayoutVariants(
      .compositional(CompositionalSpec(group: Self.line([Self.item], count: 100_000))))
    var document = CompositionalSection(Self.line([Self.item], count: 100_000)).document {
      $0.sections = Sections(repeating: LayoutSection(items: Items(count: 1)), count: 1000)
    }
    #expect(try PreparedLayout(document).sectionCount == 1000)
    document.sections = Sections(
      document.sections.map { LayoutSection(items: $0.items, layout: long) })
    let error = #expect(throws: LayoutError.self) { try PreparedLayout(document) }
    // The sixth passes half a million.
    #expect(error?.issues.first?.path.text == "/sections/5/layout")
  }

  @Test func `A version has no longer templates than its document may`() throws {
    let own = LayoutVariants(
      .compositional(CompositionalSpec(group: Self.line([Self.item], count: 3_500))))
    let section = LayoutSection(items: Items(count: 1), layout: own)
    let document = CompositionalSection(Self.line([Self.item], count: 1)).document {
      $0.sections = Sections(repeating: section, count: 128)
    }
    let layout = try PreparedLayout(document)
    var update = LayoutUpdate()
    update.sectionInsertions = (0..<14).map { LayoutUpdate.SectionInsertion(section, at: 128 + $0) }
    // 142 sections have 497,000 frames.
    let version = try layout.updated(by: update, maxItems: 1_000).layout
    #expect(version.sectionCount == 142)
    update.sectionInsertions = [LayoutUpdate.SectionInsertion(section, at: 142)]
    let error = #expect(throws: UpdateError.self) {
      try version.updated(by: update, maxItems: 1_000)
    }
    guard case .document(let refusal) = error else {
      Issue.record("the document that comes of it is refused")
      return
    }
    #expect(refusal.issues.map { $0.path.text } == ["/sections/142/layout"])
    let anew = #expect(throws: LayoutError.self) {
      var longer = document
      longer.sections = Sections(repeating: section, count: 143)
      _ = try PreparedLayout(longer)
    }
    #expect(anew?.issues == refusal.issues)
  }

  @Test func `Groups nested too deep are refused`() {
    func nested(_ depth: Int) -> LayoutGroup {
      var group = Self.line([Self.item], count: 1)
      for _ in 1..<depth { group = Self.line([.group(group)], count: 1) }
      return group
    }
    #expect(CompositionalSection(nested(64)).reasons().isEmpty)
    let reasons = CompositionalSection(nested(65)).reasons()
    #expect(reasons.count == 1)
    #expect(reasons.first?.hasSuffix(": is nested more than 64 groups deep") == true)
    #expect(CompositionalSection(nested(2000)).reasons().count == 1)
  }

  @Test func `Sections longer than content may be are refused`() {
    let section = CompositionalSection(
      .line(.horizontal, .absolute(100), .absolute(0x1p52), [Self.item]), items: 10_000)
    #expect(section.reasons() == [": makes the section longer than 2^53 points"])
    let backwards = CompositionalSection(
      .line(.horizontal, .absolute(100), .absolute(1), [Self.item]), items: 10_000
    ) { $0.spec.interGroupSpacing = -0x1p52 }
    #expect(backwards.reasons().count == 1)
  }
}
