import HTTPMessage
import LayoutAPI
import TestSupport
import Testing

@testable import LayoutService

/// What the clients of an API key may use in a minute (Contract §22).
@Suite(.waits) struct KeyLimitsTests {
  private static let second: UInt64 = 1_000_000_000

  private static func limits(
    requests: Double? = nil, cpu: Double? = nil,
    _ byName: [String: [KeyLimits.Resource: Double]] = [:]
  ) -> KeyLimits {
    var limits = KeyLimits()
    if let requests { limits.ofAll[.requests] = requests }
    if let cpu { limits.ofAll[.cpu] = cpu }
    limits.byName = byName
    return limits
  }

  private func refusal(
    _ accounts: KeyAccounts, _ account: HTTPClient.Account, at now: UInt64
  ) -> Int? {
    do {
      try accounts.admit(account, at: now)
      return nil
    } catch {
      return error.rateLimit?.seconds
    }
  }

  @Test func `Requests beyond the minute's wait until there is room for one`() {
    let accounts = KeyAccounts(Self.limits(requests: 6))
    let one = accounts.number(of: "one", at: 0)
    for _ in 0..<6 { #expect(refusal(accounts, one, at: 0) == nil) }
    #expect(refusal(accounts, one, at: 0) == 10)
    #expect(refusal(accounts, one, at: 9 * Self.second) == 1)
    #expect(refusal(accounts, one, at: 10 * Self.second) == nil)
    #expect(refusal(accounts, one, at: 10 * Self.second) == 10)
    // An unused minute is worth no more than one.
    for _ in 0..<6 { #expect(refusal(accounts, one, at: 1000 * Self.second) == nil) }
    #expect(refusal(accounts, one, at: 1000 * Self.second) == 10)
    #expect(accounts.usage.map(\.requests) == [13])
    #expect(accounts.usage[0].refused[.requests] == 4)
  }

  @Test func `Time that a job took beyond the minute's is paid before the next request`() {
    let accounts = KeyAccounts(Self.limits(cpu: 3))
    let one = accounts.number(of: "one", at: 0)
    #expect(refusal(accounts, one, at: 0) == nil)
    accounts.charge(one, cpu: 4 * Self.second, at: 0)
    #expect(refusal(accounts, one, at: 0) == 20)
    #expect(refusal(accounts, one, at: 19 * Self.second) == 1)
    #expect(refusal(accounts, one, at: 21 * Self.second) == nil)
    #expect(accounts.usage[0].cpu == 4 * Self.second)
  }

  @Test func `A key's own limits come before those of all, and keys of one name share theirs`() {
    let accounts = KeyAccounts(
      Self.limits(requests: 1, ["batch": [.requests: 2], "metrics": [.cpu: 1]]))
    let batch = accounts.number(of: "batch", at: 0)
    #expect(accounts.number(of: "batch", at: 0) == batch)
    for _ in 0..<2 { #expect(refusal(accounts, batch, at: 0) == nil) }
    #expect(refusal(accounts, batch, at: 0) == 30)
    let other = accounts.number(of: "metrics", at: 0)
    #expect(refusal(accounts, other, at: 0) == nil)
    #expect(refusal(accounts, other, at: 0) == 60)
  }

  @Test func `A refused request says what is used up, and when to come again`() throws {
    let service = TestService {
      $0.apiKeys = ["web:first-key", "batch:second-key"]
      $0.keyLimits = Self.limits(["web": [.requests: 2]])
      $0.corsOrigins = ["*"]
    }
    let web = ["Authorization: Bearer first-key"]
    #expect(
      try service.send("POST", "/v1/layouts", web, text: TestDocument.waterfall).status == 201)
    // A slow machine may take the half minute in which another request is allowed.
    var (admitted, refused) = (1, try service.send("GET", "/metrics", web))
    while refused.status == 200 {
      admitted += 1
      refused = try service.send("GET", "/metrics", web)
    }
    #expect(refused.status == 429)
    #expect(try refused.problem() == "too-many-requests")
    let seconds = try #require(refused["retry-after"].flatMap { Int($0) })
    #expect(1...30 ~= seconds)
    #expect(refused["ratelimit-policy"] == "\"requests\";q=2;w=60")
    #expect(refused["ratelimit"] == "\"requests\";r=0;t=\(seconds)")
    #expect(refused["access-control-expose-headers"]?.contains("RateLimit-Policy") == true)
    #expect(refused["cache-control"] == "no-store")
    // Neither health checks nor other keys are concerned.
    #expect(try service.send("GET", "/healthz").status == 200)
    let other = ["Authorization: Bearer second-key"]
    let page = try service.send("GET", "/metrics", other)
    #expect(page.status == 200)
    for line in [
      #"tatami_key_requests_total{key="web"} \#(admitted)"#,
      #"tatami_key_requests_total{key="batch"} 1"#,
      #"tatami_key_limited_total{key="web",limit="requests"} 1"#,
      #"tatami_key_limited_total{key="batch",limit="cpu"} 0"#,
    ] {
      #expect(page.text.contains(line + "\n"), "\(line)")
    }
  }

  @Test func `A job's processor time counts to the key that asked for it`() throws {
    let service = TestService {
      $0.apiKeys = ["web:first-key", "second-key"]
      $0.keyLimits = Self.limits(cpu: 1e-6)
    }
    let items = Array(repeating: "[3,4]", count: 20_000).joined(separator: ",")
    let document =
      #"{"container":{"width":390},"layout":{"type":"waterfall","columns":2},"items":[\#(items)]}"#
    let web = ["Authorization: Bearer first-key"]
    #expect(try service.send("POST", "/v1/layouts", web, text: document).status == 201)
    // The job is charged when it has ended, which may be after its answer.
    service.waitForWork()
    let refused = try service.send("GET", "/metrics", web)
    #expect(refused.status == 429)
    #expect(refused["ratelimit-policy"] == "\"cpu\";q=1;w=60")
    let page = try service.send("GET", "/metrics", ["Authorization: Bearer second-key"])
    let line = try #require(
      page.text.split(separator: "\n").first {
        $0.hasPrefix(#"tatami_key_cpu_seconds_total{key="web"} "#)
      })
    #expect(try #require(Double(line.split(separator: " ")[1])) > 0)
    #expect(page.text.contains(#"tatami_key_cpu_seconds_total{key="key-2"} 0"#))
  }

  @Test func `A key with a colon that had no name before keys had names still opens the service`()
    throws
  {
    let service = TestService { $0.apiKeys = ["tenant:secret:1", "a b:x", ":y", "z:"] }
    for (key, status) in [
      ("tenant:secret:1", 200), ("secret:1", 200), ("tenant", 401), ("1", 401), (":y", 200),
      ("y", 401), ("z:", 200),
    ] {
      let answer = try service.send("GET", "/metrics", ["Authorization: Bearer \(key)"])
      #expect(answer.status == status, "\(key)")
    }
  }

  @Test func `An account outlives the keys of its name`() throws {
    let service = TestService {
      $0.apiKeys = ["web:first-key"]
      $0.keyLimits = Self.limits(["web": [.requests: 1]])
    }
    #expect(try service.send("GET", "/metrics", ["Authorization: Bearer first-key"]).status == 200)
    service.service.setAPIKeys(["web:next-key"])
    #expect(try service.send("GET", "/metrics", ["Authorization: Bearer first-key"]).status == 401)
    #expect(try service.send("GET", "/metrics", ["Authorization: Bearer next-key"]).status == 429)
  }
}
