import LayoutEngine

// The module's face, C's: numbers and addresses in the module's memory. Texts are bytes of UTF-8, lent
// for the call. Whatever answers leaves a status of HTTP and the bytes that the service's answer would
// have, until the next call that answers. A trap ends the instance: whoever called makes another one.

/// Memory for a text that is handed in; freed by `tatami_free`.
@_expose(wasm, "tatami_alloc") @_cdecl("tatami_alloc")
public func tatamiAlloc(_ byteCount: Int) -> UnsafeMutableRawPointer {
  UnsafeMutableRawPointer.allocate(byteCount: max(1, byteCount), alignment: 16)
}

/// Frees what `tatami_alloc` gave.
@_expose(wasm, "tatami_free") @_cdecl("tatami_free")
public func tatamiFree(_ memory: UnsafeMutableRawPointer) {
  unsafe memory.deallocate()
}

/// The engine's revision, as `Tatami-Engine` says it.
@_expose(wasm, "tatami_revision") @_cdecl("tatami_revision")
public func tatamiRevision() -> Int32 { Int32(EngineRevision.current) }

/// Lays a document out and answers the query, as POST /v1/layouts does.
///
/// - Returns: the layout's handle, which `tatami_release` gives up; 0 where there is none.
@_expose(wasm, "tatami_layout") @_cdecl("tatami_layout")
public func tatamiLayout(
  _ document: UnsafePointer<UInt8>, _ documentCount: Int, _ query: UnsafePointer<UInt8>,
  _ queryCount: Int
) -> Int32 {
  unsafe Instance.only.layOut(bytes(document, documentCount), bytes(query, queryCount))
}

/// Makes a version of a layout and answers the query, as POST …/updates does.
///
/// - Returns: the version's handle; 0 where there is none.
@_expose(wasm, "tatami_update") @_cdecl("tatami_update")
public func tatamiUpdate(
  _ layout: Int32, _ update: UnsafePointer<UInt8>, _ updateCount: Int,
  _ query: UnsafePointer<UInt8>, _ queryCount: Int
) -> Int32 {
  unsafe Instance.only.update(layout, by: bytes(update, updateCount), bytes(query, queryCount))
}

/// Answers as GET …/attributes does.
@_expose(wasm, "tatami_attributes") @_cdecl("tatami_attributes")
public func tatamiAttributes(
  _ layout: Int32, _ query: UnsafePointer<UInt8>, _ queryCount: Int
) {
  unsafe Instance.only.answerAttributes(layout, bytes(query, queryCount))
}

/// Answers as GET …/target-offset does.
@_expose(wasm, "tatami_target_offset") @_cdecl("tatami_target_offset")
public func tatamiTargetOffset(
  _ layout: Int32, _ query: UnsafePointer<UInt8>, _ queryCount: Int
) {
  unsafe Instance.only.answerTargetOffset(layout, bytes(query, queryCount))
}

/// Answers as GET …/changes does; the layout that is shown is a handle, too.
@_expose(wasm, "tatami_changes") @_cdecl("tatami_changes")
public func tatamiChanges(
  _ layout: Int32, _ from: Int32, _ query: UnsafePointer<UInt8>, _ queryCount: Int
) {
  unsafe Instance.only.answerChanges(layout, from: from, bytes(query, queryCount))
}

/// Answers as GET …/sections does.
@_expose(wasm, "tatami_sections") @_cdecl("tatami_sections")
public func tatamiSections(_ layout: Int32, _ query: UnsafePointer<UInt8>, _ queryCount: Int) {
  unsafe Instance.only.answerSections(layout, bytes(query, queryCount))
}

/// Answers as GET …/document does.
@_expose(wasm, "tatami_document") @_cdecl("tatami_document")
public func tatamiDocument(_ layout: Int32, _ query: UnsafePointer<UInt8>, _ queryCount: Int) {
  unsafe Instance.only.answerDocument(layout, bytes(query, queryCount))
}

/// Answers as GET of the layout itself does: its id, and what it holds.
@_expose(wasm, "tatami_summary") @_cdecl("tatami_summary")
public func tatamiSummary(_ layout: Int32, _ query: UnsafePointer<UInt8>, _ queryCount: Int) {
  unsafe Instance.only.answerSummary(layout, bytes(query, queryCount))
}

/// Bytes that a layout holds.
@_expose(wasm, "tatami_byte_count") @_cdecl("tatami_byte_count")
public func tatamiByteCount(_ layout: Int32) -> Int { Instance.only.byteCount(layout) }

/// Gives a layout up.
@_expose(wasm, "tatami_release") @_cdecl("tatami_release")
public func tatamiRelease(_ layout: Int32) { Instance.only.release(layout) }

/// The last answer's status.
@_expose(wasm, "tatami_status") @_cdecl("tatami_status")
public func tatamiStatus() -> Int32 { Instance.only.status }

/// How many bytes the last answer has.
@_expose(wasm, "tatami_answer_count") @_cdecl("tatami_answer_count")
public func tatamiAnswerCount() -> Int { Instance.only.answer.count }

/// Where the last answer's bytes stand, until the next call that answers, or `tatami_drop_answer`.
@_expose(wasm, "tatami_answer") @_cdecl("tatami_answer")
public func tatamiAnswer() -> UnsafePointer<UInt8>? {
  // The array does not move while nobody changes it.
  unsafe Instance.only.answer.withUnsafeBufferPointer { $0.baseAddress }
}

/// Frees the last answer.
@_expose(wasm, "tatami_drop_answer") @_cdecl("tatami_drop_answer")
public func tatamiDropAnswer() { Instance.only.dropAnswer() }

private func bytes(_ start: UnsafePointer<UInt8>, _ count: Int) -> [UInt8] {
  // One copy: what an array makes of a buffer is a byte after the other.
  unsafe Array(unsafeUninitializedCapacity: count) { bytes, filled in
    if count > 0 { unsafe bytes.baseAddress?.initialize(from: start, count: count) }
    filled = count
  }
}

/// The module's memory.
enum Memory {
  /// Bytes that may still be taken.
  static var left: Int { Int(memoryLeft()) }
}

@_extern(c, "tatami_memory_left") private func memoryLeft() -> UInt32
