#if canImport(CJemalloc)
  import CJemalloc
  import Foundation
  import TestSupport
  import Testing

  @testable import tatami

  /// What `malloc` gives, and when the system has it back; sanitizers have allocators of their own.
  @Suite(.serialized) struct HeapTests {
    private static func value<Value: FixedWidthInteger>(
      of name: String, as type: Value.Type = Value.self
    ) throws -> Value {
      var value: Value = 0
      var size = MemoryLayout<Value>.size
      try #require(unsafe mallctl(name, &value, &size, nil, 0) == 0, "\(name)")
      return value
    }

    @Test func `What is allocated comes of jemalloc`() throws {
      let before = try Self.value(of: "thread.allocated", as: UInt64.self)
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 123_456, alignment: 16)
      defer { unsafe memory.deallocate() }
      #expect(try Self.value(of: "thread.allocated", as: UInt64.self) >= before + 123_456)
    }

    @Test func `The program allocates by jemalloc`() throws {
      let program = try TatamiProgram([])
      let maps = try FileHandle(
        forReadingFrom: URL(filePath: "/proc/\(program.processID)/maps")
      ).readToEnd()
      #expect(String(decoding: try #require(maps), as: UTF8.self).contains("libjemalloc"))
    }

    @Test func `Freed pages are kept for a second`() throws {
      Heap.keepLittle()
      #expect(try Self.value(of: "arenas.dirty_decay_ms", as: Int.self) == 1_000)
      #expect(try Self.value(of: "arena.0.dirty_decay_ms", as: Int.self) == 1_000)
    }

    @Test func `Pages that are given back are the process's no more`() throws {
      /// Blocks as documents are made of, each written to.
      func useAndFree() {
        let blocks = (0..<10_000).map {
          [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: 4_000)
        }
        #expect(blocks.allSatisfy { $0.count == 4_000 })
      }
      func purgedBytes() throws -> UInt64 {
        // Figures are of when the epoch was set last.
        var epoch: UInt64 = 1
        _ = unsafe mallctl("epoch", nil, nil, &epoch, MemoryLayout<UInt64>.size)
        return try Self.value(of: "stats.arenas.4096.dirty_purged", as: UInt64.self)
          * Self.value(of: "arenas.page", as: UInt64.self)
      }
      let before = try purgedBytes()
      useAndFree()
      Heap.giveBack()
      // All but what a thread keeps for its next blocks.
      #expect(try purgedBytes() >= before + 8_000 * 4_096)
    }
  }
#endif
