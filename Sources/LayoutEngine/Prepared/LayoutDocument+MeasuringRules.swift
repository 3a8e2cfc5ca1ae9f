extension LayoutDocument {
  /// Returns the measuring rules of the variant chosen for the container.
  ///
  /// Returns nil if no variant is chosen, or if the chosen one is invalid; laying out the document reports
  /// that.
  func measuringRules(of variants: LayoutVariants, _ budget: LayoutBudget) -> MeasuringRules? {
    guard let traits = variants.chosenTraits(for: container), let environment = sectionEnvironment
    else {
      return nil
    }
    return try? traits.insetByReferences(in: self).makeMeasuringRules(environment, budget)
  }

  /// Returns the number of columns of the variant chosen for the container; nil if it is no waterfall, or
  /// invalid.
  func columnCount(of variants: LayoutVariants?) -> Int? {
    sectionEnvironment.flatMap {
      variants?.chosenTraits(for: container)?.insetByReferences(in: self).columnCount($0)
    }
  }

  /// The environment of the document's sections; nil if it is invalid.
  private var sectionEnvironment: SectionEnvironment? {
    guard (try? checkEnvironment()) != nil else { return nil }
    return SectionEnvironment(
      axis: configuration.scrollDirection, size: container.innerSize, scale: container.scale,
      path: .root)
  }
}
