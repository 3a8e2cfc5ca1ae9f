/// Measures Tatami's time and allocations, in process.
///
///     tatami-bench [--json] [--quick] [PART-OF-A-NAME]
@main
enum TatamiBench {
  static func main() {
    var options = Options()
    for argument in CommandLine.arguments.dropFirst() {
      switch argument {
      case "--json": options.printsJSON = true
      case "--quick": options.isQuick = true
      default: options.filter = argument
      }
    }
    run(options)
  }

  /// The options on the command line.
  struct Options {
    /// Whether to print one JSON object per line instead of a table.
    var printsJSON = false
    /// Whether to omit the large sizes and run each case less often.
    var isQuick = false
    /// The text that the names of the requested rows contain; nil if all are requested.
    var filter: String?
  }

  /// Runs every group of cases.
  private static func run(_ options: Options) {
    let bench = Bench(
      report: Report(printsJSON: options.printsJSON, filter: options.filter),
      measurement: options.isQuick ? Measurement(runs: 3, warmUps: 1) : Measurement(),
      counts: options.isQuick ? [1000, 10_000] : [1000, 10_000, 100_000, 1_000_000],
      allocations: AllocationCount())
    bench.parsing()
    bench.layouts()
    bench.queries()
    bench.walks()
    bench.updates()
    bench.encoding()
    bench.service()
  }
}

/// The cases, in groups, each in a file of its own.
struct Bench {
  /// The report that prints the rows.
  var report: Report
  /// The timing of a case.
  var measurement: Measurement
  /// The numbers of items at which growing cases are measured.
  var counts: [Int]
  /// The counter of allocations; nil if it is not preloaded.
  var allocations: AllocationCount?
}
