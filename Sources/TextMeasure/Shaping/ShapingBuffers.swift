import CHarfBuzz
import Synchronization

/// A pool of HarfBuzz's buffers.
enum ShapingBuffers {
  @safe private struct Idle: @unchecked Sendable {
    var buffers: [OpaquePointer] = unsafe []
  }

  private static let idle = Mutex(Idle())
  private static let maximumIdleCount = 16

  /// Calls `body` with an empty buffer.
  static func withBuffer<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    let pooled = unsafe idle.withLock { unsafe $0.buffers.popLast() }
    let buffer: OpaquePointer = unsafe pooled ?? hb_buffer_create()
    let result = unsafe body(buffer)
    unsafe hb_buffer_reset(buffer)
    let isKept = idle.withLock { idle in
      guard unsafe idle.buffers.count < maximumIdleCount else { return false }
      unsafe idle.buffers.append(buffer)
      return true
    }
    if !isKept { unsafe hb_buffer_destroy(buffer) }
    return result
  }
}
