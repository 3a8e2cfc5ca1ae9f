/// Counts the work of measuring texts in steps, and asks whether it may go on.
///
/// A step is about 3 ns on one core of 2026. What a unit costs depends on its font: 20 ns in one, 3,000 in another.
/// So the work is counted as it is done, by the prices that `ShapingPrice` learns; a line that is shaped again counts
/// again. Only the thread that does the work may use the object.
public final class TextWork {
  private let pay: (_ steps: Int) -> Bool
  /// The steps that were done since `pay` was called last.
  private var unpaid = 0
  /// The UTF-16 units that HarfBuzz has shaped; a unit that is shaped twice counts twice.
  private(set) var shapedUnitCount = 0

  /// Creates the count of a piece of work.
  ///
  /// - Parameter pay: called between words and between lines with the steps that were done since the last call; the
  ///   work ends if it returns false.
  public init(_ pay: @escaping (_ steps: Int) -> Bool = { _ in true }) {
    self.pay = pay
  }

  /// Counts steps that were done.
  func count(_ steps: Int) { unpaid += steps }

  /// Counts units that HarfBuzz has shaped for so many steps.
  func count(shapedUnits: Int, steps: Int) {
    shapedUnitCount += shapedUnits
    unpaid += steps
  }

  /// Pays for the steps so far.
  ///
  /// - Returns: whether the work may go on.
  func checkpoint() -> Bool {
    defer { unpaid = 0 }
    return pay(unpaid)
  }

  /// The steps of a line that is filled; what is shaped for it comes on top.
  static let stepsPerLine = 64
  /// The steps of a line whose text is written.
  static let stepsPerDrawnLine = 200
  /// The steps of a line that must be filled item by item.
  static let stepsPerUnevenLine = 150
  /// The steps of a word that is found in the cache.
  static let stepsPerKnownWord = 24
  /// The steps of a unit whose properties are looked up: its script, direction and place of a break.
  static let stepsPerUnit = 8
  /// The steps of a unit whose breaks ICU's rules, or its dictionaries, find.
  static let stepsPerBrokenUnit = 40
  /// The steps of a unit whose case changes.
  static let stepsPerCaseUnit = 24
  /// The same if the text gets another length, so that the origin of each unit is sought.
  static let stepsPerUnalignedCaseUnit = 200
  /// The steps of a unit whose grapheme cluster is found.
  static let stepsPerGrapheme = 20
}
