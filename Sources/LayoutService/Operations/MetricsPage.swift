import HTTPMessage
import LayoutEngine

/// The `/metrics` page: all of the service's counters, in Prometheus' text format.
struct MetricsPage: Sendable {
  let metrics: ServiceMetrics
  let layouts: LayoutRepository
  let documents: DocumentReceiver
  let settings: ServiceSettings
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
    appendLimits(to: &text)
    appendConnections(to: &text)
    text.single(
      "tatami_draining", "gauge", "Whether the service is about to stop.", isDraining ? 1 : 0)
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
    text.family("tatami_work_duration_seconds", "histogram", "Parts of the work on layouts.")
    for span in ServiceMetrics.Span.allCases {
      text.histogram(
        "tatami_work_duration_seconds", labels: "span=\"\(span)\"",
        metrics.spans[span.rawValue])
    }
    let depth = layouts.queue.depth
    text.single("tatami_jobs_running", "gauge", "Jobs that workers are at.", depth.running)
    text.single("tatami_jobs_waiting", "gauge", "Jobs that wait for a worker.", depth.waiting)
    text.single("tatami_workers", "gauge", "Jobs that may run at once.", layouts.queue.workers)
    text.single(
      "tatami_inflight_bytes", "gauge", "Bytes of bodies and answers held.",
      documents.inflight.count)
    text.single(
      "tatami_layouts_computed_total", "counter", "Layouts computed.", metrics.layouts[0])
    text.family(
      "tatami_updates_total", "counter", "Updates applied, by the operations that they have.")
    for (index, operation) in UpdateOperation.allCases.enumerated() {
      text.sample(
        "tatami_updates_total", labels: "operation=\"\(operation.rawValue)\"",
        metrics.updates[index])
    }
    text.single(
      "tatami_update_items_placed_total", "counter", "Items placed one by one for updates.",
      metrics.updateItemsPlaced[0])
    text.family(
      "tatami_items_laid_out_total", "counter", "Items of documents laid out, by layout type.")
    for (index, type) in ServiceMetrics.layoutTypes.enumerated() {
      text.sample(
        "tatami_items_laid_out_total", labels: "layout=\"\(type)\"", metrics.items[index])
    }
  }

  private func appendCache(to text: inout PrometheusText) {
    let figures = layouts.cache.figures
    text.single("tatami_cache_hits_total", "counter", "Layouts found.", figures.hits)
    text.single("tatami_cache_misses_total", "counter", "Layouts not found.", figures.misses)
    text.single(
      "tatami_cache_collapsed_total", "counter", "Requests that shared another's computation.",
      figures.collapsed)
    text.single(
      "tatami_cache_evictions_total", "counter", "Layouts given up for others.",
      figures.evictions)
    text.single(
      "tatami_cache_ready_total", "counter", "Hits answered by the same bytes as before.",
      documents.writer.cache.hits)
    text.single(
      "tatami_cache_known_total", "counter",
      "Documents that were compared with the same one instead of hashed.",
      documents.digests.found)
    text.single("tatami_cache_bytes", "gauge", "Bytes that stored layouts hold.", figures.bytes)
    let held = layouts.cache.heldBytes
    text.family(
      "tatami_layout_bytes", "gauge",
      "Bytes of stored layouts: own counts each part once, shared again for each further layout.")
    text.sample("tatami_layout_bytes", labels: "kind=\"own\"", held.once)
    text.sample(
      "tatami_layout_bytes", labels: "kind=\"shared\"", max(0, held.unshared - held.once))
    text.single("tatami_cache_entries", "gauge", "Layouts stored.", figures.entries)
  }

  private func append(_ store: LayoutStore, to text: inout PrometheusText) {
    let health = store.health
    text.single(
      "tatami_store_up", "gauge", "Whether the store of documents answers.", health.isUp ? 1 : 0)
    text.counters(
      "tatami_store_fetches_total", "Documents and updates looked for in the store.", by: "result",
      StoreEvent.Fetch.allCases.enumerated().map { ($1.rawValue, metrics.store.fetches[$0]) })
    text.counters(
      "tatami_store_writes_total", "Documents and updates to be kept in the store.", by: "result",
      StoreEvent.Write.allCases.enumerated().map { ($1.rawValue, metrics.store.writes[$0]) })
    text.counters(
      "tatami_store_touches_total", "Lifetimes begun anew of what is in use.", by: "result",
      [("there", health.touchesThere), ("gone", health.touchesGone)])
    text.family(
      "tatami_store_duration_seconds", "histogram", "What the store took to answer.")
    for operation in StoreMetrics.Operation.allCases {
      text.histogram(
        "tatami_store_duration_seconds", labels: "op=\"\(operation)\"",
        metrics.store.durations[operation.rawValue])
    }
    text.counters(
      "tatami_store_bytes_total", "Bytes read from the store and written, as kept.",
      by: "direction", [("in", metrics.store.bytes[0]), ("out", metrics.store.bytes[1])])
    text.single(
      "tatami_store_pending", "gauge", "Requests that wait for the store.",
      layouts.cache.figures.waitingForStore)
    text.counters(
      "tatami_store_connects_total", "Attempts to connect with the store.", by: "result",
      [("ok", health.connects), ("failed", health.failedConnects)])
  }

  /// Appends the limits of the settings, each in the unit of what it limits.
  private func appendLimits(to text: inout PrometheusText) {
    text.single(
      "tatami_cache_max_bytes", "gauge", "Bytes that stored layouts may hold.",
      settings.cacheBytes)
    text.single(
      "tatami_inflight_max_bytes", "gauge", "Bytes of bodies and answers that may be held.",
      settings.maxInflightBytes)
    text.single(
      "tatami_body_max_bytes", "gauge", "Bytes that a body may have, after inflation.",
      settings.maxBodyBytes)
    text.single(
      "tatami_document_max_items", "gauge", "Items that a document may have.", settings.maxItems)
    text.single(
      "tatami_jobs_max_waiting", "gauge", "Jobs that may wait for a worker.", settings.maxQueue)
    text.family("tatami_work_max_seconds", "gauge", "What a job may take, its waiting included.")
    text.sample("tatami_work_max_seconds", settings.workTimeout)
  }

  private func appendConnections(to text: inout PrometheusText) {
    let connections = environment.connections()
    text.single("tatami_connections_open", "gauge", "Connections open.", connections.open)
    text.single(
      "tatami_connections_max", "gauge", "Connections that may be open.", connections.most)
    text.single(
      "tatami_connections_accepted_total", "counter", "Connections accepted.",
      connections.accepted)
    text.single(
      "tatami_connections_refused_total", "counter", "Connections refused: too many were open.",
      connections.refused)
    text.single(
      "tatami_accept_pauses_total", "counter", "Times that no file was left for a connection.",
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
    text.single("process_max_fds", "gauge", "Files that may be open.", process.mostFiles)
    text.family("process_start_time_seconds", "gauge", "When the process began.")
    text.sample("process_start_time_seconds", process.startSeconds)
    text.family("tatami_build_info", "gauge", "What is running.")
    text.sample("tatami_build_info", labels: buildLabels, 1)
  }

  private var buildLabels: String {
    let version = settings.version.filter { $0 != "\"" && $0 != "\\" && $0 != "\n" }
    return "version=\"\(version)\",engine_revision=\"\(EngineRevision.current)\""
  }
}
