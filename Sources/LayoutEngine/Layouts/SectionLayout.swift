/// A section's layout, by its `type`.
public indirect enum SectionLayout: Sendable, Equatable {
  /// UICollectionViewFlowLayout.
  case flow(FlowSpec)
  /// Staggered columns.
  case waterfall(WaterfallSpec)
  /// Rows of equal height.
  case justified(JustifiedSpec)
  /// Rows of full, half, third … width items.
  case magazine(MagazineSpec)
  /// One item per line.
  case list(ListSpec)
  /// Frames from the document.
  case custom(CustomSpec)
  /// NSCollectionLayoutSection.
  case compositional(CompositionalSpec)

  /// The names of all layouts, which are the values of `type`.
  package static let names = [
    "flow", "waterfall", "justified", "magazine", "list", "custom", "compositional",
  ]

  /// The layout's name, one of `names`.
  package var name: String { row.name }

  /// What the engine asks of the layout.
  var traits: any LayoutTraits { row.traits }

  /// The layout's name, and what the engine asks of it.
  private var row: (name: String, traits: any LayoutTraits) {
    switch self {
    case .flow(let spec): ("flow", FlowTraits(spec))
    case .waterfall(let spec): ("waterfall", WaterfallTraits(spec))
    case .justified(let spec): ("justified", JustifiedTraits(spec))
    case .magazine(let spec): ("magazine", MagazineTraits(spec))
    case .list(let spec): ("list", ListTraits(spec))
    case .custom(let spec): ("custom", CustomTraits(spec))
    case .compositional(let spec): ("compositional", CompositionalTraits(spec))
    }
  }

  /// The effects that follow the scroll position; nil if there are none.
  ///
  /// The effects of an arrangement inside a group are not applied.
  public var effects: ScrollEffects? { traits.effects }

  /// How the layout, or the layout that arranges its only group, sets the bodies of its items; nil if its items
  /// have none.
  package var bodyOptions: BodyOptions? { traits.bodyOptions }

  /// Returns how the layout sets the body of a supplementary of a kind (LayoutRules N4).
  package func bodyOptions(ofKind kind: String) -> BodyOptions { traits.bodies[kind] }
}
