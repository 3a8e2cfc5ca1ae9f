/// One case and what was measured of it.
struct Row {
  /// What was measured, unique among the rows.
  var name: String
  /// How many items the case has; nil if it has none.
  var items: Int?
  /// The measured values by name, with their unit in it.
  var values: [(name: String, value: Double)]

  /// Creates a row.
  init(_ name: String, items: Int? = nil, _ values: (name: String, value: Double)...) {
    self.name = name
    self.items = items
    self.values = values
  }
}

/// Prints rows as they come: a line of a table, or a JSON object a line.
struct Report {
  /// Whether to print JSON.
  var printsJSON: Bool
  /// Only rows whose names hold this are measured and printed; nil for all.
  var filter: String?

  /// Measures and prints a row, unless it is filtered out.
  func row(_ name: String, measuring make: (String) -> Row) {
    if let filter, !name.contains(filter) { return }
    print(line(make(name)))
  }

  /// The row's text.
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

  /// Three significant decimals are more than the measurement has.
  private func rounded(_ value: Double) -> Double {
    (value * 1000).rounded() / 1000
  }
}
