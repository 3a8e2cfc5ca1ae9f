import EventHTTP
import LayoutService
import ValkeyStore

/// All settings, in the order of `--help` (Contract §9).
enum SettingsTable {
  static let all: [Setting] = addresses + work + texts + limits + timeouts + stores + manners + logs

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

  /// Makes a setting a secret that only a variable may contain: process lists show flags.
  private static func variableOnly(_ setting: Setting) -> Setting {
    var setting = setting
    setting.isSecret = true
    setting.hasNoFlag = true
    return setting
  }

  /// Adds an earlier name of a setting's variable, which still works.
  private static func formerly(_ variable: String, _ setting: Setting) -> Setting {
    var setting = setting
    setting.formerVariable = variable
    return setting
  }

  /// The key of the setting in whose place the variable `PORT` is read if the setting has no value.
  static let bindKey = ["tatami", "bind"]
  /// The key of the setting on which the defaults of other settings depend.
  static let workersKey = ["tatami", "workers"]

  /// Returns the text for a default that is lower if the container has little memory.
  private static func atMost(_ text: String) -> String {
    "at most \(text) from the container's memory"
  }

  private static let addresses = [
    setting(
      "tatami-bind", "ADDRESS", "127.0.0.1:8080",
      "address to listen on: host:port, [::]:port or unix:///path; 0.0.0.0:PORT if only PORT is set"
    ) { text, settings throws(SettingError) in settings.bind = try address(text) },
    setting(
      "tatami-metrics-bind", "ADDRESS", "none",
      "address of a separate listener for /metrics, /healthz, /readyz, /version and /debug"
    ) { text, settings throws(SettingError) in settings.metricsBind = try address(text) },
    setting(
      "tatami-proxy-protocol", "on|off", "off",
      "whether connections, except those to --metrics-bind, begin with a PROXY protocol header"
    ) { text, settings throws(SettingError) in
      settings.limits.acceptsProxyProtocol = try SettingValue.toggle(text)
    },
    listSetting(
      "tatami-trusted-proxies",
      "proxies whose X-Forwarded-For names the client: addresses, ranges such as 10.0.0.0/8, unix"
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
      "layouts computed at once; the default follows CPU affinity, CPU quota and 128 MiB per worker"
    ) {
      text, settings throws(SettingError) in
      settings.service.workers = try SettingValue.count(text, in: 1...256)
    },
    setting(
      "tatami-cache-bytes", "SIZE", atMost("512MiB"),
      "memory for cached layouts, at most a quarter of it for one layout; 0 turns the cache off"
    ) {
      text, settings throws(SettingError) in
      settings.service.cacheBytes = try SettingValue.size(text)
    },
  ]

  private static let texts = [
    setting(
      "tatami-fonts", "PATHS", "/usr/share/fonts:/usr/local/share/fonts",
      "fonts in which texts are measured: files, or folders with those in them, separated by colons"
    ) { text, settings throws(SettingError) in
      settings.service.fontPaths = text.split(separator: ":").map(String.init)
    },
    listSetting(
      "tatami-fallback-fonts",
      "families that are tried for characters that no family of a text style has, in this order"
    ) { entries, settings throws(SettingError) in settings.service.fallbackFonts = entries },
    listSetting(
      "tatami-generic-families",
      "families for CSS's generic ones, such as sans-serif=Inter,monospace=DejaVu Sans Mono; without one, a generic family is refused"
    ) { entries, settings throws(SettingError) in
      settings.service.genericFamilies = try SettingValue.genericFamilies(entries)
    },
    setting(
      "tatami-text-cache-bytes", "SIZE", atMost("64MiB"),
      "memory for measured texts, which later layouts with the same texts reuse"
    ) { text, settings throws(SettingError) in
      settings.service.textCacheBytes = try SettingValue.size(text)
    },
  ]

  private static let limits = [
    setting(
      "tatami-max-body-bytes", "SIZE", atMost("64MiB"),
      "maximum size of a request body, after inflation"
    ) {
      text, settings throws(SettingError) in
      settings.service.maxBodyBytes = try SettingValue.size(text)
    },
    setting(
      "tatami-max-items", "N", atMost("2000000"), "maximum number of items in a document"
    ) {
      text, settings throws(SettingError) in
      settings.service.maxItems = try SettingValue.count(text, in: 0...(.max))
    },
    setting(
      "tatami-max-header-bytes", "SIZE", "16KiB",
      "maximum size of a request's head: the request line and the header fields"
    ) {
      text, settings throws(SettingError) in
      let size = try SettingValue.size(text)
      guard 256...(1 << 20) ~= size else {
        throw SettingError(description: "must be from 256 bytes to 1MiB")
      }
      settings.limits.headerBytes = size
    },
    setting("tatami-max-headers", "N", "100", "maximum number of header fields in a request") {
      text, settings throws(SettingError) in
      settings.limits.headerCount = try SettingValue.count(text, in: 1...10_000)
    },
    setting(
      "tatami-max-connections", "N", atMost("4096"),
      "maximum number of open connections; a new one beyond it closes one that is idle"
    ) {
      text, settings throws(SettingError) in
      settings.limits.maxConnections = try SettingValue.count(text, in: 1...1_000_000)
    },
    setting("tatami-max-queue", "N", "256", "maximum number of jobs that wait for a worker") {
      text, settings throws(SettingError) in
      settings.service.maxQueue = try SettingValue.count(text, in: 0...1_000_000)
    },
    setting(
      "tatami-max-inflight-bytes", "SIZE", atMost("512MiB"),
      "maximum size of all request and response bodies in memory at once"
    ) {
      text, settings throws(SettingError) in
      settings.service.maxInflightBytes = try SettingValue.size(text)
    },
  ]

  private static let timeouts = [
    setting("tatami-header-timeout", "SECONDS", "10", "time limit for receiving a request's head") {
      text, settings throws(SettingError) in
      settings.limits.headerTimeout = try SettingValue.seconds(text)
    },
    setting("tatami-body-timeout", "SECONDS", "30", "time limit for receiving a request's body") {
      text, settings throws(SettingError) in
      settings.limits.bodyTimeout = try SettingValue.seconds(text)
    },
    setting(
      "tatami-write-timeout", "SECONDS", "30",
      "time limit for sending a response; starts again with every 64 KiB that the client reads"
    ) {
      text, settings throws(SettingError) in
      settings.limits.writeTimeout = try SettingValue.seconds(text)
    },
    setting(
      "tatami-idle-timeout", "SECONDS", "75", "time limit between two requests of a connection"
    ) {
      text, settings throws(SettingError) in
      settings.limits.idleTimeout = try SettingValue.seconds(text)
    },
    setting(
      "tatami-work-timeout", "SECONDS", "30",
      "time limit for a job, including its wait for a worker"
    ) {
      text, settings throws(SettingError) in
      settings.service.workTimeout = try SettingValue.seconds(text)
    },
    setting(
      "tatami-drain-delay", "SECONDS", "0",
      "how long connections are still accepted after SIGTERM or SIGINT, while /readyz responds with 503"
    ) {
      text, settings throws(SettingError) in
      settings.drainDelay = try SettingValue.delay(text)
    },
    setting(
      "tatami-shutdown-timeout", "SECONDS", "20",
      "time limit for requests in flight after SIGTERM or SIGINT, from the end of the drain delay"
    ) {
      text, settings throws(SettingError) in
      settings.limits.shutdownTimeout = try SettingValue.seconds(text)
    },
  ]

  private static let stores = [
    secretSetting(
      "tatami-store", "ADDRESS",
      "the store that replicas share: redis://[user@]host:port, valkey:// or unix:///path"
    ) { text, settings throws(SettingError) in
      do throws(StoreAddress.Malformed) {
        settings.storeAddress = try StoreAddress(text)
      } catch {
        throw SettingError(description: error.description)
      }
    },
    variableOnly(
      secretSetting("tatami-store-password", "TEXT", "the store's password, for AUTH") {
        text, settings throws(SettingError) in
        settings.storePassword = try SecretFiles.checkedPassword(text)
      }),
    setting(
      "tatami-store-password-file", "PATH", "none",
      "a file that contains the store's password; read again on SIGHUP"
    ) { text, settings throws(SettingError) in settings.secretFiles.storePassword = text },
    setting("tatami-store-prefix", "TEXT", "tatami:", "the prefix of the store's keys") {
      text, settings throws(SettingError) in
      guard text.utf8.count <= 200, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
        throw SettingError(
          description: "must be at most 200 printable ASCII characters, without spaces")
      }
      settings.service.storePrefix = text
    },
    setting(
      "tatami-store-ttl", "SECONDS", "604800",
      "time to live of a document in the store after its last use; with 0 documents do not expire"
    ) { text, settings throws(SettingError) in
      settings.service.storeLifetime = try SettingValue.count(text, in: 0...(1 << 31))
    },
    setting(
      "tatami-store-touch", "SECONDS", "60",
      "minimum time between two renewals of a document; maximum time until replicas see a DELETE"
    ) { text, settings throws(SettingError) in
      settings.service.storeTouch = try SettingValue.count(text, in: 1...3_600)
    },
    setting(
      "tatami-store-max-bytes", "SIZE", "16MiB",
      "maximum size of a document as stored (compressed); larger ones are not stored"
    ) { text, settings throws(SettingError) in
      settings.service.storeMaxBytes = try SettingValue.size(text)
    },
    setting(
      "tatami-store-timeout", "SECONDS", "0.25",
      "time limit for a fetch's first bytes, for each 256 KiB after them, and for a write"
    ) { text, settings throws(SettingError) in
      settings.storeTimeout = try SettingValue.seconds(text)
    },
  ]

  private static let manners = [
    setting(
      "tatami-max-age", "SECONDS", "3600", "how long clients may cache responses to GETs by id"
    ) {
      text, settings throws(SettingError) in
      settings.service.maxAge = try SettingValue.count(text, in: 0...(1 << 31))
    },
    listSetting(
      "tatami-cors-origins",
      "origins whose pages may send requests, such as https://app.example; * for any"
    ) { entries, settings throws(SettingError) in
      for entry in entries { try ListEntry.checkOrigin(entry) }
      settings.service.corsOrigins = entries
    },
    variableOnly(
      listSetting(
        "tatami-api-keys",
        "API keys, or name:key; if set, requests other than health checks need Authorization: Bearer KEY"
      ) {
        entries, settings throws(SettingError) in
        settings.service.apiKeys = try SecretFiles.checkedKeys(entries)
      }),
    setting(
      "tatami-api-keys-file", "PATH", "none",
      "a file that contains API keys, one per line or separated by commas; read again on SIGHUP"
    ) { text, settings throws(SettingError) in settings.secretFiles.apiKeys = text },
    listSetting(
      "tatami-key-limits",
      "what each API key may use in a minute, such as requests=6000,cpu=30, and web:requests=600 for the key web"
    ) { entries, settings throws(SettingError) in
      settings.service.keyLimits = try SettingValue.keyLimits(entries)
    },
    variableOnly(
      listSetting(
        "tatami-url-keys",
        "keys that sign URLs, for GETs without an API key; the first one signs (tatami sign)"
      ) { entries, settings throws(SettingError) in
        settings.service.urlKeys = try SecretFiles.checkedURLKeys(entries)
      }),
    setting(
      "tatami-url-keys-file", "PATH", "none",
      "a file that contains keys that sign URLs, in the form of API keys; read again on SIGHUP"
    ) { text, settings throws(SettingError) in settings.secretFiles.urlKeys = text },
    setting(
      "tatami-share-signed", "on|off", "on",
      "whether shared caches may keep pictures and style sheets of signed URLs until these expire"
    ) { text, settings throws(SettingError) in
      settings.service.sharesSignedPictures = try SettingValue.toggle(text)
    },
    setting("tatami-playground", "on|off", "on", "whether to serve the playground at /") {
      text, settings throws(SettingError) in
      settings.service.isPlaygroundOn = try SettingValue.toggle(text)
    },
  ]

  private static let logs = [
    formerly(
      "LOG_LEVEL",
      setting(
        "tatami-log-level", "LEVEL", "info",
        "lowest level to log: trace, debug, info, notice, warning, error or critical"
      ) {
        text, settings throws(SettingError) in
        settings.logLevel = try SettingValue.level(text)
      }),
    setting(
      "tatami-log-format", "text|json|auto", "auto",
      "format of log lines; auto: text on a terminal, else JSON"
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
