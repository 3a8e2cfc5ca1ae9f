import EventHTTP
import LayoutService

/// All settings, in the order of `--help` (`contract.md` 9).
enum SettingsTable {
  static let all: [Setting] = addresses + work + limits + timeouts + manners + logs

  private static func setting(
    _ name: String, _ placeholder: String, _ defaultText: String, _ help: String,
    _ apply: @escaping @Sendable (String, inout ServeSettings) throws(SettingError) -> Void
  ) -> Setting {
    Setting(
      key: name.split(separator: "-").map(String.init), placeholder: placeholder,
      defaultText: defaultText, help: help, apply: apply)
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
    setting(
      "tatami-trusted-proxies", "LIST", "none",
      "proxies whose X-Forwarded-For is believed: addresses, ranges such as 10.0.0.0/8, unix"
    ) { text, settings throws(SettingError) in
      do throws(TrustedProxies.Malformed) {
        settings.trustedProxies = try TrustedProxies(SettingValue.list(text))
      } catch {
        throw SettingError(description: error.description)
      }
    },
  ]

  private static let work = [
    setting(
      "tatami-event-loops", "N", "1 per 4 cores, at least 1", "threads that serve connections"
    ) { text, settings throws(SettingError) in
      settings.limits.eventLoops = try SettingValue.count(text, in: 1...256)
    },
    setting("tatami-workers", "N", "cores", "layouts computed at once") {
      text, settings throws(SettingError) in
      settings.service.workers = try SettingValue.count(text, in: 1...256)
    },
    setting("tatami-cache-bytes", "SIZE", "512MiB", "what cached layouts may hold; 0: no cache") {
      text, settings throws(SettingError) in
      settings.service.cacheBytes = try SettingValue.size(text)
    },
  ]

  private static let limits = [
    setting("tatami-max-body-bytes", "SIZE", "64MiB", "of a body, after inflation") {
      text, settings throws(SettingError) in
      settings.service.maxBodyBytes = try SettingValue.size(text)
    },
    setting("tatami-max-items", "N", "2000000", "items of a document") {
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
    setting("tatami-max-connections", "N", "4096", "open at once; an idle one gives way") {
      text, settings throws(SettingError) in
      settings.limits.maxConnections = try SettingValue.count(text, in: 1...1_000_000)
    },
    setting("tatami-max-queue", "N", "256", "jobs that wait for a worker") {
      text, settings throws(SettingError) in
      settings.service.maxQueue = try SettingValue.count(text, in: 0...1_000_000)
    },
    setting("tatami-max-inflight-bytes", "SIZE", "512MiB", "bodies and answers held at once") {
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
    setting("tatami-shutdown-timeout", "SECONDS", "20", "for requests in flight after SIGTERM") {
      text, settings throws(SettingError) in
      settings.limits.shutdownTimeout = try SettingValue.seconds(text)
    },
  ]

  private static let manners = [
    setting("tatami-max-age", "SECONDS", "3600", "for which answers to GETs by id may be cached") {
      text, settings throws(SettingError) in
      settings.service.maxAge = try SettingValue.count(text, in: 0...(1 << 31))
    },
    setting("tatami-cors-origins", "LIST", "none", "origins whose pages may ask; * for any") {
      text, settings throws(SettingError) in
      settings.service.corsOrigins = SettingValue.list(text)
    },
    setting("tatami-api-keys", "LIST", "none", "keys that clients must send one of") {
      text, settings throws(SettingError) in
      settings.service.apiKeys = SettingValue.list(text)
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
