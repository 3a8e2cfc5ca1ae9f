import EventHTTP
import Logging
import TestSupport
import Testing
import ValkeyStore

@testable import LayoutService
@testable import tatami

/// The settings' table: flags, variables, defaults (Contract §9).
@Suite struct SettingsTests {
  private func read(
    _ arguments: [String] = [], _ environment: [String: String] = [:], cores: Int = 8
  ) throws -> ServeSettings {
    try SettingsReader.read(
      arguments: arguments, environment: environment, machine: Machine(processors: cores))
  }

  private func failure(_ arguments: [String] = [], _ environment: [String: String] = [:])
    -> String?
  {
    do {
      _ = try SettingsReader.read(
        arguments: arguments, environment: environment, machine: Machine())
      return nil
    } catch {
      return error.message
    }
  }

  @Test func `The defaults are the contract's`() throws {
    let settings = try read()
    #expect(settings.bind == "127.0.0.1:8080")
    #expect(settings.limits.eventLoops == 2)
    #expect(try read(cores: 3).limits.eventLoops == 1)
    #expect(settings.service.workers == 8)
    #expect(settings.service.cacheBytes == 512 * 1_024 * 1_024)
    #expect(settings.service.maxBodyBytes == 64 * 1_024 * 1_024)
    #expect(settings.service.maxItems == 2_000_000)
    #expect(settings.limits.headerBytes == 16 * 1_024)
    #expect(settings.limits.headerCount == 100)
    #expect(settings.limits.maxConnections == 4_096)
    #expect(settings.service.maxQueue == 256)
    #expect(settings.service.maxInflightBytes == 512 * 1_024 * 1_024)
    #expect(settings.limits.headerTimeout == 10)
    #expect(settings.limits.bodyTimeout == 30)
    #expect(settings.limits.writeTimeout == 30)
    #expect(settings.limits.idleTimeout == 75)
    #expect(settings.limits.shutdownTimeout == 20)
    #expect(settings.drainDelay == 0)
    #expect(settings.store == nil)
    #expect(settings.service.storePrefix == "tatami:")
    #expect(settings.service.storeMaxBytes == 16 * 1_024 * 1_024)
    #expect(settings.service.maxAge == 3_600)
    #expect(settings.service.corsOrigins.isEmpty)
    #expect(settings.service.apiKeys.isEmpty)
    #expect(settings.service.isPlaygroundOn)
    #expect(!settings.limits.acceptsProxyProtocol)
    #expect(settings.logLevel == .info)
    #expect(settings.logFormat == nil)
  }

  @Test func `Every setting has the contract's flag and variable`() {
    let variables = SettingsTable.all.map(\.variable)
    #expect(
      Set(variables).isSuperset(of: [
        "TATAMI_BIND", "TATAMI_EVENT_LOOPS", "TATAMI_WORKERS", "TATAMI_CACHE_BYTES",
        "TATAMI_MAX_BODY_BYTES", "TATAMI_MAX_ITEMS", "TATAMI_MAX_HEADER_BYTES",
        "TATAMI_MAX_HEADERS", "TATAMI_MAX_CONNECTIONS", "TATAMI_MAX_QUEUE",
        "TATAMI_MAX_INFLIGHT_BYTES", "TATAMI_HEADER_TIMEOUT", "TATAMI_BODY_TIMEOUT",
        "TATAMI_WRITE_TIMEOUT", "TATAMI_IDLE_TIMEOUT", "TATAMI_SHUTDOWN_TIMEOUT",
        "TATAMI_DRAIN_DELAY",
        "TATAMI_PROXY_PROTOCOL", "TATAMI_TRUSTED_PROXIES",
        "TATAMI_STORE", "TATAMI_STORE_PASSWORD", "TATAMI_STORE_PREFIX", "TATAMI_STORE_TTL",
        "TATAMI_STORE_TOUCH", "TATAMI_STORE_MAX_BYTES", "TATAMI_STORE_TIMEOUT",
        "TATAMI_MAX_AGE", "TATAMI_CORS_ORIGINS", "TATAMI_API_KEYS", "TATAMI_URL_KEYS",
        "TATAMI_PLAYGROUND",
        "TATAMI_LOG_LEVEL", "TATAMI_LOG_FORMAT", "TATAMI_API_KEYS_FILE",
        "TATAMI_URL_KEYS_FILE", "TATAMI_STORE_PASSWORD_FILE",
      ]))
    #expect(Set(variables).count == variables.count)
    #expect(variables.allSatisfy { $0.hasPrefix("TATAMI_") && $0 != "TATAMI_PORT" })
    for setting in SettingsTable.all {
      let words = setting.flag.dropFirst(2).uppercased().replacing("-", with: "_")
      #expect(setting.variable == "TATAMI_\(words)")
      let usage =
        setting.hasNoFlag
        ? "\(setting.variable)=\(setting.placeholder)" : "\(setting.flag) \(setting.placeholder)"
      #expect(SettingsReader.help.contains("\n  \(usage)\n"))
      #expect(SettingsReader.help.contains(setting.variable))
      #expect(SettingsReader.help.contains("default \(setting.defaultText)"))
    }
  }

  @Test func `Flags beat the environment`() throws {
    let environment = [
      "TATAMI_MAX_ITEMS": "5", "TATAMI_MAX_QUEUE": "7", "TATAMI_LOG_LEVEL": "error",
    ]
    let settings = try read(["--max-items", "6", "--log-level=debug"], environment)
    #expect(settings.service.maxItems == 6)
    #expect(settings.service.maxQueue == 7)
    #expect(settings.logLevel == .debug)
    // An empty variable is none.
    #expect(try read([], ["TATAMI_MAX_ITEMS": ""]).service.maxItems == 2_000_000)
  }

  @Test func `Sizes, seconds, lists and switches`() throws {
    for (text, bytes) in [
      ("0", 0), ("1048576", 1 << 20), ("64KiB", 64 << 10), ("3 MiB", 3 << 20), ("1GiB", 1 << 30),
    ] {
      #expect(try read(["--cache-bytes", text]).service.cacheBytes == bytes)
    }
    #expect(try read(["--idle-timeout", "0.25"]).limits.idleTimeout == 0.25)
    #expect(try read(["--drain-delay", "0"]).drainDelay == 0)
    #expect(try read([], ["TATAMI_DRAIN_DELAY": "2.5"]).drainDelay == 2.5)
    #expect(
      try read([], ["TATAMI_API_KEYS": "a, b,,c "]).service.apiKeys == ["a", "b", "c"])
    #expect(
      try read([], ["TATAMI_CORS_ORIGINS": "https://a.example,http://localhost:3000"])
        .service.corsOrigins == ["https://a.example", "http://localhost:3000"])
    #expect(try !read(["--playground", "off"]).service.isPlaygroundOn)
    #expect(try read(["--proxy-protocol", "on"]).limits.acceptsProxyProtocol)
    #expect(try read(["--log-format", "json"]).logFormat == .json)
    let proxies = "10.0.0.0/8, 192.0.2.1,2001:db8::/32 ,unix"
    let trusted = try read([], ["TATAMI_TRUSTED_PROXIES": proxies]).service
      .trustedProxies
    let request = try TestRequest.head("GET", "/", ["X-Forwarded-For: 203.0.113.5"])
    for peer in ["10.1.2.3:1", "192.0.2.1:1", "[2001:db8:1::]:1", "unix"] {
      #expect(trusted.client(of: request, from: peer) != nil)
      #expect(try read().service.trustedProxies.client(of: request, from: peer) == nil)
    }
    for address in ["0.0.0.0:0", "[::]:8080", "unix:///run/tatami.sock", "localhost:80"] {
      #expect(try read(["--bind", address]).bind == address)
    }
  }

  @Test func `PORT alone means every address`() throws {
    #expect(try read([], ["PORT": "9000"]).bind == "0.0.0.0:9000")
    #expect(try read([], ["PORT": "9000", "TATAMI_BIND": "[::1]:1"]).bind == "[::1]:1")
    #expect(try read(["--bind", "[::1]:2"], ["PORT": "9000"]).bind == "[::1]:2")
    // Not even read where an address is set.
    #expect(try read(["--bind", "[::1]:2"], ["PORT": "many"]).bind == "[::1]:2")
    #expect(failure([], ["PORT": "many"])?.contains("(got \"many\")") == true)
    #expect(failure([], ["PORT": "many", "TATAMI_BIND": ""])?.contains("PORT") == true)
    #expect(try read([], ["PORT": ""]).bind == "127.0.0.1:8080")
    // Kubernetes sets this one itself.
    #expect(try read([], ["TATAMI_PORT": "tcp://10.0.0.1:80"]).bind == "127.0.0.1:8080")
  }

  @Test(arguments: [
    ("--cache-bytes", "TATAMI_CACHE_BYTES", "64MB"), ("--cache-bytes", "TATAMI_CACHE_BYTES", "-1"),
    ("--cache-bytes", "TATAMI_CACHE_BYTES", "9999999999GiB"),
    ("--max-items", "TATAMI_MAX_ITEMS", "many"), ("--workers", "TATAMI_WORKERS", "0"),
    ("--header-timeout", "TATAMI_HEADER_TIMEOUT", "0"),
    ("--header-timeout", "TATAMI_HEADER_TIMEOUT", "nan"),
    ("--drain-delay", "TATAMI_DRAIN_DELAY", "-1"), ("--drain-delay", "TATAMI_DRAIN_DELAY", "nan"),
    ("--bind", "TATAMI_BIND", "8080"),
    ("--bind", "TATAMI_BIND", "localhost:99999"), ("--playground", "TATAMI_PLAYGROUND", "maybe"),
    ("--log-level", "TATAMI_LOG_LEVEL", "loud"), ("--log-format", "TATAMI_LOG_FORMAT", "xml"),
    ("--max-header-bytes", "TATAMI_MAX_HEADER_BYTES", "10"),
    ("--proxy-protocol", "TATAMI_PROXY_PROTOCOL", "v2"),
    ("--trusted-proxies", "TATAMI_TRUSTED_PROXIES", "10.0.0.0/33"),
    ("--trusted-proxies", "TATAMI_TRUSTED_PROXIES", "unix,proxy.example"),
  ])
  func `A bad value is told with its flag and its variable`(
    _ flag: String, _ variable: String, _ value: String
  ) throws {
    for message in [failure([flag, value]), failure([], [variable: value])] {
      let message = try #require(message)
      #expect(message.contains(flag))
      #expect(message.contains(variable))
      #expect(message.contains(value))
    }
  }

  @Test(arguments: [
    (nil, "TATAMI_API_KEYS"), ("--cors-origins", "TATAMI_CORS_ORIGINS"),
    ("--trusted-proxies", "TATAMI_TRUSTED_PROXIES"),
    ("--fallback-fonts", "TATAMI_FALLBACK_FONTS"), (nil, "TATAMI_URL_KEYS"),
    ("--generic-families", "TATAMI_GENERIC_FAMILIES"), ("--key-limits", "TATAMI_KEY_LIMITS"),
  ])
  func `A list that is set names something`(_ flag: String?, _ variable: String) throws {
    for value in ["", " ", ",", " , ,"] {
      let flagged = flag.map { failure([$0, value]) }
      for message in [failure([], [variable: value])] + (flagged.map { [$0] } ?? []) {
        let message = try #require(message, "\(variable)=\"\(value)\"")
        if let flag { #expect(message.contains(flag)) }
        #expect(message.contains(variable))
        #expect(message.contains("names nothing"))
      }
    }
    #expect(SettingsTable.all.filter(\.isList).contains { $0.variable == variable })
    #expect(SettingsTable.all.count { $0.isList } == 7)
  }

  @Test func `A key for URLs is long, and needs API keys beside it`() throws {
    let long = "0123456789abcdef"
    let keys = try read([], ["TATAMI_URL_KEYS": "\(long),\(long)+"]).service.urlKeys
    #expect(keys == [long, "\(long)+"])
    for value in ["s3cret", "\(long),s3cret", "\(long)s3 cret", "\(long)s3\n"] {
      let message = try #require(failure([], ["TATAMI_URL_KEYS": value]))
      #expect(message.hasPrefix("TATAMI_URL_KEYS: key "))
      #expect(!message.contains("--url-keys"))
      #expect(!message.contains("s3") && !message.contains(long))
    }
    let many = (100...200).map { "0123456789abc\($0)" }.joined(separator: ",")
    #expect(failure([], ["TATAMI_URL_KEYS": many])?.contains("at most 100 may sign") == true)
    func complete(_ environment: [String: String]) throws(SettingsReader.Failure) -> ServeSettings {
      try SettingsReader.complete(arguments: [], environment: environment, machine: Machine())
    }
    let alone = #expect(throws: SettingsReader.Failure.self) {
      try complete(["TATAMI_URL_KEYS": long])
    }
    #expect(alone?.message.hasPrefix("TATAMI_URL_KEYS: needs TATAMI_API_KEYS_FILE or ") == true)
    let both = try complete(["TATAMI_URL_KEYS": long, "TATAMI_API_KEYS": "a"])
    #expect(both.service.urlKeys == [long])
  }

  @Test func `A key that no client can send is refused, and not repeated`() throws {
    for value in [
      "s3cret\n", "\ts3cret", "s3cret\t", "good,s3cret\r\n", "s3 cret", "s3crét", "s3\u{7F}",
    ] {
      let message = try #require(failure([], ["TATAMI_API_KEYS": value]))
      #expect(message.contains("TATAMI_API_KEYS"))
      #expect(!message.contains("s3"))
      #expect(!message.contains("--api-keys"))
    }
    #expect(failure([], ["TATAMI_API_KEYS": "good,s3 cret"])?.contains("key 2 ") == true)
    // Every key that is let in opens the service.
    for key in ["abcDEF-._~+/==", "!#$%&'()*:;<>?@[]^`{|}\"\\"] {
      let keys = try read([], ["TATAMI_API_KEYS": key]).service.apiKeys
      let request = try TestRequest.head("GET", "/metrics", ["Authorization: Bearer \(key)"])
      #expect(APIKeys(keys, KeyAccounts(KeyLimits())).account(of: request) != nil)
    }
  }

  @Test func `Limits of keys are those of all, or those of a key that there is`() throws {
    let keys = ["TATAMI_API_KEYS": "web:one,two"]
    func limits(_ text: String) throws -> KeyLimits {
      try read([], keys.merging(["TATAMI_KEY_LIMITS": text]) { $1 }).service.keyLimits
    }
    let both = try limits("requests=600, cpu=2.5,web:cpu=30")
    #expect(both.ofAll == [.requests: 600, .cpu: 2.5])
    #expect(both.byName == ["web": [.cpu: 30]])
    for (text, part) in [
      ("requests", "must be limits"), ("memory=3", "must be limits"), (":cpu=3", "must be limits"),
      ("a b:cpu=3", "must be limits"), ("cpu=0", "greater than 0"), ("cpu=nan", "greater than 0"),
      ("requests=1.5", "a whole number"), ("cpu=1,cpu=2", "twice"),
    ] {
      let message = failure([], keys.merging(["TATAMI_KEY_LIMITS": text]) { $1 })
      #expect(message?.contains(part) == true, "\(text): \(message ?? "none")")
    }
    func complete(_ environment: [String: String]) -> String? {
      do {
        _ = try SettingsReader.complete(
          arguments: [], environment: environment, machine: Machine())
        return nil
      } catch {
        return error.message
      }
    }
    #expect(complete(keys.merging(["TATAMI_KEY_LIMITS": "web:cpu=1,key-2:cpu=1"]) { $1 }) == nil)
    #expect(
      complete(keys.merging(["TATAMI_KEY_LIMITS": "wen:cpu=1"]) { $1 })?.contains("\"wen\"") == true
    )
    #expect(complete(["TATAMI_KEY_LIMITS": "cpu=1"])?.contains("needs TATAMI_API_KEYS") == true)
  }

  @Test(arguments: [
    "https://a.example/", "https://a.example/path", "https://a.example?x", "https://a.example#x",
    "https://a@b.example", "a.example", "//a.example", "https:a.example", "https://", "://a",
    "https://A.example", "HTTPS://a.example", "https://bücher.example", "https://*.a.example",
    "https://a.example:443", "http://a.example:80", "https://a.example:", "https://a.example:0",
    "https://a.example:065", "https://a.example:65536", "https://a.example:x", "https://a b",
    "https://a.example\n", "https://[::1", "https://[]", "https://[::1]x", "**", "Null",
  ])
  func `An origin that no browser sends is refused`(_ origin: String) throws {
    for list in [origin, "https://a.example,\(origin)"] {
      for message in [
        failure(["--cors-origins", list]), failure([], ["TATAMI_CORS_ORIGINS": list]),
      ] {
        let message = try #require(message, "\(list)")
        #expect(message.contains("--cors-origins"))
        #expect(message.contains("TATAMI_CORS_ORIGINS"))
      }
    }
  }

  @Test(arguments: [
    "*", "null", "https://a.example", "http://localhost:3000", "https://a.example:8443",
    "http://a.example:443", "http://[::1]:8080", "http://192.0.2.1",
    "https://xn--bcher-kva.example",
    "capacitor://localhost", "moz-extension://1b2c-3d", "http://a_b.example", "https://a.example.",
  ])
  func `An origin that a browser sends is let in`(_ origin: String) throws {
    let origins = try read(["--cors-origins", origin]).service.corsOrigins
    #expect(origins == [origin])
    let request = try TestRequest.head("GET", "/healthz", ["Origin: \(origin)"])
    #expect(CORSPolicy(origins: origins).allowedOrigin(request) == Array(origin.utf8))
  }

  @Test func `Unknown, doubled and half flags are told`() throws {
    #expect(failure(["--colour", "red"])?.contains("--colour") == true)
    #expect(failure(["red"])?.contains("red") == true)
    #expect(failure(["--bind"])?.contains("needs a value") == true)
    #expect(failure(["--max-items", "1", "--max-items=2"])?.contains("more than once") == true)
    #expect(failure([], ["PORT": "x"])?.contains("PORT") == true)
  }

  /// Kubernetes sets the last ones for services whose names begin with tatami.
  @Test(arguments: [
    ("TATAMI_MAX_BODY_BYTE", "1", "did you mean TATAMI_MAX_BODY_BYTES?"),
    ("TATAMI_CORS_ORIGIN", "*", "did you mean TATAMI_CORS_ORIGINS?"),
    ("TATAMI_Workers", "2", "did you mean TATAMI_WORKERS?"),
    ("TATAMI_PORT", "8080", "did you mean PORT?"),
    ("TATAMI_LOG_LEVE", "debug", "did you mean TATAMI_LOG_LEVEL?"),
    ("TATAMI_LOG_LEVEL", "debug", nil), ("LOG_LEVEL", "debug", nil),
    ("TATAMI_STOR", "a", "did you mean TATAMI_STORE?"),
    ("TATAMI_DEBUG", "1", "tatami serve --help"),
    ("TATAMI_WORKERS", "2", nil), ("TATAMI_URL", "http://a", nil), ("PATH", "/bin", nil),
    ("TATAMI_PORT", "tcp://10.0.0.1:80", nil), ("TATAMI_SERVICE_HOST", "10.0.0.1", nil),
    ("TATAMI_SERVICE_PORT", "80", nil), ("TATAMI_SERVICE_PORT_HTTP", "80", nil),
    ("TATAMI_PORT_80_TCP_ADDR", "10.0.0.1", nil), ("TATAMI_STORE_SERVICE_HOST", "a", nil),
    ("TATAMI_STORE_PORT", "tcp://10.0.0.1:6379", nil),
    ("TATAMI_STORE_PORT_6379_TCP", "tcp://10.0.0.1:6379", nil),
  ])
  func `A variable that is no setting is told`(_ name: String, _ value: String, _ hint: String?) {
    let sentences = UnknownVariables.sentences(about: [name: value])
    #expect(sentences.count == (hint == nil ? 0 : 1))
    if let hint { #expect(sentences.first?.contains("\(name) is not a setting; \(hint)") == true) }
  }

  @Test func `Twenty variables are told, in order`() {
    let names = (10..<40).map { "TATAMI_X\($0)" }
    let sentences = UnknownVariables.sentences(
      about: Dictionary(uniqueKeysWithValues: names.map { ($0, "") }))
    #expect(sentences.map { $0.prefix { $0 != " " } } == names.prefix(20).map { $0[...] })
  }

  @Test func `LOG_LEVEL is read where TATAMI_LOG_LEVEL is not set`() throws {
    #expect(try read([], ["LOG_LEVEL": "error"]).logLevel == .error)
    #expect(try read([], ["TATAMI_LOG_LEVEL": "debug", "LOG_LEVEL": "error"]).logLevel == .debug)
    #expect(try read([], ["TATAMI_LOG_LEVEL": "", "LOG_LEVEL": "error"]).logLevel == .error)
    #expect(try read(["--log-level", "trace"], ["LOG_LEVEL": "error"]).logLevel == .trace)
    let message = try #require(failure([], ["LOG_LEVEL": "loud"]))
    #expect(message.hasPrefix("LOG_LEVEL (flag --log-level): must be one of "))
  }

  @Test(arguments: [
    ("--api-keys", "TATAMI_API_KEYS", "s3cret"),
    ("--url-keys", "TATAMI_URL_KEYS", "s3cret-0123456789"),
    ("--store-password", "TATAMI_STORE_PASSWORD", "s3cret"),
  ])
  func `A secret is no flag, and is not repeated`(
    _ flag: String, _ variable: String, _ secret: String
  ) throws {
    for arguments in [[flag, secret], ["\(flag)=\(secret)"], [flag]] {
      let message = try #require(failure(arguments))
      #expect(message.hasPrefix("\(flag): process lists show command lines"))
      #expect(message.hasSuffix("set \(variable)_FILE or \(variable)"))
      #expect(!message.contains("s3"))
    }
    let both = failure([], [variable: secret, "\(variable)_FILE": "/run/secret"])
    #expect(both == "\(variable) and \(variable)_FILE are both set; set one of them")
  }

  @Test func `Keys are never repeated in messages`() {
    let secret = SettingsTable.all.filter(\.isSecret).map(\.variable)
    #expect(
      secret == ["TATAMI_STORE", "TATAMI_STORE_PASSWORD", "TATAMI_API_KEYS", "TATAMI_URL_KEYS"])
  }

  @Test func `A store is read with its defaults, or with what is set`() throws {
    let plain = try #require(try read(["--store", "redis://store"]).store)
    #expect("\(plain.address)" == "redis://store:6379")
    #expect(plain.password == nil)
    #expect(plain.lifetime == 604_800)
    #expect(plain.timeout == 0.25)
    #expect(plain.maxPendingBytes == 32 << 20)
    let environment = [
      "TATAMI_STORE": "valkey://ann@[::1]:7000", "TATAMI_STORE_PASSWORD": "s3 cret",
      "TATAMI_STORE_PREFIX": "blue:", "TATAMI_STORE_TTL": "0", "TATAMI_STORE_MAX_BYTES": "1MiB",
      "TATAMI_STORE_TIMEOUT": "1.5",
      // Kubernetes sets these itself.
      "TATAMI_STORE_PORT": "tcp://10.0.0.1:6379", "TATAMI_STORE_SERVICE_HOST": "10.0.0.1",
    ]
    let settings = try read([], environment)
    let store = try #require(settings.store)
    #expect("\(store.address)" == "redis://ann@[::1]:7000")
    #expect(store.password == "s3 cret")
    #expect(store.lifetime == 0)
    #expect(store.timeout == 1.5)
    #expect(settings.service.storePrefix == "blue:")
    #expect(settings.service.storeMaxBytes == 1 << 20)
    let unix = try #require(try read(["--store=unix:///run/valkey.sock"]).store)
    #expect("\(unix.address)" == "unix:///run/valkey.sock")
    // A small container has less room for what waits.
    let small = try SettingsReader.read(
      arguments: ["--store", "redis://store"], environment: [:],
      machine: Machine(memory: 256 << 20))
    #expect(small.store?.maxPendingBytes == 8 << 20)
  }

  @Test func `A store's password is never repeated`() throws {
    let password = try #require(failure([], ["TATAMI_STORE_PASSWORD": "s3cret\n"]))
    #expect(password.contains("TATAMI_STORE_PASSWORD"))
    #expect(!password.contains("s3"))
    for (flag, variable, value) in [
      ("--store", "TATAMI_STORE", "redis://:s3cret@store"),
      ("--store", "TATAMI_STORE", "redis://ann:s3cret@store"),
      ("--store", "TATAMI_STORE", "rediss://:s3cret@store"),
    ] {
      for message in [failure([flag, value]), failure([], [variable: value])] {
        let message = try #require(message, "\(value)")
        #expect(message.contains(flag))
        #expect(message.contains(variable))
        #expect(!message.contains("s3"))
      }
    }
  }

  @Test func `What a store cannot be is told`() throws {
    for (flag, value, reason) in [
      ("--store", "rediss://store", "TLS"), ("--store", "redis://store/1", "TATAMI_STORE_PREFIX"),
      ("--store", "store", "must be redis://"), ("--store-ttl", "-1", "whole number"),
      ("--store-ttl", "1d", "whole number"), ("--store-timeout", "0", "seconds greater than 0"),
      ("--store-max-bytes", "16MB", "bytes"), ("--store-prefix", "a b", "without spaces"),
      ("--store-prefix", "blau:ü", "ASCII"),
    ] {
      #expect(failure([flag, value])?.contains(reason) == true, "\(flag) \(value)")
    }
  }
}
