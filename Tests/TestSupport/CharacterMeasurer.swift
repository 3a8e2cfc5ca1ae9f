public import LayoutEngine
import LayoutWire
import Synchronization

/// Measures texts whose characters are all 10 points wide and 20 points high; lines break anywhere.
public final class CharacterMeasurer: TextMeasuring {
  private let counts = Mutex(0)

  /// Creates a measurer that has measured nothing.
  public init() {}

  /// The number of texts measured so far.
  public var count: Int { counts.withLock { $0 } }

  /// Returns 20 points a line.
  public func height(
    of text: ArraySlice<UInt8>, style: Int, width: Double, _ budget: LayoutBudget
  ) throws(LayoutError) -> Double {
    counts.withLock { $0 += 1 }
    let room = max(1, (width / 10).rounded(.down))
    return (Double(text.count) / room).rounded(.up) * 20
  }

  /// Returns the characters of each line.
  public func lines(
    of text: ArraySlice<UInt8>, style: Int, width: Double, changesCase: Bool,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> [String] {
    let room = max(1, Int(width / 10))
    return stride(from: text.startIndex, to: text.endIndex, by: room).map {
      String(decoding: text[$0..<min($0 + room, text.endIndex)], as: UTF8.self)
    }
  }

  /// Returns 10 points a character.
  public func naturalWidth(
    of text: ArraySlice<UInt8>, style: Int, _ budget: LayoutBudget
  ) throws(LayoutError) -> Double {
    Double(text.count) * 10
  }
}

extension PreparedLayout {
  /// Lays out a document given as JSON, with measured texts.
  public init(json: String, _ measurer: CharacterMeasurer) throws {
    var document = try LayoutDocumentReader.read(Array(json.utf8))
    document.textStyles?.measurer = measurer
    try self.init(document)
  }

  /// Derives a version by an update given as JSON.
  public func updated(json: String) throws -> LayoutVersion {
    try updated(
      by: LayoutUpdateReader.read(Array(json.utf8), styles: document.textStyles), maxItems: .max)
  }
}
