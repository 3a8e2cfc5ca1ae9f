import LayoutEngine

extension Bench {
  /// Measures laying out every sample at every number of items: the time and the bytes per item.
  func layouts() {
    for sample in SampleDocuments.layoutCases {
      for count in counts where count <= sample.maxCount {
        report.row(sample.name) { name in
          let document = document(sample.text(count))
          var bytes = 0
          let time = measurement.nanoseconds {
            let layout = layout(document)
            bytes = layout.byteCount
            return layout
          }
          return Row(
            name, items: count, ("nanosecondsPerItem", time / Double(count)),
            ("milliseconds", time / 1e6), ("bytesPerItem", Double(bytes) / Double(count)))
        }
      }
    }
  }

  /// Measures rect queries as large as a screen, all over the content, at every number of items.
  ///
  /// The time should depend only on the number of elements found, not on the number of items.
  func queries() {
    for sample in SampleDocuments.layoutCases
    where ["halves", "doubles"].allSatisfy({ !sample.name.hasSuffix($0) })
      || sample.name.contains("3 columns, halves")
    {
      for count in counts where count <= sample.maxCount {
        let name = sample.name.replacing("layout", with: "query")
        report.row(name) { name in
          let layout = layout(sample.text(count))
          let step = layout.contentSize.height / 1001
          let queries = (0..<1000).map { number in
            LayoutQuery(
              .rect(Rect(x: 0, y: Double(number * 7 % 1000) * step, width: 390, height: 400)))
          }
          var found = 0
          let time = measurement.nanoseconds(each: queries.count) { number in
            var cursor = selection(layout, queries[number]).makeCursor()
            while let attributes = cursor.next() {
              keep(attributes.item)
              found += 1
            }
          }
          let calls = queries.count * (measurement.runs + measurement.warmUps)
          return Row(
            name, items: count, ("microseconds", time / 1000),
            ("found", Double(found) / Double(calls)))
        }
      }
    }
  }

  /// Measures reading the cells of 10,000 items one after the other, as an encoder does.
  func walks() {
    let count = 10_000
    for sample in SampleDocuments.layoutCases where !sample.name.hasSuffix("doubles") {
      report.row(sample.name.replacing("layout", with: "walk")) { name in
        let selection = selection(layout(sample.text(count)), LayoutQuery(.all))
        let time = measurement.nanoseconds(each: 100) { _ in
          var cursor = selection.makeCursor()
          var sum = 0.0
          while let cell = cursor.nextIfCell() { sum += cell.frame.minX + cell.frame.minY }
          return sum
        }
        return Row(name, items: count, ("nanosecondsPerItem", time / Double(count)))
      }
    }
  }
}
