/// One case and its measured values.
struct Row {
  /// The name of the case, unique among the rows.
  var name: String
  /// The number of items in the case; nil if it has none.
  var items: Int?
  /// The measured values by name; the name contains the unit.
  var values: [(name: String, value: Double)]

  /// Creates a row.
  init(_ name: String, items: Int? = nil, _ values: (name: String, value: Double)...) {
    self.name = name
    self.items = items
    self.values = values
  }
}

/// Prints each row when it is complete: as a line of a table, or as a JSON object on a line.
struct Report {
  /// Whether to print JSON.
  var printsJSON: Bool
  /// Only rows whose names contain this text are measured and printed; nil if all rows are.
  var filter: String?

  /// Measures and prints a row, unless it is filtered out.
  func row(_ name: String, measuring make: (String) -> Row) {
    if let filter, !name.contains(filter) { return }
    print(line(make(name)))
  }

  /// Returns the row's text.
  private func line(_ row: Row) -> String {
    var parts: [String] = []
    if printsJSON {
      parts.append("\"case\": \"\(row.name)\"")
      if let items = row.items { parts.append("\"items\": \(items)") }
      for (name, value) in row.values { parts.append("\"\(name)\": \(rounded(value))") }
      return "{\(parts.joined(separator: ", "))}"
    }
    parts.append(row.name + String(repeating: " ", count: max(0, 48 - row.name.count)))
    if let items = row.items { parts.append("\(items) items") }
    for (name, value) in row.values { parts.append("\(name) \(rounded(value))") }
    return parts.joined(separator: "  ")
  }

  /// Rounds to three decimals, which is more precise than the measurement.
  private func rounded(_ value: Double) -> Double {
    (value * 1000).rounded() / 1000
  }
}
