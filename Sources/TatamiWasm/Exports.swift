import LayoutEngine

// The module's C interface: numbers, and addresses in the module's memory. Texts are UTF-8 bytes that must
// be valid during the call. A function that responds to a query stores the HTTP status and the body that the
// service would send, until the next such call. After a trap, the caller must create another instance.

/// Allocates memory for a text to pass in; free it with `tatami_free`.
@_expose(wasm, "tatami_alloc") @_cdecl("tatami_alloc")
public func tatamiAlloc(_ byteCount: Int) -> UnsafeMutableRawPointer {
  UnsafeMutableRawPointer.allocate(byteCount: max(1, byteCount), alignment: 16)
}

/// Frees memory that `tatami_alloc` returned.
@_expose(wasm, "tatami_free") @_cdecl("tatami_free")
public func tatamiFree(_ memory: UnsafeMutableRawPointer) {
  unsafe memory.deallocate()
}

/// Returns the engine's revision, as in the `Tatami-Engine` field.
@_expose(wasm, "tatami_revision") @_cdecl("tatami_revision")
public func tatamiRevision() -> Int32 { Int32(EngineRevision.current) }

/// Lays out a document and responds to the query, like POST /v1/layouts.
///
/// - Returns: the layout's handle, to be released with `tatami_release`; 0 if no layout was created.
@_expose(wasm, "tatami_layout") @_cdecl("tatami_layout")
public func tatamiLayout(
  _ document: UnsafePointer<UInt8>, _ documentCount: Int, _ query: UnsafePointer<UInt8>,
  _ queryCount: Int
) -> Int32 {
  unsafe Instance.only.layOut(bytes(document, documentCount), bytes(query, queryCount))
}

/// Derives a version from a layout and responds to the query, like POST …/updates.
///
/// - Returns: the version's handle, to be released with `tatami_release`; 0 if no version was created.
@_expose(wasm, "tatami_update") @_cdecl("tatami_update")
public func tatamiUpdate(
  _ layout: Int32, _ update: UnsafePointer<UInt8>, _ updateCount: Int,
  _ query: UnsafePointer<UInt8>, _ queryCount: Int
) -> Int32 {
  unsafe Instance.only.update(layout, by: bytes(update, updateCount), bytes(query, queryCount))
}

/// Responds to a query about a layout's attributes, like GET …/attributes.
@_expose(wasm, "tatami_attributes") @_cdecl("tatami_attributes")
public func tatamiAttributes(
  _ layout: Int32, _ query: UnsafePointer<UInt8>, _ queryCount: Int
) {
  unsafe Instance.only.answerAttributes(layout, bytes(query, queryCount))
}

/// Responds to a query about where scrolling should stop, like GET …/target-offset.
@_expose(wasm, "tatami_target_offset") @_cdecl("tatami_target_offset")
public func tatamiTargetOffset(
  _ layout: Int32, _ query: UnsafePointer<UInt8>, _ queryCount: Int
) {
  unsafe Instance.only.answerTargetOffset(layout, bytes(query, queryCount))
}

/// Responds to a query about the item at a point, like GET …/index-path.
@_expose(wasm, "tatami_index_path") @_cdecl("tatami_index_path")
public func tatamiIndexPath(_ layout: Int32, _ query: UnsafePointer<UInt8>, _ queryCount: Int) {
  unsafe Instance.only.answerIndexPath(layout, bytes(query, queryCount))
}

/// Responds to a query about the changes that show `layout` instead of `from`, like GET …/changes.
///
/// `from` is the handle of the layout that the view shows.
@_expose(wasm, "tatami_changes") @_cdecl("tatami_changes")
public func tatamiChanges(
  _ layout: Int32, _ from: Int32, _ query: UnsafePointer<UInt8>, _ queryCount: Int
) {
  unsafe Instance.only.answerChanges(layout, from: from, bytes(query, queryCount))
}

/// Responds with the extent of each section of a layout, like GET …/sections.
@_expose(wasm, "tatami_sections") @_cdecl("tatami_sections")
public func tatamiSections(_ layout: Int32, _ query: UnsafePointer<UInt8>, _ queryCount: Int) {
  unsafe Instance.only.answerSections(layout, bytes(query, queryCount))
}

/// Responds with a layout's current document, like GET …/document.
@_expose(wasm, "tatami_document") @_cdecl("tatami_document")
public func tatamiDocument(_ layout: Int32, _ query: UnsafePointer<UInt8>, _ queryCount: Int) {
  unsafe Instance.only.answerDocument(layout, bytes(query, queryCount))
}

/// Responds with a layout's summary, like GET of the layout itself.
@_expose(wasm, "tatami_summary") @_cdecl("tatami_summary")
public func tatamiSummary(_ layout: Int32, _ query: UnsafePointer<UInt8>, _ queryCount: Int) {
  unsafe Instance.only.answerSummary(layout, bytes(query, queryCount))
}

/// Says whether the host measures texts (0 for no, as at first); without it, documents with text are refused.
///
/// With it, any function that responds to a query may return status 100: the response is a list of texts, and the
/// job `tatami_job` waits until the host passes their measurements to `tatami_measured`.
@_expose(wasm, "tatami_measure_texts") @_cdecl("tatami_measure_texts")
public func tatamiMeasureTexts(_ isMeasured: Int32) { Instance.only.isMeasured = isMeasured != 0 }

/// Returns the number of the job that the last response with status 100 belongs to.
@_expose(wasm, "tatami_job") @_cdecl("tatami_job")
public func tatamiJob() -> Int32 { Instance.only.lastJob }

/// Continues a job with measurements, in the order of its list.
///
/// A height, a natural width or a number of lines is an IEEE 754 double of eight bytes. After a number of lines,
/// each line follows as its byte count in four bytes and its UTF-8. Numbers begin with their least significant
/// byte.
///
/// - Returns: what the function returns that began the job. Measurements that are incomplete end the job.
@_expose(wasm, "tatami_measured") @_cdecl("tatami_measured")
public func tatamiMeasured(
  _ job: Int32, _ measurements: UnsafePointer<UInt8>, _ count: Int
) -> Int32 {
  unsafe Instance.only.resume(job, with: bytes(measurements, count))
}

/// Returns the number of bytes that a layout takes, including shared ones; 0 if the handle is invalid.
@_expose(wasm, "tatami_byte_count") @_cdecl("tatami_byte_count")
public func tatamiByteCount(_ layout: Int32) -> Int { Instance.only.byteCount(layout) }

/// Releases a layout.
@_expose(wasm, "tatami_release") @_cdecl("tatami_release")
public func tatamiRelease(_ layout: Int32) { Instance.only.release(layout) }

/// Returns the last response's HTTP status.
@_expose(wasm, "tatami_status") @_cdecl("tatami_status")
public func tatamiStatus() -> Int32 { Instance.only.status }

/// Returns the number of bytes in the last response.
@_expose(wasm, "tatami_answer_count") @_cdecl("tatami_answer_count")
public func tatamiAnswerCount() -> Int { Instance.only.answer.count }

/// Returns the address of the last response.
///
/// It is valid until the next call of `tatami_drop_answer` or of a function that responds to a query.
@_expose(wasm, "tatami_answer") @_cdecl("tatami_answer")
public func tatamiAnswer() -> UnsafePointer<UInt8>? {
  // The array does not move as long as it is not changed.
  unsafe Instance.only.answer.withUnsafeBufferPointer { $0.baseAddress }
}

/// Frees the last response.
@_expose(wasm, "tatami_drop_answer") @_cdecl("tatami_drop_answer")
public func tatamiDropAnswer() { Instance.only.dropAnswer() }

private func bytes(_ start: UnsafePointer<UInt8>, _ count: Int) -> [UInt8] {
  // This copies all bytes at once; creating an array from a buffer would copy them one by one.
  unsafe Array(unsafeUninitializedCapacity: count) { bytes, filled in
    if count > 0 { unsafe bytes.baseAddress?.initialize(from: start, count: count) }
    filled = count
  }
}

/// The WebAssembly module's memory.
enum Memory {
  /// The number of bytes that can still be allocated.
  static var left: Int { Int(memoryLeft()) }
}

@_extern(c, "tatami_memory_left") private func memoryLeft() -> UInt32
