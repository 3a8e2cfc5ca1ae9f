import Foundation
import LayoutEngine
import LayoutWire
import Testing

/// Groups within groups are the one thing that is read recursively.
struct NestedGroupTests {
  private static let size = #""size":{"width":{"absolute":1},"height":{"absolute":1}}"#

  /// A document whose groups nest that deep.
  private func document(levels: Int) -> String {
    let open = String(
      repeating: #"{"direction":"vertical",\#(Self.size),"subitems":["#, count: levels)
    let close = String(repeating: "]}", count: levels)
    return Reading.text(
      with: #""items":0,"layout":{"type":"compositional","group":\#(open){\#(Self.size)}\#(close)}"#
    )
  }

  @Test func `groups nest as deep as 64 levels allow`() {
    // The document and its layout are two levels, a group and its subitems two each; the innermost
    // item, its size and a dimension are three.
    #expect(Reading.refusals(document(levels: 29)) == [])
    let refusals = Reading.refusals(document(levels: 30))
    let pointer = "/layout/group" + String(repeating: "/subitems/0", count: 30) + "/size/width"
    #expect(refusals.first?.pointer == pointer)
    #expect(refusals.first?.detail == "nests deeper than 64 levels")
  }

  @Test func `the deepest groups fit the stack of a worker thread`() {
    let text = document(levels: 29)
    let refusals = OnThread.run(stackBytes: 512 * 1024) { Reading.refusals(text) }
    #expect(refusals == [])
  }

  @Test func `types may come last at every level of arrangements`() {
    var layout = #"{"type":"custom","frames":["# + String(repeating: "[0,0,1,1],", count: 2_000)
    layout += #"[0,0,1,1]]}"#
    for _ in 0..<3 {
      layout =
        #"{"group":{"direction":"custom",\#(Self.size),"arrangement":\#(layout)},"#
        + #""type":"compositional"}"#
    }
    #expect(Reading.refusals(Reading.text(with: #""items":2001,"layout":\#(layout)"#)) == [])
  }
}

/// Runs work on a thread of its own, whose stack is as large as is said.
private enum OnThread {
  private final class Box<Value>: @unchecked Sendable {
    // Written before the semaphore is signalled and read after it was waited for.
    var value: Value?
  }

  static func run<Value: Sendable>(
    stackBytes: Int, _ work: @escaping @Sendable () -> Value
  ) -> Value? {
    let box = Box<Value>()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      box.value = work()
      done.signal()
    }
    thread.stackSize = stackBytes
    thread.start()
    done.wait()
    return box.value
  }
}
