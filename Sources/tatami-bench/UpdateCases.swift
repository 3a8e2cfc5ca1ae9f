import LayoutAPI
import LayoutEngine
import LayoutWire

extension Bench {
  /// An update to measure.
  private struct UpdateCase: Sendable {
    let name: String
    let layout: String
    /// The form of the items; nil if they are given as a count.
    let items: SampleDocuments.ObjectShape?
    /// Returns the update's text for a parent with `count` items.
    let text: @Sendable (_ count: Int) -> String
    /// An update to apply to the document's layout first, whose version is then the measured update's parent.
    ///
    /// It is nil if the document's layout itself is the parent.
    var before: String?
    /// Whether the document has sections of ten items instead of a single section.
    var inSections = false

    static let waterfall = #"{"type":"waterfall","columns":3}"#

    static func measure(_ count: Int, kept: String) -> String {
      let measured = (0..<10).map {
        #"{"indexPath":[0,\#(count / 2 + $0 * 3)],"height":\#(100 + $0).5}"#
      }
      return #"{"measure":[\#(measured.joined(separator: ","))],"keepColumns":\#(kept)}"#
    }

    static func items(_ count: Int) -> String {
      (0..<count).map { "\(80 + $0 % 70)" }.joined(separator: ",")
    }

    static func photos(_ count: Int) -> String {
      (0..<count).map { "[\(300 + $0),200]" }.joined(separator: ",")
    }

    static let chosen = [
      UpdateCase(name: "append 50", layout: waterfall, items: .numbers) { _ in
        #"{"append":[{"items":[\#(items(50))]}]}"#
      },
      UpdateCase(name: "append 50 to a wall with spans", layout: waterfall, items: .spans) { _ in
        #"{"append":[{"items":[\#(items(50))]}]}"#
      },
      UpdateCase(name: "measure 10, columns kept", layout: waterfall, items: .numbers) {
        measure($0, kept: "true")
      },
      UpdateCase(
        name: "measure 10, columns kept before", layout: waterfall, items: .numbers,
        text: { measure($0, kept: "true") }, before: #"{"keepColumns":true}"#),
      UpdateCase(
        name: "insert 10 in front, columns kept", layout: waterfall, items: .numbers,
        text: { _ in
          #"{"insert":[{"indexPath":[0,0],"items":[\#(items(10))]}],"keepColumns":true}"#
        }, before: #"{"keepColumns":true}"#),
      UpdateCase(name: "insert 10 in front", layout: waterfall, items: .numbers) { _ in
        #"{"insert":[{"indexPath":[0,0],"items":[\#(items(10))]}]}"#
      },
      UpdateCase(name: "prepend 50 to a chat", layout: #"{"type":"list"}"#, items: .numbers) { _ in
        #"{"insert":[{"indexPath":[0,0],"items":[\#(items(50))]}]}"#
      },
      UpdateCase(name: "measure 10 of a list", layout: #"{"type":"list"}"#, items: .numbers) {
        measure($0, kept: "false")
      },
      UpdateCase(
        name: "append 1 to the last of many sections", layout: waterfall, items: .numbers,
        text: { _ in #"{"append":[{"items":[77]}]}"# }, inSections: true),
      UpdateCase(
        name: "measure 1 of a flow", layout: #"{"type":"flow"}"#, items: .wholeSides,
        text: { #"{"measure":[{"indexPath":[0,\#($0 / 2)],"height":77}]}"# }),
      UpdateCase(
        name: "append 50 to a justified wall", layout: #"{"type":"justified"}"#, items: .pairs
      ) { _ in #"{"append":[{"items":[\#(photos(50))]}]}"# },
      UpdateCase(
        name: "insert 10 in a justified wall", layout: #"{"type":"justified"}"#, items: .pairs
      ) { #"{"insert":[{"indexPath":[0,\#($0 / 2)],"items":[\#(photos(10))]}]}"# },
    ]

    static let all = chosen + matrix

    static let group =
      #"{"direction":"horizontal","size":{"width":{"fractionalWidth":1},"height":{"estimated":120}},"#
      + #""subitems":[{"size":{"width":{"fractionalWidth":1},"height":{"estimated":120}}}],"count":2}"#

    /// A layout with its items, and an item that differs from them.
    struct Kind {
      var name: String
      var layout: String
      /// The form of the items; nil if they are given as a count.
      var items: SampleDocuments.ObjectShape?
      var item: String
    }

    /// The layouts on which every operation is measured.
    static let kinds = [
      Kind(name: "waterfall", layout: waterfall, items: .numbers, item: "181"),
      Kind(name: "list", layout: #"{"type":"list"}"#, items: .numbers, item: "81"),
      Kind(name: "flow", layout: #"{"type":"flow"}"#, items: .wholeSides, item: "[71,80]"),
      Kind(
        name: "justified wall", layout: #"{"type":"justified"}"#, items: .pairs, item: "[310,200]"),
      Kind(
        name: "magazine", layout: #"{"type":"magazine"}"#, items: .numbers,
        item: #"{"widthMode":2,"height":71}"#),
      Kind(
        name: "compositional layout", layout: #"{"type":"compositional","group":\#(group)}"#,
        items: nil, item: "{}"),
      Kind(name: "list of a count", layout: #"{"type":"list"}"#, items: nil, item: "81"),
      Kind(name: "flow of a count", layout: #"{"type":"flow"}"#, items: nil, item: "[71,80]"),
    ]

    /// Every operation on every layout in its middle: the first update of a document, and its changes.
    static let matrix = kinds.flatMap { kind in
      func middle(_ name: String, _ text: @escaping @Sendable (Int) -> String) -> UpdateCase {
        UpdateCase(
          name: "\(name), \(kind.name)", layout: kind.layout, items: kind.items, text: text)
      }
      let item = kind.item
      var cases = [
        middle("append 1") { _ in #"{"append":[{"items":[\#(item)]}]}"# },
        middle("insert 1") { #"{"insert":[{"indexPath":[0,\#($0 / 2)],"items":[\#(item)]}]}"# },
        middle("delete 1") { #"{"delete":[[0,\#($0 / 2)]]}"# },
        middle("move 1") { #"{"move":[{"from":[0,\#($0 / 2)],"to":[0,\#($0 / 2 - 7)]}]}"# },
        middle("replace 1") { #"{"replace":[{"indexPath":[0,\#($0 / 2)],"item":\#(item)}]}"# },
        middle("container height") { _ in #"{"container":{"width":390,"height":700}}"# },
      ]
      if kind.items != .pairs { cases.append(middle("measure 10") { measure($0, kept: "false") }) }
      return cases
    }
  }

  /// Measures applying an update, the memory that the version does not share with its parent, and finding
  /// the changes on a screen.
  func updates() {
    for sample in UpdateCase.all {
      for count in counts {
        report.row("update " + sample.name) { name in
          let text =
            sample.inSections
            ? SampleDocuments.sections(layout: sample.layout, count: count)
            : sample.items.map {
              SampleDocuments.text(layout: sample.layout, items: $0, count: count)
            } ?? SampleDocuments.text(layout: sample.layout, count: count)
          var parent = layout(text)
          if let before = sample.before { parent = version(of: parent, before).layout }
          let update = update(sample.text(count))
          let made = version(of: parent, update)
          let time = measurement.nanoseconds(each: 10) { _ in version(of: parent, update) }
          let y = parent.contentSize.height / 2
          let screen = Rect(x: 0, y: y, width: 390, height: 844)
          let query = ChangesQuery(rect: screen, bounds: screen)
          let changes = measurement.nanoseconds(each: 10) { _ in
            try? made.layout.changes(from: parent, made.map, query)
          }
          return Row(
            name, items: count, ("microseconds", time / 1000),
            ("changesMicroseconds", changes / 1000),
            ("placed", Double(made.placedItemCount)),
            ("ownBytes", Double(Self.ownBytes(of: made.layout, beside: parent))))
        }
      }
    }
  }

  private func update(_ text: String) -> LayoutUpdate {
    do { return try LayoutUpdateReader.read(Array(text.utf8)) } catch { fatalError("\(error)") }
  }

  private func version(of parent: PreparedLayout, _ text: String) -> LayoutVersion {
    version(of: parent, update(text))
  }

  private func version(of parent: PreparedLayout, _ update: LayoutUpdate) -> LayoutVersion {
    do { return try parent.updated(by: update, maxItems: .max) } catch { fatalError("\(error)") }
  }

  /// Returns the number of bytes in those parts of `layout` that `other` does not share.
  private static func ownBytes(of layout: PreparedLayout, beside other: PreparedLayout) -> Int {
    var seen: Set<ObjectIdentifier> = []
    func count(_ part: any SharedNode) -> Int {
      guard seen.insert(part.id).inserted else { return 0 }
      var bytes = part.byteCount
      part.visitSharedNodes { bytes += count($0) }
      return bytes
    }
    _ = count(other.part)
    return count(layout.part)
  }
}
