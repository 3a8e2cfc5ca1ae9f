/// One row of the settings' table: what flag, variable, help and reading come from.
struct Setting: Sendable {
  /// The parts of its name: `["tatami", "max", "items"]` is `--max-items` and `TATAMI_MAX_ITEMS`.
  var key: [String]
  /// What `--help` shows in place of the value.
  var placeholder: String
  /// The default as `--help` shows it.
  var defaultText: String
  var help: String
  /// Whether an empty text is a mistake instead of none: who sets a list means something by it.
  var isList = false
  /// Whether a mistake is told without the text, which may be, or hold, a secret.
  var isSecret = false
  /// Reads a text into the settings.
  var apply: @Sendable (String, inout ServeSettings) throws(SettingError) -> Void

  /// Its flag.
  var flag: String {
    "--" + (key.first == "tatami" ? key.dropFirst() : key[...]).joined(separator: "-")
  }

  /// Its environment variable.
  var variable: String { key.joined(separator: "_").uppercased() }
}
