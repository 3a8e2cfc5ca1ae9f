/// What the engine asks of a layout besides placing items: its shared options, what it reads of its container, and
/// the solver of its sections.
///
/// Each layout has a class that conforms in its folder. It is a class because Embedded Swift allows existential
/// values only of protocols that classes alone conform to. A requirement has a default if most layouts need it.
protocol LayoutTraits: AnyObject, Sendable {
  /// The layout as a value.
  var layout: SectionLayout { get }

  // MARK: Options of all layouts

  /// The effects that follow the scroll position; nil if there are none.
  var effects: ScrollEffects? { get }
  /// The reference of the section's insets that the layout gives.
  var contentInsetsReference: ContentInsetsReference { get }
  /// The reference of the section's insets that counts.
  var insetsReference: ContentInsetsReference { get }
  /// The reference within which headers, footers and boundary items are pinned, and boundary items placed.
  var supplementaryInsetsReference: ContentInsetsReference { get }
  /// How the text of items is set (`body`); nil if items have none.
  var bodyOptions: BodyOptions? { get }
  /// How the text of headers, footers and other supplementaries is set.
  var bodies: LayoutBodyOptions { get }
  /// The kinds of the section's headers and footers.
  var supplementaryKinds: [String] { get }

  /// The memory that the layout's spec uses, in bytes, without effects and parts that are counted by themselves.
  ///
  /// - Complexity: O(groups, items and supplementaries).
  var byteCount: Int { get }
  /// Visits the parts that the layout shares with others, such as given frames.
  func visitSharedNodes(_ visit: (any SharedNode) -> Void)

  // MARK: The container

  /// Returns the layout with the insets across the scroll axis that its references have added to its own
  /// (LayoutRules C22).
  func inset(by references: ReferenceInsets) -> any LayoutTraits
  /// The margins that stand for the insets of the layout's reference; nil if none do.
  var layoutMargins: Insets? { get }
  /// Returns the greatest length of the container along the scroll axis, less its insets, that the layout reads.
  ///
  /// The layout, and the errors that it reports, are the same in all longer containers. The result is 0 if no length
  /// matters, and infinity if every length does.
  func maxLengthRead(along axis: LayoutAxis) -> Double

  // MARK: Measured lengths

  /// Returns the reason why the layout ignores a measured side of an item (LayoutRules K1); nil if it reads the
  /// side.
  ///
  /// - Parameters:
  ///   - axis: the scroll axis.
  ///   - heightMode: the item's height mode, in a magazine.
  ///   - isEstimated: returns whether, in a compositional layout, the lengths of the item and of every group that
  ///     contains it are estimated along an axis along which items may be measured.
  func reasonAgainstMeasuring(
    _ side: ItemSide, along axis: LayoutAxis, heightMode: MagazineHeightMode?,
    isEstimated: (LayoutAxis) -> Bool
  ) -> String?
  /// Returns the reason why the layout ignores a measured side of a header, footer or boundary item (LayoutRules
  /// K11); nil if it reads the side.
  ///
  /// - Complexity: O(boundary items).
  func reasonAgainstMeasuring(
    _ side: ItemSide, ofSupplementary kind: String, along axis: LayoutAxis
  ) -> String?
  /// Whether an item's height mode decides if it may be measured.
  var readsHeightModes: Bool { get }
  /// The number of boundary items, which `reasonAgainstMeasuring(_:ofSupplementary:along:)` searches.
  var boundaryItemCount: Int { get }
  /// Returns the layout with the lengths that its headers, footers and boundary items have by their bodies, or by
  /// what a view measured.
  func sized(by measuring: inout SupplementaryMeasuring) throws(LayoutError) -> any LayoutTraits

  // MARK: Solving

  /// The reason why the layout cannot be a group's arrangement (LayoutRules B14); nil if it can be.
  var reasonAgainstArrangement: String? { get }
  /// Where an item that is dragged finds free places.
  var freePlaces: FreePlaces { get }
  /// Makes a solver of this layout, which all sections that use the layout can share.
  ///
  /// - Throws: the faults of the layout itself in this environment.
  func makeSolver(
    _ environment: SectionEnvironment, _ budget: LayoutBudget
  ) throws(LayoutError) -> any SectionSolver
  /// Makes the rules by which the layout reads or ignores measured sizes.
  ///
  /// - Throws: the faults of the layout itself, if it is compositional; other layouts are not checked.
  func makeMeasuringRules(
    _ environment: SectionEnvironment, _ budget: LayoutBudget
  ) throws(LayoutError) -> MeasuringRules
  /// Returns the number of a waterfall's columns in this environment; nil if the layout is no waterfall, or has
  /// faults.
  func columnCount(_ environment: SectionEnvironment) -> Int?
}

extension LayoutTraits {
  var insetsReference: ContentInsetsReference { contentInsetsReference }
  var supplementaryInsetsReference: ContentInsetsReference { insetsReference }
  var bodyOptions: BodyOptions? { nil }
  var supplementaryKinds: [String] { ["header", "footer"] }
  func visitSharedNodes(_ visit: (any SharedNode) -> Void) {}
  var layoutMargins: Insets? { nil }
  func maxLengthRead(along axis: LayoutAxis) -> Double { 0 }
  var readsHeightModes: Bool { false }
  var boundaryItemCount: Int { 0 }

  func reasonAgainstMeasuring(
    _ side: ItemSide, ofSupplementary kind: String, along axis: LayoutAxis
  ) -> String? {
    guard supplementaryKinds.contains(kind) else {
      return "is ignored: the section's layout has no \"\(kind)\""
    }
    return side == axis.lengthSide
      ? nil
      : "is ignored: the layout scrolls \(axis == .vertical ? "vertically" : "horizontally"), measure the"
        + " \(axis.lengthSide.rawValue)"
  }

  func makeMeasuringRules(
    _ environment: SectionEnvironment, _ budget: LayoutBudget
  ) throws(LayoutError) -> MeasuringRules {
    MeasuringRules(self, along: environment.axis)
  }

  func columnCount(_ environment: SectionEnvironment) -> Int? { nil }

  /// Returns a solver that also measures bodies, and refuses measured lengths that the layout ignores.
  func measuring<Solver: SectionSolver & BodyPlacing>(
    _ solver: Solver, _ environment: SectionEnvironment
  ) -> any SectionSolver {
    MeasuringSolver(
      solver, MeasuringRules(self, along: environment.axis), solver, environment.texts, effects)
  }

  /// Returns a solver as `measuring(_:_:)` does, of a layout whose items have no bodies.
  func measuring(
    _ solver: any SectionSolver, _ environment: SectionEnvironment, withoutBodies reason: String
  ) -> any SectionSolver {
    MeasuringSolver(
      solver, MeasuringRules(self, along: environment.axis), NoBodies(reason), environment.texts,
      effects)
  }
}

/// Whether two layouts are equal, or both nil.
///
/// - Complexity: O(1) if they are one object.
func isSame(_ one: (any LayoutTraits)?, _ other: (any LayoutTraits)?) -> Bool {
  one === other || one?.layout == other?.layout
}

extension LayoutAxis {
  /// The side of an item along this axis.
  var lengthSide: ItemSide { self == .vertical ? .height : .width }

  /// The reason against measuring a side across this axis, which is the scroll axis.
  var reasonAgainstMeasuringAcross: String {
    "is ignored: only the \(lengthSide.rawValue), along the scroll axis, is"
  }
}

extension HeaderFooterSpec {
  /// The reason why a layout with this header and footer cannot be a group's arrangement; nil if it can be.
  var reasonAgainstArrangement: String? {
    headerReferenceSize == .zero && footerReferenceSize == .zero
      ? nil : "has no header or footer in a group"
  }
}
