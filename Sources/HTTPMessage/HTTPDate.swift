/// The date format of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
public enum HTTPDate {
  /// Appends a time in this format, which takes 29 bytes.
  ///
  /// - Parameters:
  ///   - seconds: the seconds since 1970-01-01 00:00:00 UTC; clamped to the years 1970–9999.
  ///   - output: the bytes to append to.
  public static func append(seconds: Int, to output: inout [UInt8]) {
    let seconds = min(max(Int64(seconds), 0), 253_402_300_799)
    let days = Int(seconds / 86_400)
    let time = Int(seconds % 86_400)
    let (year, month, day) = civil(days: days)
    output.append(dayNames[days % 7])
    output.append(", ")
    output.append(decimal: day, digits: 2)
    output.append(monthNames[month - 1])
    output.append(decimal: year, digits: 4)
    output.append(" ")
    output.append(decimal: time / 3_600, digits: 2)
    output.append(":")
    output.append(decimal: time / 60 % 60, digits: 2)
    output.append(":")
    output.append(decimal: time % 60, digits: 2)
    output.append(" GMT")
  }

  /// The days of the week, beginning with Thursday, because 1970-01-01 was a Thursday.
  private static let dayNames: [StaticString] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let monthNames: [StaticString] = [
    " Jan ", " Feb ", " Mar ", " Apr ", " May ", " Jun ", " Jul ", " Aug ", " Sep ", " Oct ",
    " Nov ", " Dec ",
  ]

  /// Returns the Gregorian date of a day counted from 1970-01-01; `days` ≥ 0.
  ///
  /// The computation counts years from March, so that the leap day is a year's last day, and groups them
  /// in eras of 400 years.
  public static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, day)
  }
}
