// SPDX-License-Identifier: Apache-2.0
// All elements of a layout at once, and an index that finds those in a rectangle.

public import Foundation

/// A response in columns: cells as parallel arrays of numbers, and all other elements.
public struct TatamiColumns: Decodable, Sendable {
  /// Cells as parallel arrays: one element for each cell.
  public struct Cells: Decodable, Sendable {
    /// Section numbers.
    public var section: [Int]
    /// Item numbers.
    public var item: [Int]
    /// Left edges, in points.
    public var x: [Double]
    /// Top edges, in points.
    public var y: [Double]
    /// Widths, in points.
    public var width: [Double]
    /// Heights, in points.
    public var height: [Double]
    /// nil if every cell's z-index is 0.
    public var zIndex: [Int?]?
  }

  /// The layout's id.
  public var id: String
  /// The size of the scrollable content, in points.
  public var contentSize: TatamiSize
  /// The cells.
  public var cells: Cells
  /// All elements but cells: headers, footers, badges, backgrounds.
  public var others: [TatamiAttributes]

  /// Returns a cell's frame. Complexity: O(1).
  public func frame(at index: Int) -> CGRect {
    CGRect(
      x: cells.x[index], y: cells.y[index], width: cells.width[index], height: cells.height[index])
  }
}

/// A spatial index of frames: it lists each frame in every band of the plane that it touches.
///
/// A query visits only the frames in its bands. Bands run across the axis along which the content is longer.
public struct TatamiBands<Element: Sendable>: Sendable {
  private static var thickness: CGFloat { 512 }
  /// A frame that touches more bands than this is checked in every query.
  private static var most: Int { 64 }

  private var isHorizontal: Bool
  private var bands: [Int: [(element: Element, frame: CGRect)]] = [:]
  private var long: [(element: Element, frame: CGRect)] = []

  /// Creates an empty index of content of this size, in points.
  public init(contentSize: CGSize) {
    isHorizontal = contentSize.width > contentSize.height
  }

  /// Adds an element. Complexity: O(1), for frames of a usual size.
  public mutating func insert(_ element: Element, at frame: CGRect) {
    let range = range(frame)
    guard range.count <= Self.most else { return long.append((element, frame)) }
    for band in range { bands[band, default: []].append((element, frame)) }
  }

  /// Returns the elements whose frames intersect a rectangle, each once.
  ///
  /// Complexity: O(k), where k elements touch the bands that the rectangle touches.
  public func elements(in rect: CGRect) -> [Element] {
    let range = range(rect)
    var found = long.filter { $0.frame.intersects(rect) }.map(\.element)
    // A rectangle with more bands than exist, such as an infinite one, visits only the existing bands.
    let known = range.count > bands.count ? bands.keys.filter(range.contains) : Array(range)
    for band in known {
      for (element, frame) in bands[band] ?? [] where frame.intersects(rect) {
        // Only the first of a frame's bands that the rectangle touches reports it.
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
