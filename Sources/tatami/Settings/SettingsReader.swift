import LayoutService

/// Reads the settings: flags override the environment, which overrides the defaults.
enum SettingsReader {
  /// An error in the settings: a message that names the flag or variable, and what is wrong with it.
  struct Failure: Error {
    var message: String
  }

  /// Reads all settings.
  ///
  /// - Parameters:
  ///   - arguments: the flags, `--flag value` or `--flag=value`; a flag that is not in the table is an error.
  ///   - environment: the process's variables; an empty variable counts as not set, except for lists.
  ///   - machine: the machine from which the defaults are derived.
  static func read(
    arguments: [String], environment: [String: String], machine: Machine
  ) throws(Failure) -> ServeSettings {
    let flags = try flags(arguments)
    func text(of setting: Setting) -> String? {
      if let text = flags[setting.key] { return text }
      guard let text = environment[setting.variable], setting.isList || !text.isEmpty else {
        return nil
      }
      return text
    }
    var settings = ServeSettings(on: machine)
    let isBound = SettingsTable.all.contains {
      $0.key == SettingsTable.bindKey && text(of: $0) != nil
    }
    if !isBound, let port = environment["PORT"], !port.isEmpty {
      guard let number = UInt16(port) else {
        throw Failure(
          message: "PORT: must be a whole number from 0 to 65535 (got \"\(port.prefix(80))\")")
      }
      settings.bind = "0.0.0.0:\(number)"
    }
    func apply(_ chosen: [Setting]) throws(Failure) {
      for setting in chosen {
        guard let text = text(of: setting) else { continue }
        try Self.apply(setting, text, to: &settings, isFlag: flags[setting.key] != nil)
      }
    }
    // More workers leave less memory for each, so their number comes first.
    try apply(SettingsTable.all.filter { $0.key == SettingsTable.workersKey })
    settings.shareMemory(of: machine)
    try apply(SettingsTable.all)
    return settings
  }

  /// The table in the form that `tatami serve --help` prints.
  static var help: String {
    var lines = [
      "USAGE: tatami serve [--setting VALUE] …", "",
      "Every setting is a flag and an environment variable; the flag wins. Sizes are in bytes, or",
      "in KiB, MiB or GiB if that unit follows; times are in seconds. On SIGTERM or SIGINT the",
      "service answers all requests in flight, then ends; a second signal ends it at once. SIGHUP",
      "is ignored.", "",
    ]
    for setting in SettingsTable.all {
      lines.append("  \(setting.flag) \(setting.placeholder)")
      lines.append("      \(setting.help)")
      lines.append("      \(setting.variable), default \(setting.defaultText)")
    }
    return lines.joined(separator: "\n")
  }

  private static func apply(
    _ setting: Setting, _ text: String, to settings: inout ServeSettings, isFlag: Bool
  ) throws(Failure) {
    do throws(SettingError) {
      try setting.apply(text, &settings)
    } catch {
      // Secrets must not get into logs. Other values are normally shorter than the limit.
      let shown = setting.isSecret ? "" : " (got \"\(text.prefix(80))\")"
      let source =
        isFlag
        ? "\(setting.flag) (variable \(setting.variable))"
        : "\(setting.variable) (flag \(setting.flag))"
      throw Failure(message: "\(source): \(error.description)\(shown)")
    }
  }

  /// Returns the flags' values by the keys of their settings.
  private static func flags(_ arguments: [String]) throws(Failure) -> [[String]: String] {
    var flags: [[String]: String] = [:]
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      index += 1
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let setting = SettingsTable.all.first(where: { $0.flag == name }) else {
        let nearest = NearSetting.nearest(to: name, among: SettingsTable.all.map(\.flag))
        let hint =
          nearest.map { "did you mean \($0)?" } ?? "tatami serve --help lists all settings"
        throw Failure(message: "\(name) is not a setting; \(hint)")
      }
      let value: String
      if parts.count > 1 {
        value = String(parts[1])
      } else if index < arguments.count {
        value = arguments[index]
        index += 1
      } else {
        throw Failure(message: "\(setting.flag) (variable \(setting.variable)): needs a value")
      }
      guard flags.updateValue(value, forKey: setting.key) == nil else {
        throw Failure(message: "\(setting.flag) is given more than once")
      }
    }
    return flags
  }
}
