import HTTPMessage

/// Writes metrics in Prometheus' text format 0.0.4.
struct PrometheusText {
  /// The text so far.
  private(set) var bytes: [UInt8] = []

  /// Begins a family of metrics.
  mutating func family(_ name: StaticString, _ type: StaticString, _ help: StaticString) {
    append("# HELP ", name, " ", help, "\n# TYPE ", name, " ", type, "\n")
  }

  /// Writes one value; `labels` must not include the braces.
  mutating func sample(_ name: StaticString, labels: String = "", _ value: Int) {
    append(name)
    appendLabels(labels)
    append(" ")
    bytes.append(decimal: value)
    append("\n")
  }

  /// Writes one value that may have a fraction.
  mutating func sample(_ name: StaticString, labels: String = "", _ value: Double) {
    append(name)
    appendLabels(labels)
    append(" ")
    bytes.append(contentsOf: value.description.utf8)
    append("\n")
  }

  /// Writes a family of counters, distinguished by one label's values.
  mutating func counters(
    _ name: StaticString, _ help: StaticString, by label: String, _ values: [(String, Int)]
  ) {
    family(name, "counter", help)
    for (value, count) in values { sample(name, labels: "\(label)=\"\(value)\"", count) }
  }

  /// Writes a family with one value.
  mutating func single(
    _ name: StaticString, _ type: StaticString, _ help: StaticString, _ value: Int
  ) {
    family(name, type, help)
    sample(name, value)
  }

  /// Writes a histogram's buckets, sum and count, also if they are zero, so that a rate has a
  /// starting point.
  mutating func histogram(_ name: StaticString, labels: String, _ histogram: Histogram) {
    var cumulative = 0
    for index in 0..<Histogram.bounds.count {
      cumulative += histogram.count(inBucket: index)
      append(name, "_bucket{")
      bytes.append(contentsOf: labels.utf8)
      append(",le=\"", Histogram.boundTexts[index], "\"} ")
      bytes.append(decimal: cumulative)
      append("\n")
    }
    cumulative += histogram.count(inBucket: Histogram.bounds.count)
    append(name, "_bucket{")
    bytes.append(contentsOf: labels.utf8)
    append(",le=\"+Inf\"} ")
    bytes.append(decimal: cumulative)
    append("\n", name, "_sum{")
    bytes.append(contentsOf: labels.utf8)
    append("} ")
    bytes.append(contentsOf: (Double(histogram.sum) / 1e9).description.utf8)
    append("\n", name, "_count{")
    bytes.append(contentsOf: labels.utf8)
    append("} ")
    bytes.append(decimal: cumulative)
    append("\n")
  }

  private mutating func appendLabels(_ labels: String) {
    guard !labels.isEmpty else { return }
    append("{")
    bytes.append(contentsOf: labels.utf8)
    append("}")
  }

  private mutating func append(_ texts: StaticString...) {
    for text in texts { bytes.append(text) }
  }
}
