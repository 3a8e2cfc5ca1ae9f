import LayoutEngine
import LayoutWire

/// A layout and what every answer about it begins with, made once.
struct CachedLayout: Sendable {
  /// Bytes that an entry takes beside its layout.
  static let overhead = 512

  let layout: PreparedLayout
  let summary: LayoutSummary

  init(_ id: LayoutID, _ layout: PreparedLayout) {
    self.layout = layout
    var digits: [UInt8] = []
    digits.reserveCapacity(64)
    id.append(to: &digits)
    summary = LayoutSummary(id: digits, layout: layout)
  }
}
