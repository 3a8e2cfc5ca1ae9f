/// One row of the settings' table, from which the flag, the variable, the help and the reader are derived.
struct Setting: Sendable {
  /// The parts of the name: `["tatami", "max", "items"]` is `--max-items` and `TATAMI_MAX_ITEMS`.
  var key: [String]
  /// The placeholder for the value in `--help`.
  var placeholder: String
  /// The default as shown in `--help`.
  var defaultText: String
  var help: String
  /// Whether an empty text is an error instead of no value: an empty list is probably a mistake.
  var isList = false
  /// Whether errors omit the text, because it may be or contain a secret.
  var isSecret = false
  /// Whether there is no flag, because process lists show what is on a command line.
  var hasNoFlag = false
  /// An earlier name of the variable, which is read if the variable has no value; nil if there is none.
  var formerVariable: String?
  /// Reads a text into the settings.
  var apply: @Sendable (String, inout ServeSettings) throws(SettingError) -> Void

  /// The command-line flag.
  var flag: String {
    "--" + (key.first == "tatami" ? key.dropFirst() : key[...]).joined(separator: "-")
  }

  /// The environment variable.
  var variable: String { key.joined(separator: "_").uppercased() }

  /// The form in which the setting is given, for `--help`.
  var usage: String { hasNoFlag ? "\(variable)=\(placeholder)" : "\(flag) \(placeholder)" }

  /// The setting in an error: the name by which its text was given, then the other one.
  ///
  /// - Parameter source: the variable that had the text; nil if the flag had it.
  func name(from source: String?) -> String {
    guard let source else { return "\(flag) (variable \(variable))" }
    return hasNoFlag ? source : "\(source) (flag \(flag))"
  }
}
