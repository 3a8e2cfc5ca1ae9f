// How a layout's frames follow the container's width, for style sheets that fit any width (Contract §17).
extension PreparedLayout {
  /// Whether a section rounds its cells itself, so that their frames follow the container's width in steps
  /// (LayoutRules H2).
  ///
  /// - Complexity: O(sections).
  package var hasSelfRoundingSections: Bool {
    content.sections.contains { $0.solution.rounding != .everything }
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
      document.textStyles?.kept = KeptBodies(content)
      return try? PreparedLayout(document, budget)
    } catch {
      return nil
    }
  }
}
