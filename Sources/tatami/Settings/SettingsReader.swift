import LayoutService

/// Reads the settings: flags override the environment, which overrides the defaults.
enum SettingsReader {
  /// An error in the settings: a message that names the flag or variable, and what is wrong with it.
  struct Failure: Error {
    var message: String
  }

  /// Reads all settings, and the files of secrets that they name.
  ///
  /// - Throws: `Failure` as `read`, if a file has no valid secret, if URLs are signed without API keys, or if keys are
  ///   limited that do not exist.
  static func complete(
    arguments: [String], environment: [String: String], machine: Machine
  ) throws(Failure) -> ServeSettings {
    var settings = try read(arguments: arguments, environment: environment, machine: machine)
    try settings.readSecrets()
    guard settings.service.urlKeys.isEmpty || !settings.service.apiKeys.isEmpty else {
      let variable =
        settings.secretFiles.urlKeys == nil ? "TATAMI_URL_KEYS" : "TATAMI_URL_KEYS_FILE"
      throw Failure(
        message: "\(variable): needs TATAMI_API_KEYS_FILE or TATAMI_API_KEYS, "
          + "without which every URL is open")
    }
    try checkKeyLimits(settings.service)
    return settings
  }

  /// Refuses limits that no key has.
  private static func checkKeyLimits(_ service: ServiceSettings) throws(Failure) {
    let limits = service.keyLimits
    guard !limits.isEmpty else { return }
    guard !service.apiKeys.isEmpty else {
      throw Failure(
        message:
          "TATAMI_KEY_LIMITS: needs TATAMI_API_KEYS_FILE or TATAMI_API_KEYS, whose keys it limits")
    }
    let names = Set(APIKeyEntry.names(service.apiKeys))
    for name in limits.byName.keys.sorted() where !names.contains(name) {
      throw Failure(
        message:
          "TATAMI_KEY_LIMITS: no API key is named \"\(name)\": write \(name):KEY in the list of keys"
      )
    }
  }

  /// Reads the keys that sign URLs, from their variable or their file; empty if neither is set.
  ///
  /// No other setting is read, so that URLs can be signed on a machine that does not serve.
  static func urlKeys(environment: [String: String]) throws(Failure) -> [String] {
    let own = environment.filter { ["TATAMI_URL_KEYS", "TATAMI_URL_KEYS_FILE"].contains($0.key) }
    var settings = try read(arguments: [], environment: own, machine: Machine())
    try settings.readSecrets()
    return settings.service.urlKeys
  }

  /// Reads all settings, but no files.
  ///
  /// - Parameters:
  ///   - arguments: the flags, `--flag value` or `--flag=value`; a flag that is not in the table is an error.
  ///   - environment: the process's variables; an empty variable counts as not set, except for lists.
  ///   - machine: the machine from which the defaults are derived.
  static func read(
    arguments: [String], environment: [String: String], machine: Machine
  ) throws(Failure) -> ServeSettings {
    let flags = try flags(arguments)
    func text(of setting: Setting) -> (text: String, variable: String?)? {
      if let text = flags[setting.key] { return (text, nil) }
      for variable in [setting.variable, setting.formerVariable].compactMap(\.self) {
        guard let text = environment[variable], setting.isList || !text.isEmpty else { continue }
        return (text, variable)
      }
      return nil
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
        guard let (text, variable) = text(of: setting) else { continue }
        try Self.apply(setting, text, from: variable, to: &settings)
      }
    }
    // More workers leave less memory for each, so their number comes first.
    try apply(SettingsTable.all.filter { $0.key == SettingsTable.workersKey })
    settings.shareMemory(of: machine)
    try apply(SettingsTable.all)
    try refuseSecretsTwice(settings)
    return settings
  }

  /// The table in the form that `tatami serve --help` prints.
  static var help: String {
    var lines = [
      "USAGE: tatami serve [--setting VALUE] …", "",
      "Every setting is a flag and an environment variable; the flag wins. Sizes are in bytes, or",
      "in KiB, MiB or GiB if that unit follows; times are in seconds. On SIGTERM or SIGINT the",
      "service waits for TATAMI_DRAIN_DELAY, serves all requests in flight, then ends; a second",
      "signal ends it at once. On SIGHUP it reads the files of secrets again. --check reads all",
      "settings and these files, reports what is wrong, and does not start.", "",
    ]
    for setting in SettingsTable.all {
      lines.append("  \(setting.usage)")
      lines.append("      \(setting.help)")
      lines.append("      \(setting.variable), default \(setting.defaultText)")
    }
    return lines.joined(separator: "\n")
  }

  /// Refuses a secret that is in a variable and in a file, because only one of them can be meant.
  private static func refuseSecretsTwice(_ settings: ServeSettings) throws(Failure) {
    for (isInVariable, path, variable) in [
      (!settings.service.apiKeys.isEmpty, settings.secretFiles.apiKeys, "TATAMI_API_KEYS"),
      (!settings.service.urlKeys.isEmpty, settings.secretFiles.urlKeys, "TATAMI_URL_KEYS"),
      (settings.storePassword != nil, settings.secretFiles.storePassword, "TATAMI_STORE_PASSWORD"),
    ] where isInVariable && path != nil {
      throw Failure(message: "\(variable) and \(variable)_FILE are both set; set one of them")
    }
  }

  /// - Parameter variable: the variable that has the text; nil if a flag has it.
  private static func apply(
    _ setting: Setting, _ text: String, from variable: String?, to settings: inout ServeSettings
  ) throws(Failure) {
    do throws(SettingError) {
      try setting.apply(text, &settings)
    } catch {
      // Secrets must not get into logs. Other values are normally shorter than the limit.
      let shown = setting.isSecret ? "" : " (got \"\(text.prefix(80))\")"
      throw Failure(message: "\(setting.name(from: variable)): \(error.description)\(shown)")
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
      guard !setting.hasNoFlag else {
        throw Failure(
          message: "\(name): process lists show command lines, so a secret cannot be a flag; "
            + "set \(setting.variable)_FILE or \(setting.variable)")
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
