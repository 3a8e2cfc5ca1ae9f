import LayoutService
import Logging

/// The reason why a setting's text is invalid.
struct SettingError: Error {
  var description: String
}

/// Parses the text of settings.
enum SettingValue {
  /// Parses a whole number in the range.
  static func count(_ text: String, in range: ClosedRange<Int>) throws(SettingError) -> Int {
    guard let value = Int(text), range.contains(value) else {
      let bound =
        range.upperBound == .max
        ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      throw SettingError(description: "must be a whole number \(bound)")
    }
    return value
  }

  /// Parses a number of bytes, KiB, MiB or GiB.
  static func size(_ text: String) throws(SettingError) -> Int {
    let units: [(String, Int)] = [("KiB", 10), ("MiB", 20), ("GiB", 30)]
    let unit = units.first { text.hasSuffix($0.0) }
    let number = text.dropLast(unit == nil ? 0 : 3).drop { $0 == " " }
    let digits = number.last == " " ? number.dropLast() : number
    guard let count = Int(digits), count >= 0, count <= Int.max >> (unit?.1 ?? 0) else {
      throw SettingError(description: "must be a number of bytes, such as 1048576, 64KiB or 1GiB")
    }
    return count << (unit?.1 ?? 0)
  }

  /// Parses a number of seconds above 0.
  static func seconds(_ text: String) throws(SettingError) -> Double {
    guard let value = Double(text), value > 0, value <= 1e6 else {
      throw SettingError(description: "must be a number of seconds greater than 0, at most 1000000")
    }
    return value
  }

  /// Parses a number of seconds, 0 or more.
  static func delay(_ text: String) throws(SettingError) -> Double {
    guard let value = Double(text), value >= 0, value <= 1e6 else {
      throw SettingError(description: "must be a number of seconds from 0 to 1000000")
    }
    return value
  }

  /// Parses `on` or `off`.
  static func toggle(_ text: String) throws(SettingError) -> Bool {
    switch text.lowercased() {
    case "on", "true", "yes", "1": return true
    case "off", "false", "no", "0": return false
    default: throw SettingError(description: "must be on or off")
    }
  }

  /// Parses texts separated by commas, at least one; spaces around them are ignored.
  ///
  /// Unlike in HTTP's lists, tabs are retained, so that a key that could never match is refused.
  static func list(_ text: String) throws(SettingError) -> [String] {
    let entries = text.split(separator: ",").map { part in
      let trimmed = part.drop { $0 == " " }
      return String(trimmed.reversed().drop { $0 == " " }.reversed())
    }.filter { !$0.isEmpty }
    guard !entries.isEmpty else {
      throw SettingError(
        description: "is set but names nothing; name at least one entry, or leave it out")
    }
    return entries
  }

  /// Parses pairs of a generic family and a family, such as `sans-serif=Inter`.
  static func genericFamilies(_ entries: [String]) throws(SettingError) -> [String: String] {
    let known = ServiceSettings.genericFamilyNames
    var families: [String: String] = [:]
    for entry in entries {
      let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[1].isEmpty, known.contains(parts[0].lowercased()) else {
        throw SettingError(
          description:
            "must be pairs such as sans-serif=Inter, of one of \(known.joined(separator: ", ")) and a family (got \"\(entry)\")"
        )
      }
      guard families.updateValue(String(parts[1]), forKey: parts[0].lowercased()) == nil
      else {
        throw SettingError(description: "names \(parts[0]) twice")
      }
    }
    return families
  }

  /// Parses limits of API keys, such as `requests=6000` for all or `web:cpu=30` for one.
  static func keyLimits(_ entries: [String]) throws(SettingError) -> KeyLimits {
    var limits = KeyLimits()
    for entry in entries {
      let (scope, text) =
        entry.lastIndex(of: ":").map { (entry[..<$0], entry[entry.index(after: $0)...]) }
        ?? ("", entry[...])
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let resource = KeyLimits.Resource(rawValue: String(parts[0])),
        scope.isEmpty && !entry.hasPrefix(":") || APIKeyEntry.isName(scope)
      else {
        throw SettingError(
          description:
            "must be limits such as requests=6000, cpu=30 or web:requests=600 (got \"\(entry)\")")
      }
      guard let value = Double(parts[1]), value > 0, value <= 1e9,
        resource == .cpu || value == value.rounded()
      else {
        let form = resource == .cpu ? "a number of seconds" : "a whole number"
        throw SettingError(
          description: "must give \(form) greater than 0 for \"\(parts[0])\" (got \"\(parts[1])\")")
      }
      let name = String(scope)
      let former =
        name.isEmpty
        ? limits.ofAll.updateValue(value, forKey: resource)
        : limits.byName[name, default: [:]].updateValue(value, forKey: resource)
      guard former == nil else { throw SettingError(description: "gives \"\(entry)\" twice") }
    }
    return limits
  }

  /// Parses one of swift-log's levels.
  static func level(_ text: String) throws(SettingError) -> Logger.Level {
    guard let level = Logger.Level(rawValue: text.lowercased()) else {
      let known = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
      throw SettingError(description: "must be one of \(known)")
    }
    return level
  }
}
