package import LayoutEngine
import LayoutWire

/// GET `…/changes`: the changes that show a layout instead of another one (Contract §12).
package struct ChangesResource: LayoutResource {
  package static var contentLocation: StaticString? { "/changes?" }

  /// The version that the view shows.
  let from: LayoutID
  let query: ChangesQuery
  package let representation: Representation
  let form: ResponseForm

  /// - Parameter representation: `json` or `columns`.
  package init(
    from: LayoutID, _ query: ChangesQuery, _ representation: Representation, _ form: ResponseForm
  ) {
    self.from = from
    self.query = query
    self.representation = representation
    self.form = form
  }

  package var needs: ResourceNeeds { .version(from) }

  package func combine(into hasher: inout TagHasher) {
    hasher.combine(from, query, representation, form)
  }

  package func find(
    in subject: ResponseSubject, _ effort: SearchEffort
  ) throws(Problem) -> LayoutChanges? {
    try subject.changes(query, effort)
  }

  package func add(_ found: LayoutChanges, in subject: ResponseSubject, to cost: inout WritingCost)
  {
    cost.addChanges(of: subject, as: representation)
  }

  package func write(
    _ found: LayoutChanges, of subject: ResponseSubject, to body: inout some BodyWriter,
    _ budget: LayoutBudget?
  ) throws(Problem) {
    guard let base = subject.base else { throw .ended }
    let encoder = ChangesEncoder(
      subject.summary, from: base.version.summary.id, found,
      representation == .columns ? .columns : .objects,
      dataOf: form.attributes.includesData ? subject.layout : nil)
    body.write(encoder, budget)
  }
}

/// GET `…/changes.svg`: a picture of the changes.
package struct ChangesPictureResource: LayoutResource {
  package static var contentLocation: StaticString? { ChangesResource.contentLocation }

  let from: LayoutID
  let query: ChangesQuery
  let form: ResponseForm

  package init(from: LayoutID, _ query: ChangesQuery, _ form: ResponseForm) {
    self.from = from
    self.query = query
    self.form = form
  }

  package var representation: Representation { .svg }
  package var needs: ResourceNeeds { .version(from) }

  package func combine(into hasher: inout TagHasher) {
    hasher.combine(from, query, .svg, form)
  }

  package func find(
    in subject: ResponseSubject, _ effort: SearchEffort
  ) throws(Problem) -> LayoutChanges? {
    try subject.changes(query, effort)
  }

  package func add(_ found: LayoutChanges, in subject: ResponseSubject, to cost: inout WritingCost)
  {
    cost.addChanges(of: subject, as: .svg)
  }

  package func write(
    _ found: LayoutChanges, of subject: ResponseSubject, to body: inout some BodyWriter,
    _ budget: LayoutBudget?
  ) {
    body.write(
      ChangesPictureEncoder(subject.layout, found, query, style: form.style), budget)
  }
}

extension ResponseSubject {
  /// Returns the changes that a query asks for; nil if there is no base to compute them from on an event loop.
  fileprivate func changes(
    _ query: ChangesQuery, _ effort: SearchEffort
  ) throws(Problem) -> LayoutChanges? {
    let limit: LayoutBudget?
    switch effort {
    case .short:
      guard base != nil else { return nil }
      limit = nil
    case .whole(let budget): limit = budget
    }
    guard let base else { throw .ended }
    do throws(QueryError) {
      return try layout.changes(from: base.version.layout, base.map, query, limit)
    } catch {
      throw Problem(error)
    }
  }
}

extension WritingCost {
  /// Adds the time to compare two versions of at most `SearchEffort.shortChanges` elements, and to write the changes.
  fileprivate mutating func addChanges(
    of subject: ResponseSubject, as representation: Representation
  ) {
    addChanges(
      of: 2 * SearchEffort.shortChanges,
      byteCount: subject.version.byteCount + (subject.base?.version.byteCount ?? 0),
      as: representation)
  }
}

extension TagHasher {
  /// Combines a query for changes, and the form of the response.
  fileprivate mutating func combine(
    _ from: LayoutID, _ query: ChangesQuery, _ representation: Representation, _ form: ResponseForm
  ) {
    combine(7 + Int(representation.rawValue) << 8)
    combine(from)
    combine(query)
    combine(form, of: representation)
  }
}
