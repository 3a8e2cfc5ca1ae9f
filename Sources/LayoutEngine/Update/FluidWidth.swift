// How a layout's frames follow the container's width, for style sheets that fit any width (Contract §17).
extension PreparedLayout {
  /// Whether a section rounds its cells itself, so that their frames follow the container's width in steps
  /// (LayoutRules H2).
  ///
  /// - Complexity: O(sections).
  package var hasSelfRoundingSections: Bool {
    content.sections.contains { $0.solution.rounding != .everything }
  }

  /// The content's length along the scroll axis, in points, if the configuration gave no least length.
  package var ownLength: Double { (content.length - content.room).points }

  /// The least length of the content, in points, that the configuration gives; 0 if it has none.
  package var minimumLength: Double { document.minimumContentLength }

  /// Whether sections are not at the content's start, because the content is shorter than its least length.
  package var areSectionsMoved: Bool {
    content.room > .zero && content.configuration.contentAlignment != .start
  }

  /// Returns this layout for a container of another width and without `scale`; nil if it cannot be laid out.
  ///
  /// Bodies keep their heights, so that every length follows the width evenly.
  ///
  /// - Parameter budget: the budget for the layout; the caller checks whether it ended the work.
  package func unrounded(width: Double, _ budget: LayoutBudget) -> PreparedLayout? {
    var change = LayoutUpdate.ContainerChange()
    change.width = .set(width)
    change.scale = .removed
    var update = LayoutUpdate()
    update.container = change
    do throws(UpdateError) {
      guard document.textStyles != nil else {
        return try updated(by: update, maxItems: itemCount, budget).layout
      }
      var document = try document.updated(
        by: update, maxItems: itemCount, placed: content, budget
      ).document
      document.textStyles?.kept = KeptBodies(
        (0..<sectionCount).lazy.compactMap { self.content.sections[$0].solution.bodies?.items })
      return try? PreparedLayout(document, budget)
    } catch {
      return nil
    }
  }
}
