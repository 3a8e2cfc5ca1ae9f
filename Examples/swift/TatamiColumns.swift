// SPDX-License-Identifier: Apache-2.0
// All elements of a layout at once, and those that meet a rectangle without looking at all of them.

public import Foundation

/// An answer in columns: cells as arrays of numbers, one beside the other, and what is no cell.
public struct TatamiColumns: Decodable, Sendable {
  public struct Cells: Decodable, Sendable {
    public var section: [Int]
    public var item: [Int]
    public var x: [Double]
    public var y: [Double]
    public var width: [Double]
    public var height: [Double]
    /// nil if every cell's is 0.
    public var zIndex: [Int?]?
  }

  public var id: String
  public var contentSize: TatamiSize
  public var cells: Cells
  /// Headers, footers, badges, backgrounds.
  public var others: [TatamiAttributes]

  /// A cell's frame. Complexity: O(1).
  public func frame(at index: Int) -> CGRect {
    CGRect(
      x: cells.x[index], y: cells.y[index], width: cells.width[index], height: cells.height[index])
  }
}

/// Which of many frames meet a rectangle: each is noted in the bands of the plane that it touches.
///
/// A query costs what lies in its bands, not what there is. Bands run across the axis along which the
/// content is longer.
public struct TatamiBands<Element: Sendable>: Sendable {
  private static var thickness: CGFloat { 512 }
  /// A frame that touches more bands than this is looked at in every query.
  private static var most: Int { 64 }

  private var isHorizontal: Bool
  private var bands: [Int: [(element: Element, frame: CGRect)]] = [:]
  private var long: [(element: Element, frame: CGRect)] = []

  public init(contentSize: CGSize) {
    isHorizontal = contentSize.width > contentSize.height
  }

  /// Complexity: O(1), for frames of a usual size.
  public mutating func insert(_ element: Element, at frame: CGRect) {
    let range = range(frame)
    guard range.count <= Self.most else { return long.append((element, frame)) }
    for band in range { bands[band, default: []].append((element, frame)) }
  }

  /// The elements whose frames meet a rectangle, each once.
  ///
  /// Complexity: O(k), where k elements touch the bands that the rectangle touches.
  public func elements(in rect: CGRect) -> [Element] {
    let range = range(rect)
    var found = long.filter { $0.frame.intersects(rect) }.map(\.element)
    // An infinite rectangle is cheaper by what there is.
    let known = range.count > bands.count ? bands.keys.filter(range.contains) : Array(range)
    for band in known {
      for (element, frame) in bands[band] ?? [] where frame.intersects(rect) {
        // The first of its bands that the rectangle touches tells of it.
        if band == max(self.range(frame).lowerBound, range.lowerBound) { found.append(element) }
      }
    }
    return found
  }

  private func range(_ frame: CGRect) -> ClosedRange<Int> {
    let (start, end) =
      isHorizontal ? (frame.minX, frame.maxX) : (frame.minY, frame.maxY)
    let bound = { (value: CGFloat) in
      Int(min(max((value / Self.thickness).rounded(.down), -1e9), 1e9))
    }
    return bound(start)...max(bound(start), bound(end))
  }
}
