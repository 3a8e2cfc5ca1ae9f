package import LayoutEngine
import LayoutWire

/// GET of a layout itself: its summary.
package struct SummaryResource: LayoutResource {
  package init() {}

  package func combine(into hasher: inout TagHasher) { hasher.combine(1) }

  package func find(in subject: ResponseSubject, _ effort: SearchEffort) -> Void? { () }

  package func write(
    _ found: Void, of subject: ResponseSubject, to body: inout some BodyWriter,
    _ budget: LayoutBudget?
  ) {
    body.append { subject.summary.appendJSON(to: &$0) }
  }
}

/// GET `…/sections`: the extent of each section.
package struct SectionsResource: LayoutResource {
  package init() {}

  package func combine(into hasher: inout TagHasher) { hasher.combine(2) }

  package func find(in subject: ResponseSubject, _ effort: SearchEffort) -> Void? { () }

  package func add(_ found: Void, in subject: ResponseSubject, to cost: inout WritingCost) {
    cost.addSections(subject.layout.sectionCount)
  }

  package func write(
    _ found: Void, of subject: ResponseSubject, to body: inout some BodyWriter,
    _ budget: LayoutBudget?
  ) {
    body.write(SectionsEncoder(id: subject.summary.id, layout: subject.layout), budget)
  }
}

/// GET `…/document`: the document, with all updates applied.
package struct DocumentResource: LayoutResource {
  package init() {}

  package func combine(into hasher: inout TagHasher) { hasher.combine(6) }

  package func find(in subject: ResponseSubject, _ effort: SearchEffort) -> Void? { () }

  package func add(_ found: Void, in subject: ResponseSubject, to cost: inout WritingCost) {
    cost.addDocument(
      sections: subject.layout.sectionCount, byteCount: subject.version.byteCount)
  }

  package func write(
    _ found: Void, of subject: ResponseSubject, to body: inout some BodyWriter,
    _ budget: LayoutBudget?
  ) {
    body.write(DocumentEncoder(subject.layout.document), budget)
  }
}
