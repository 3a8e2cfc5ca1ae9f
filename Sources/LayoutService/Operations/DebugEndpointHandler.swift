import Dispatch
import HTTPMessage
import LayoutAPI

/// Writes the pages that only the metrics listener serves, as JSON.
///
/// They need no worker, because they are for the moments in which all workers are busy. They are made one
/// after the other on a thread of their own, because reading a large cache takes too long for an event loop.
/// Each connection of the metrics listener has at most one page under way.
final class DebugEndpointHandler: Sendable {
  /// The largest number of layouts, of running jobs and of waiting jobs that a page lists.
  static let maxListed = 100

  private let layouts: LayoutRepository
  private let environment: ServiceEnvironment
  private let version: String
  private let fields: ResponseHeaderFields
  private let queue = DispatchQueue(label: "tatami.operator")

  init(
    _ layouts: LayoutRepository, _ settings: ServiceSettings, _ environment: ServiceEnvironment,
    _ fields: ResponseHeaderFields
  ) {
    self.layouts = layouts
    self.environment = environment
    self.fields = fields
    version = settings.version
  }

  /// Makes a page on the pages' thread and sends it, unless the client has left.
  func send(_ page: DebugEndpoint, _ context: RequestContext, to exchange: any HTTPExchange) {
    let reply = exchange.makeReply()
    queue.async {
      guard !reply.isAbandoned else { return }
      var response = HTTPResponse()
      response.addField("Content-Type", "application/json")
      response.addLines(self.fields.noStore)
      response.addContext(context)
      response.body = Array(self.text(of: page).utf8)
      reply.send(response)
    }
  }

  private func text(of page: DebugEndpoint) -> String {
    switch page {
    case .version: versionText
    case .layouts: layoutsText
    case .jobs: jobsText
    }
  }

  /// The program's version, the engine's revision, and the time of the process's start.
  private var versionText: String {
    let started = environment.process().startSeconds
    let now = environment.wallClock()
    var time = LogTime()
    time.set(Int(started * 1e9))
    let uptime = Double(max(0, now - Int(started * 1e9)) / 1_000_000) / 1_000
    return "{\"version\":\"\(version)\",\"engine\":\"\(OfflineLayout.engineRevision)\","
      + "\"startedAt\":\"\(String(decoding: time.text.indices.map { time.text[$0] }, as: UTF8.self))\",\"uptimeSeconds\":\(uptime)}"
  }

  /// The cached layouts that take most memory.
  private var layoutsText: String {
    let figures = layouts.cache.figures
    let listed = layouts.cache.largest(Self.maxListed).map { layout in
      "{\"id\":\"\(layout.id.text)\",\"bytes\":\(layout.bytes),\"hits\":\(layout.hits),"
        + "\"items\":\(layout.items)}"
    }
    return "{\"count\":\(figures.entries),\"bytes\":\(figures.bytes),"
      + "\"layouts\":[\(listed.joined(separator: ","))]}"
  }

  /// The jobs that run, and those that wait.
  private var jobsText: String {
    let jobs = layouts.queue.jobs(most: Self.maxListed)
    let now = MonotonicClock.now
    func list(_ jobs: [ListedJob]) -> String {
      jobs.map { text(of: $0, at: now) }.joined(separator: ",")
    }
    let depth = layouts.queue.depth
    return "{\"workers\":\(layouts.queue.workers),\"running\":[\(list(jobs.running))],"
      + "\"waitingCount\":\(depth.waiting),\"waiting\":[\(list(jobs.waiting))],"
      + "\"waitingForStore\":\(layouts.cache.figures.waitingForStore)}"
  }

  private func text(of job: ListedJob, at now: UInt64) -> String {
    let began = job.began ?? now
    var text = "{\"kind\":\"\(job.kind.rawValue)\",\"client\":\"\(job.client.text)\","
    if let id = job.id { text += "\"id\":\"\(id.text)\"," }
    text +=
      "\"bytes\":\(job.byteCount),\"waitedSeconds\":\(Self.seconds(from: job.since, to: began))"
    if job.began != nil { text += ",\"runsSeconds\":\(Self.seconds(from: began, to: now))" }
    return text + "}"
  }

  /// Returns a time in seconds, in steps of a millisecond.
  private static func seconds(from start: UInt64, to end: UInt64) -> Double {
    Double(end > start ? (end - start) / 1_000_000 : 0) / 1_000
  }
}
