import EventHTTP
import LayoutService
import ValkeyStore

/// All settings, in the order of `--help` (Contract §9).
enum SettingsTable {
  static let all: [Setting] = addresses + work + limits + timeouts + stores + manners + logs

  private static func setting(
    _ name: String, _ placeholder: String, _ defaultText: String, _ help: String,
    _ apply: @escaping @Sendable (String, inout ServeSettings) throws(SettingError) -> Void
  ) -> Setting {
    Setting(
      key: name.split(separator: "-").map(String.init), placeholder: placeholder,
      defaultText: defaultText, help: help, apply: apply)
  }

  /// Creates a setting that is a list; `apply` receives its entries, at least one.
  private static func listSetting(
    _ name: String, _ help: String,
    _ apply: @escaping @Sendable ([String], inout ServeSettings) throws(SettingError) -> Void
  ) -> Setting {
    var setting = setting(name, "LIST", "none", help) { text, settings throws(SettingError) in
      try apply(try SettingValue.list(text), &settings)
    }
    setting.isList = true
    setting.isSecret = setting.key.last == "keys"
    return setting
  }

  /// Creates a setting whose text never appears in messages.
  private static func secretSetting(
    _ name: String, _ placeholder: String, _ help: String,
    _ apply: @escaping @Sendable (String, inout ServeSettings) throws(SettingError) -> Void
  ) -> Setting {
    var setting = setting(name, placeholder, "none", help, apply)
    setting.isSecret = true
    return setting
  }

  /// The key of the setting for which `PORT` is a substitute.
  static let bindKey = ["tatami", "bind"]
  /// The key of the setting on which the defaults of others depend.
  static let workersKey = ["tatami", "workers"]

  /// Returns the text of a default that is lower in a small container.
  private static func atMost(_ text: String) -> String {
    "at most \(text) from the container's memory"
  }

  private static let addresses = [
    setting(
      "tatami-bind", "ADDRESS", "127.0.0.1:8080",
      "where to listen: host:port, [::]:port or unix:///path; PORT alone means 0.0.0.0:PORT"
    ) { text, settings throws(SettingError) in settings.bind = try address(text) },
    setting(
      "tatami-metrics-bind", "ADDRESS", "none", "where to serve /metrics alone, too"
    ) { text, settings throws(SettingError) in settings.metricsBind = try address(text) },
    setting(
      "tatami-proxy-protocol", "on|off", "off",
      "whether connections begin with a PROXY protocol header, but those to the metrics address"
    ) { text, settings throws(SettingError) in
      settings.limits.acceptsProxyProtocol = try SettingValue.toggle(text)
    },
    listSetting(
      "tatami-trusted-proxies",
      "proxies whose X-Forwarded-For is believed: addresses, ranges such as 10.0.0.0/8, unix"
    ) { entries, settings throws(SettingError) in
      do throws(TrustedProxies.Malformed) {
        settings.service.trustedProxies = try TrustedProxies(entries)
      } catch {
        throw SettingError(description: error.description)
      }
    },
  ]

  private static let work = [
    setting(
      "tatami-event-loops", "N", "1 per 4 processors, at least 1", "threads that serve connections"
    ) { text, settings throws(SettingError) in
      settings.limits.eventLoops = try SettingValue.count(text, in: 1...256)
    },
    setting(
      "tatami-workers", "N", "the container's processors",
      "layouts computed at once; by default as affinity, quota and 128 MiB for each allow"
    ) {
      text, settings throws(SettingError) in
      settings.service.workers = try SettingValue.count(text, in: 1...256)
    },
    setting(
      "tatami-cache-bytes", "SIZE", atMost("512MiB"),
      "of cached layouts, each a quarter at most; 0: no cache"
    ) {
      text, settings throws(SettingError) in
      settings.service.cacheBytes = try SettingValue.size(text)
    },
  ]

  private static let limits = [
    setting("tatami-max-body-bytes", "SIZE", atMost("64MiB"), "of a body, after inflation") {
      text, settings throws(SettingError) in
      settings.service.maxBodyBytes = try SettingValue.size(text)
    },
    setting("tatami-max-items", "N", atMost("2000000"), "items of a document") {
      text, settings throws(SettingError) in
      settings.service.maxItems = try SettingValue.count(text, in: 0...(.max))
    },
    setting("tatami-max-header-bytes", "SIZE", "16KiB", "of a request's head") {
      text, settings throws(SettingError) in
      let size = try SettingValue.size(text)
      guard 256...(1 << 20) ~= size else {
        throw SettingError(description: "must be 256 bytes to 1MiB")
      }
      settings.limits.headerBytes = size
    },
    setting("tatami-max-headers", "N", "100", "fields of a request's head") {
      text, settings throws(SettingError) in
      settings.limits.headerCount = try SettingValue.count(text, in: 1...10_000)
    },
    setting("tatami-max-connections", "N", atMost("4096"), "open at once; an idle one gives way") {
      text, settings throws(SettingError) in
      settings.limits.maxConnections = try SettingValue.count(text, in: 1...1_000_000)
    },
    setting("tatami-max-queue", "N", "256", "jobs that wait for a worker") {
      text, settings throws(SettingError) in
      settings.service.maxQueue = try SettingValue.count(text, in: 0...1_000_000)
    },
    setting(
      "tatami-max-inflight-bytes", "SIZE", atMost("512MiB"), "bodies and answers held at once"
    ) {
      text, settings throws(SettingError) in
      settings.service.maxInflightBytes = try SettingValue.size(text)
    },
  ]

  private static let timeouts = [
    setting("tatami-header-timeout", "SECONDS", "10", "for a request's whole head") {
      text, settings throws(SettingError) in
      settings.limits.headerTimeout = try SettingValue.seconds(text)
    },
    setting("tatami-body-timeout", "SECONDS", "30", "for a request's whole body") {
      text, settings throws(SettingError) in
      settings.limits.bodyTimeout = try SettingValue.seconds(text)
    },
    setting("tatami-write-timeout", "SECONDS", "30", "for each 64 KiB of an answer to be taken") {
      text, settings throws(SettingError) in
      settings.limits.writeTimeout = try SettingValue.seconds(text)
    },
    setting("tatami-idle-timeout", "SECONDS", "75", "between two requests of a connection") {
      text, settings throws(SettingError) in
      settings.limits.idleTimeout = try SettingValue.seconds(text)
    },
    setting("tatami-work-timeout", "SECONDS", "30", "for a job, its waiting for a worker included")
    {
      text, settings throws(SettingError) in
      settings.service.workTimeout = try SettingValue.seconds(text)
    },
    setting("tatami-shutdown-timeout", "SECONDS", "20", "for requests in flight after SIGTERM") {
      text, settings throws(SettingError) in
      settings.limits.shutdownTimeout = try SettingValue.seconds(text)
    },
  ]

  private static let stores = [
    secretSetting(
      "tatami-store", "ADDRESS",
      "a store that replicas share: redis://[user@]host:port, valkey:// or unix:///path"
    ) { text, settings throws(SettingError) in
      do throws(StoreAddress.Malformed) {
        settings.storeAddress = try StoreAddress(text)
      } catch {
        throw SettingError(description: error.description)
      }
    },
    secretSetting("tatami-store-password", "TEXT", "the store's, for AUTH") {
      text, settings throws(SettingError) in
      guard text.utf8.allSatisfy({ $0 > 0x1F && $0 != 0x7F }) else {
        throw SettingError(description: "holds a control character (a line feed at its end?)")
      }
      settings.storePassword = text
    },
    setting("tatami-store-prefix", "TEXT", "tatami:", "what the store's keys begin with") {
      text, settings throws(SettingError) in
      guard text.utf8.count <= 200, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
        throw SettingError(description: "must be up to 200 letters of ASCII, without spaces")
      }
      settings.service.storePrefix = text
    },
    setting(
      "tatami-store-ttl", "SECONDS", "604800",
      "for which the store keeps a document after its last use; 0: as long as it likes"
    ) { text, settings throws(SettingError) in
      settings.service.storeLifetime = try SettingValue.count(text, in: 0...(1 << 31))
    },
    setting(
      "tatami-store-max-bytes", "SIZE", "16MiB", "of a document as the store keeps it"
    ) { text, settings throws(SettingError) in
      settings.service.storeMaxBytes = try SettingValue.size(text)
    },
    setting(
      "tatami-store-timeout", "SECONDS", "0.25", "for which a request waits for the store"
    ) { text, settings throws(SettingError) in
      settings.storeTimeout = try SettingValue.seconds(text)
    },
  ]

  private static let manners = [
    setting("tatami-max-age", "SECONDS", "3600", "for which answers to GETs by id may be cached") {
      text, settings throws(SettingError) in
      settings.service.maxAge = try SettingValue.count(text, in: 0...(1 << 31))
    },
    listSetting(
      "tatami-cors-origins", "origins whose pages may ask, as https://app.example; * for any"
    ) { entries, settings throws(SettingError) in
      for entry in entries { try ListEntry.checkOrigin(entry) }
      settings.service.corsOrigins = entries
    },
    listSetting("tatami-api-keys", "keys that clients must send one of") {
      entries, settings throws(SettingError) in
      for (index, entry) in entries.enumerated() {
        try ListEntry.checkKey(entry, number: index + 1)
      }
      settings.service.apiKeys = entries
    },
    setting("tatami-playground", "on|off", "on", "the playground at /") {
      text, settings throws(SettingError) in
      settings.service.isPlaygroundOn = try SettingValue.toggle(text)
    },
  ]

  private static let logs = [
    setting("log-level", "LEVEL", "info", "trace, debug, info, notice, warning, error, critical") {
      text, settings throws(SettingError) in
      settings.logLevel = try SettingValue.level(text)
    },
    setting(
      "tatami-log-format", "text|json|auto", "auto", "auto: text on a terminal, else JSON"
    ) { text, settings throws(SettingError) in
      switch text {
      case "text": settings.logFormat = .text
      case "json": settings.logFormat = .json
      case "auto": settings.logFormat = nil
      default: throw SettingError(description: "must be text, json or auto")
      }
    },
  ]

  private static func address(_ text: String) throws(SettingError) -> String {
    guard ServerAddress(text) != nil else {
      throw SettingError(description: "must be host:port, [::]:port or unix:///path")
    }
    return text
  }
}
