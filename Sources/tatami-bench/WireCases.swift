import LayoutEngine
import LayoutWire

extension Bench {
  /// Measures reading documents whose items have one of these forms: numbers, pairs, long pairs, numbers
  /// and pairs mixed, the mix with spaces, objects, and objects with ids.
  func parsing() {
    for form in [
      SampleDocuments.ObjectShape.numbers, .pairs, .longPairs, .mixed, .spaced, .objects,
      .objectsWithIDs,
    ] {
      for count in counts {
        report.row("parse \(form.rawValue)") { name in
          let text = SampleDocuments.text(
            layout: #"{"type":"waterfall","columns":3}"#, items: form, count: count)
          let time = measurement.nanoseconds { document(text) }
          return Row(
            name, items: count, ("nanosecondsPerItem", time / Double(count)),
            ("megabytesPerSecond", Double(text.count) / time * 1000))
        }
      }
    }
  }

  /// Measures writing responses in each representation, with numbers that are short or long as decimals.
  func encoding() {
    for (unit, label) in [(0.5, "halves"), (1.0 / 3, "thirds")] {
      for count in [100, 10_000, 1_000_000] where count <= counts.max() ?? 0 {
        let layout = layout(SampleDocuments.frames(count: count, unit: unit))
        let selection = selection(layout, LayoutQuery(.all))
        report.row("iterate attributes, \(label)") { name in
          let time = measurement.nanoseconds(each: 1_000_000 / count) { _ in
            var cursor = selection.makeCursor()
            var sum = 0.0
            while let attributes = cursor.next() { sum += attributes.frame.minX }
            return sum
          }
          return Row(name, items: count, ("nanosecondsPerItem", time / Double(count)))
        }
        let summary = LayoutSummary(id: Array(repeating: 0x61, count: 64), layout: layout)
        encoding("encode json, \(label)", count) { JSONAttributesEncoder(summary, selection) }
        encoding("encode columns, \(label)", count) {
          ColumnsAttributesEncoder(summary, selection)
        }
        encoding("encode packed, \(label)", count) { PackedAttributesEncoder(summary, selection) }
      }
    }
  }

  /// Measures an encoder's response about `count` items.
  private func encoding(_ name: String, _ count: Int, _ make: () -> some PieceEncoder) {
    report.row(name) { name in
      var output: [UInt8] = []
      let time = measurement.nanoseconds(each: 1_000_000 / count) { _ in
        output.removeAll(keepingCapacity: true)
        var encoder = make()
        encoder.encodeAll(into: &output)
      }
      return Row(
        name, items: count, ("nanosecondsPerItem", time / Double(count)),
        ("bytesPerItem", Double(output.count) / Double(count)))
    }
  }

  /// Returns the document that a text contains; the text must be valid.
  func document(_ text: [UInt8]) -> LayoutDocument {
    do {
      return try LayoutDocumentReader.read(text)
    } catch {
      fatalError("A sample document is not read: \(error)")
    }
  }

  /// Returns the layout of a document's text, which must be valid.
  func layout(_ text: [UInt8]) -> PreparedLayout {
    layout(document(text))
  }

  /// Returns the layout of a document that must be valid.
  func layout(_ document: LayoutDocument) -> PreparedLayout {
    do {
      return try PreparedLayout(document)
    } catch {
      fatalError("A sample document is not laid out: \(error)")
    }
  }

  /// Returns the elements that a query selects; the query must be valid.
  func selection(_ layout: PreparedLayout, _ query: LayoutQuery) -> AttributesSelection {
    do {
      return try layout.select(query)
    } catch {
      fatalError("A sample query is refused: \(error)")
    }
  }
}
