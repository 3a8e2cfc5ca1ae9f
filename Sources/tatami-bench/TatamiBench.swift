/// Times and counts what Tatami does, in process.
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

  /// What was asked for.
  struct Options {
    /// Whether to print a JSON object a line instead of a table.
    var printsJSON = false
    /// Whether to leave out the million and to run less often.
    var isQuick = false
    /// A part of the names of the rows that are wanted.
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
  /// Where rows go.
  var report: Report
  /// How a case is timed.
  var measurement: Measurement
  /// The numbers of items that growing cases are measured at.
  var counts: [Int]
  /// The counter of allocations; nil if it is not preloaded.
  var allocations: AllocationCount?
}
