import HTTPMessage
import LayoutAPI
import LayoutEngine

/// The `/metrics` page: all of the service's counters, in Prometheus' text format.
struct MetricsPage: Sendable {
  let metrics: ServiceMetrics
  let layouts: LayoutRepository
  let documents: DocumentReceiver
  let settings: ServiceSettings
  let accounts: KeyAccounts
  let environment: ServiceEnvironment

  /// Returns the page for this moment.
  ///
  /// - Parameter isDraining: whether the service is about to stop.
  func text(isDraining: Bool) -> [UInt8] {
    var text = PrometheusText()
    appendRequests(to: &text)
    appendWork(to: &text)
    appendCache(to: &text)
    if let store = layouts.store { append(store, to: &text) }
    appendKeys(to: &text)
    appendLimits(to: &text)
    appendConnections(to: &text)
    text.single(
      "tatami_draining", "gauge", "1 while the service is shutting down, else 0.",
      isDraining ? 1 : 0)
    appendProcess(to: &text)
    return text.bytes
  }

  private func appendRequests(to text: inout PrometheusText) {
    text.family("tatami_requests_total", "counter", "Requests answered, by route, method, status.")
    for route in RouteLabel.allCases {
      for (method, name) in ServiceMetrics.methods.enumerated() {
        for (status, code) in ServiceMetrics.statuses.enumerated() {
          let count = metrics.requests[
            ServiceMetrics.index(route, method: method, status: status)]
          guard count > 0 else { continue }
          let labels = "route=\"\(route.name)\",method=\"\(name.text)\",status=\"\(code)\""
          text.sample("tatami_requests_total", labels: labels, count)
        }
      }
    }
    text.family(
      "tatami_request_duration_seconds", "histogram",
      "From a request's first byte to its answer's last.")
    for route in RouteLabel.allCases {
      for (index, method) in ServiceMetrics.methods.enumerated() {
        let durations = metrics.durations(route, method: index)
        // Also write zeros for the methods that the route is meant for, so that a rate has a
        // starting point.
        guard route.isMeant(for: method) || durations.hasAny else { continue }
        text.histogram(
          "tatami_request_duration_seconds",
          labels: "route=\"\(route.name)\",method=\"\(method.text)\"", durations)
      }
    }
    text.family("tatami_problems_total", "counter", "Requests refused, by problem.")
    for (index, kind) in ProblemKind.allCases.enumerated() {
      text.sample(
        "tatami_problems_total", labels: "name=\"\(kind.rawValue)\"", metrics.problems[index])
    }
  }

  private func appendWork(to text: inout PrometheusText) {
    text.family(
      "tatami_work_duration_seconds", "histogram", "Time of each part of the work on layouts.")
    for span in ServiceMetrics.Span.allCases {
      text.histogram(
        "tatami_work_duration_seconds", labels: "span=\"\(span)\"",
        metrics.spans[span.rawValue])
    }
    let depth = layouts.queue.depth
    text.single("tatami_jobs_running", "gauge", "Jobs that workers are running.", depth.running)
    text.single("tatami_jobs_waiting", "gauge", "Jobs that wait for a worker.", depth.waiting)
    text.single("tatami_workers", "gauge", "Maximum number of running jobs.", layouts.queue.workers)
    text.single(
      "tatami_inflight_bytes", "gauge", "Bytes of request and response bodies in memory.",
      documents.inflight.count)
    text.single(
      "tatami_layouts_computed_total", "counter", "Layouts computed.", metrics.layouts[0])
    text.family(
      "tatami_updates_total", "counter", "Updates applied, by the operations that they contain.")
    for (index, operation) in UpdateOperation.allCases.enumerated() {
      text.sample(
        "tatami_updates_total", labels: "operation=\"\(operation.rawValue)\"",
        metrics.updates[index])
    }
    text.single(
      "tatami_update_items_placed_total", "counter", "Items placed one by one by updates.",
      metrics.updateItemsPlaced[0])
    text.family(
      "tatami_items_laid_out_total", "counter", "Items of documents laid out, by layout type.")
    for (index, type) in SectionLayout.names.enumerated() {
      text.sample(
        "tatami_items_laid_out_total", labels: "layout=\"\(type)\"", metrics.items[index])
    }
  }

  private func appendCache(to text: inout PrometheusText) {
    let figures = layouts.cache.figures
    text.single("tatami_cache_hits_total", "counter", "Layouts found in the cache.", figures.hits)
    text.single(
      "tatami_cache_misses_total", "counter", "Layouts not found in the cache.", figures.misses)
    text.single(
      "tatami_cache_collapsed_total", "counter", "Requests that shared another request's work.",
      figures.collapsed)
    text.single(
      "tatami_cache_evictions_total", "counter", "Layouts evicted to make room for others.",
      figures.evictions)
    text.single(
      "tatami_cache_ready_total", "counter", "Hits answered with an earlier answer's stored bytes.",
      documents.responder.cache.hits)
    text.single(
      "tatami_cache_known_total", "counter",
      "Documents recognized by comparing their bytes, without hashing them.",
      documents.digests.found)
    text.single("tatami_cache_bytes", "gauge", "Bytes of cached layouts.", figures.bytes)
    let held = layouts.cache.heldBytes
    text.family(
      "tatami_layout_bytes", "gauge",
      "Bytes of cached layouts: own counts each part once, shared counts it again per layout.")
    text.sample("tatami_layout_bytes", labels: "kind=\"own\"", held.once)
    text.sample(
      "tatami_layout_bytes", labels: "kind=\"shared\"", max(0, held.unshared - held.once))
    text.single("tatami_cache_entries", "gauge", "Layouts in the cache.", figures.entries)
  }

  private func append(_ store: RemoteDocuments, to text: inout PrometheusText) {
    let health = store.health
    text.single(
      "tatami_store_up", "gauge", "1 while the store answers, else 0.", health.isUp ? 1 : 0)
    text.counters(
      "tatami_store_fetches_total", "Documents and updates fetched from the store.", by: "result",
      StoreEvent.Fetch.allCases.enumerated().map { ($1.rawValue, metrics.store.fetches[$0]) })
    text.counters(
      "tatami_store_writes_total", "Documents and updates written to the store.", by: "result",
      StoreEvent.Write.allCases.enumerated().map { ($1.rawValue, metrics.store.writes[$0]) })
    text.counters(
      "tatami_store_touches_total", "Renewals of documents and updates in use.", by: "result",
      [("there", health.touchesThere), ("gone", health.touchesGone)])
    text.family(
      "tatami_store_duration_seconds", "histogram", "Time that the store took to answer.")
    for operation in StoreMetrics.Operation.allCases {
      text.histogram(
        "tatami_store_duration_seconds", labels: "op=\"\(operation)\"",
        metrics.store.durations[operation.rawValue])
    }
    text.counters(
      "tatami_store_bytes_total", "Bytes read from and written to the store, as stored.",
      by: "direction", [("in", metrics.store.bytes[0]), ("out", metrics.store.bytes[1])])
    text.single(
      "tatami_store_pending", "gauge", "Requests that wait for the store.",
      layouts.cache.figures.waitingForStore)
    text.counters(
      "tatami_store_connects_total", "Attempts to connect to the store.", by: "result",
      [("ok", health.connects), ("failed", health.failedConnects)])
  }

  /// Appends what the clients of each API key have used; nothing if there are no keys.
  private func appendKeys(to text: inout PrometheusText) {
    let usage = accounts.usage
    guard !usage.isEmpty else { return }
    text.counters(
      "tatami_key_requests_total", "Requests admitted, by the name of their API key.", by: "key",
      usage.map { ($0.name, $0.requests) })
    text.family(
      "tatami_key_cpu_seconds_total", "counter",
      "Processor time of jobs, by the name of the API key.")
    for key in usage {
      text.sample(
        "tatami_key_cpu_seconds_total", labels: "key=\"\(key.name)\"", Double(key.cpu) / 1e9)
    }
    text.family(
      "tatami_key_limited_total", "counter",
      "Requests refused, by API key and the limit that was used up.")
    for key in usage {
      for resource in KeyLimits.Resource.allCases {
        text.sample(
          "tatami_key_limited_total",
          labels: "key=\"\(key.name)\",limit=\"\(resource.rawValue)\"",
          key.refused[resource] ?? 0)
      }
    }
  }

  /// Appends the limits that the settings give, each in the unit of the metric that it limits.
  private func appendLimits(to text: inout PrometheusText) {
    text.single(
      "tatami_cache_max_bytes", "gauge", "Maximum bytes of cached layouts.",
      settings.cacheBytes)
    text.single(
      "tatami_inflight_max_bytes", "gauge",
      "Maximum bytes of request and response bodies in memory.",
      settings.maxInflightBytes)
    text.single(
      "tatami_body_max_bytes", "gauge", "Maximum bytes of a request body, after inflation.",
      settings.maxBodyBytes)
    text.single(
      "tatami_document_max_items", "gauge", "Maximum number of items in a document.",
      settings.maxItems)
    text.single(
      "tatami_jobs_max_waiting", "gauge", "Maximum number of jobs that wait for a worker.",
      settings.maxQueue)
    text.family(
      "tatami_work_max_seconds", "gauge", "Maximum time of a job, including its wait for a worker.")
    text.sample("tatami_work_max_seconds", settings.workTimeout)
  }

  private func appendConnections(to text: inout PrometheusText) {
    let connections = environment.connections()
    text.single("tatami_connections_open", "gauge", "Open connections.", connections.open)
    text.single(
      "tatami_connections_max", "gauge", "Maximum number of open connections.", connections.most)
    text.single(
      "tatami_connections_accepted_total", "counter", "Connections accepted.",
      connections.accepted)
    text.single(
      "tatami_connections_refused_total", "counter",
      "Connections refused because too many were open.",
      connections.refused)
    text.single(
      "tatami_accept_pauses_total", "counter",
      "Pauses in accepting connections because no file was left for one.",
      connections.pauses)
    text.single(
      "tatami_received_bytes_total", "counter", "Bytes read from clients.",
      connections.bytesReceived)
    text.single(
      "tatami_sent_bytes_total", "counter", "Bytes sent to clients.", connections.bytesSent)
    text.single(
      "tatami_log_lines_dropped_total", "counter", "Log lines that could not be written.",
      environment.droppedLogLines())
  }

  private func appendProcess(to text: inout PrometheusText) {
    let process = environment.process()
    text.single(
      "process_resident_memory_bytes", "gauge", "Resident memory.", process.residentBytes)
    text.family("process_cpu_seconds_total", "counter", "Processor time used.")
    text.sample("process_cpu_seconds_total", process.cpuSeconds)
    text.single("process_open_fds", "gauge", "Open files.", process.openFiles)
    text.single("process_max_fds", "gauge", "Maximum number of open files.", process.maxFiles)
    text.family(
      "process_start_time_seconds", "gauge", "Start of the process, in seconds since 1970.")
    text.sample("process_start_time_seconds", process.startSeconds)
    text.family("tatami_build_info", "gauge", "Version and engine revision of the service.")
    text.sample("tatami_build_info", labels: buildLabels, 1)
  }

  private var buildLabels: String {
    let version = settings.version.filter { $0 != "\"" && $0 != "\\" && $0 != "\n" }
    return "version=\"\(version)\",engine_revision=\"\(EngineRevision.current)\""
  }
}
