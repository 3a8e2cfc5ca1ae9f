import LayoutService

/// Finds variables that look like settings but are not: they are probably misspelt, and have no effect.
enum UnknownVariables {
  /// The maximum number of sentences at startup.
  private static let most = 20

  /// Returns a sentence for each such variable, without its value, which may be a secret.
  static func sentences(about environment: [String: String]) -> [String] {
    let known = SettingsTable.all.map(\.variable)
    let names = environment.keys.filter { name in
      name.hasPrefix("TATAMI_") && name.utf8.count <= 100 && !known.contains(name)
        && !isOfClients(name) && !isOfKubernetes(name, environment[name] ?? "")
    }
    return names.sorted().prefix(most).map { name in
      let hint = meant(by: name).map { "did you mean \($0)?" }
      return "\(name) is not a setting; \(hint ?? "tatami serve --help lists all settings")"
    }
  }

  /// Returns the variable that was probably meant; the prefix `TATAMI_` is not compared.
  private static func meant(by name: String) -> String? {
    let ends = ["PORT"] + SettingsTable.all.map { ending(of: $0.variable) }
    guard let end = NearSetting.nearest(to: ending(of: name), among: ends) else { return nil }
    return SettingsTable.all.first { ending(of: $0.variable) == end }?.variable ?? end
  }

  private static func ending(of variable: String) -> String {
    variable.hasPrefix("TATAMI_") ? String(variable.dropFirst("TATAMI_".count)) : variable
  }

  /// Whether the examples' clients read the variable.
  private static func isOfClients(_ name: String) -> Bool { name == "TATAMI_URL" }

  /// Whether Kubernetes sets the variable for a service whose name begins with tatami.
  ///
  /// Examples are `TATAMI_SERVICE_HOST`, `TATAMI_PORT=tcp://10.0.0.1:80`, `TATAMI_STORE_PORT_6379_TCP_ADDR`.
  private static func isOfKubernetes(_ name: String, _ value: String) -> Bool {
    name.hasSuffix("_SERVICE_HOST") || name.contains("_SERVICE_PORT")
      || (name.hasSuffix("_PORT") && value.contains("://"))
      || name.contains(#/_PORT_\d+_(TCP|UDP|SCTP)/#)
  }
}
