package import LayoutEngine
import LayoutWire

/// GET `…/target-offset`: where scrolling should stop, or the offset that shows an element (Contract §6).
package struct TargetOffsetResource: LayoutResource {
  let query: TargetOffsetQuery

  package init(_ query: TargetOffsetQuery) { self.query = query }

  package func combine(into hasher: inout TagHasher) {
    switch query {
    case .proposal(let proposal):
      hasher.combine(4)
      hasher.combine(proposal.proposed)
      hasher.combine(proposal.velocity)
      hasher.combine(proposal.effectiveCurrent)
      hasher.combine(proposal.effectiveStart)
      hasher.combine(proposal.section ?? -1)
      if proposal.decelerates { hasher.combine(9) }
    case .showing(let target):
      // Targets that may rest under pinned elements keep the tag (5) that they had before the other kinds were added.
      hasher.combine(target.scrollsSection ? 12 : target.isUnderPinned ? 5 : 11)
      hasher.combine(target.path)
      hasher.combine(ItemScrollPosition.allCases.firstIndex(of: target.position) ?? 0)
      if let kind = target.kind { hasher.combine(kind) }
    }
  }

  package func find(
    in subject: ResponseSubject, _ effort: SearchEffort
  ) throws(Problem) -> TargetOffset? {
    do throws(QueryError) {
      switch (query, effort) {
      case (.proposal(let proposal), _): return try subject.layout.targetOffset(proposal)
      case (.showing(let target), .short):
        return try subject.layout.targetOffset(showing: target, effort: SearchEffort.shortSearch)
      case (.showing(let target), .whole(let budget)):
        return try subject.layout.targetOffset(showing: target, budget)
      }
    } catch {
      throw Problem(error)
    }
  }

  package func write(
    _ found: TargetOffset, of subject: ResponseSubject, to body: inout some BodyWriter,
    _ budget: LayoutBudget?
  ) {
    body.append { found.appendJSON(to: &$0) }
  }
}

/// GET `…/index-path`: the item at a point (Contract §3.1).
package struct IndexPathResource: LayoutResource {
  let query: PointQuery

  package init(_ query: PointQuery) { self.query = query }

  package func combine(into hasher: inout TagHasher) {
    hasher.combine(10)
    hasher.combine(query)
  }

  package func find(
    in subject: ResponseSubject, _ effort: SearchEffort
  ) throws(Problem) -> FoundItem? {
    do throws(QueryError) {
      switch effort {
      case .short: return try subject.layout.item(query, effort: SearchEffort.shortSearch)
      case .whole(let budget): return try subject.layout.item(query, budget)
      }
    } catch {
      throw Problem(error)
    }
  }

  package func write(
    _ found: FoundItem, of subject: ResponseSubject, to body: inout some BodyWriter,
    _ budget: LayoutBudget?
  ) {
    body.append { found.appendJSON(to: &$0) }
  }
}
