package import LayoutEngine

/// Writes the response to an attributes query for typed arrays (`application/vnd.tatami.packed`;
/// Contract §5).
///
/// For n cells and m bytes of JSON, all little-endian: `TTM1`, u32 n, u32 m, u32 0, f64 content width,
/// f64 content height, u32 section[n], u32 item[n], f64 x[n], f64 y[n], f64 width[n], f64 height[n],
/// then the m bytes of JSON. The f64 arrays begin at multiples of 8.
package struct PackedAttributesEncoder: PieceEncoder {
  private enum Stage: Sendable {
    case gathering
    /// The trailer is written once and discarded, to find its length.
    case measuring
    case numbers(CellColumn)
    case trailer
  }

  private let contentSize: Size
  private let selection: AttributesSelection
  private var cells: SelectedCells
  private var walk: CellBatches
  private var trailer: PackedTrailerEncoder?
  /// A copy of the trailer's encoder, used to measure it; nil once the length is final.
  private var measured: PackedTrailerEncoder?
  private var trailerByteCount = 0
  private var stage = Stage.gathering

  /// Creates an encoder for the selected elements of a layout.
  ///
  /// The first pieces are empty: the encoder first walks the selection once to count the cells, and
  /// then measures the JSON after the numbers.
  package init(_ summary: LayoutSummary, _ selection: AttributesSelection) {
    contentSize = summary.contentSize
    self.selection = selection
    cells = SelectedCells(selection)
    walk = cells.makeWalk()
  }

  /// The number of bytes retained: the selection, and the cells if they are few.
  package var heldByteCount: Int { cells.heldByteCount }

  /// Appends the response's next piece.
  ///
  /// - Returns: whether the response continues after this piece.
  package mutating func encode(into output: inout [UInt8], limit: Int) -> Bool {
    let start = output.count
    var allowance = Self.pieceElements
    while true {
      let left = limit - (output.count - start)
      guard left > 0 else { return true }
      switch stage {
      case .gathering:
        guard cells.gather(lookingAt: &allowance) else { return true }
        walk = cells.makeWalk()
        trailer = PackedTrailerEncoder(selection, cells)
        measured = trailer
        stage = .measuring
      case .measuring:
        // The trailer is written to the end of the output, measured, and removed again.
        let end = output.count
        let hasMore = measured?.encode(into: &output, limit: Self.pieceBytes)
        trailerByteCount += output.count - end
        output.removeLast(output.count - end)
        guard hasMore == false else { return true }
        measured = nil
        appendHeader(to: &output)
        stage = .numbers(.section)
      case .numbers(let column):
        let hasMore = appendNumbers(
          column, to: &output, limit: left, steppingOver: &allowance)
        guard !hasMore else { return true }
        walk.restart()
        stage = column.nextPacked.map { .numbers($0) } ?? .trailer
      case .trailer:
        return trailer?.encode(into: &output, limit: left) ?? false
      }
    }
  }

  private func appendHeader(to output: inout [UInt8]) {
    output.append("TTM1")
    output.append(littleEndian: UInt32(truncatingIfNeeded: cells.count))
    output.append(littleEndian: UInt32(truncatingIfNeeded: trailerByteCount))
    output.append(littleEndian: UInt32(0))
    output.append(littleEndian: contentSize.width.bitPattern)
    output.append(littleEndian: contentSize.height.bitPattern)
  }

  /// Appends a column's numbers, or the next of them.
  ///
  /// - Parameter allowance: the number of cells to write, and of runs of other elements to skip, at most.
  /// - Returns: whether the column is still incomplete.
  private mutating func appendNumbers(
    _ column: CellColumn, to output: inout [UInt8], limit: Int,
    steppingOver allowance: inout Int
  ) -> Bool {
    let start = output.count
    while allowance > 0, case let left = limit - (output.count - start), left > 0 {
      let most = (left - 1) / column.packedByteCount + 1
      let count: Int
      if let length = column.length {
        let lengths = walk.nextLengths(length, lookingAt: &allowance).prefix(most)
        output.append(littleEndian: lengths, byteCount: 8) { $0.bitPattern }
        count = lengths.count
      } else {
        let cells = walk.nextCells(lookingAt: &allowance).prefix(most)
        let isSection = column == .section
        output.append(littleEndian: cells, byteCount: 4) {
          UInt32(truncatingIfNeeded: isSection ? $0.section : $0.item)
        }
        count = cells.count
      }
      guard count > 0 else { return allowance == 0 }
      walk.pass(count, lookingAt: &allowance)
    }
    return true
  }
}

extension CellColumn {
  /// The number of bytes that one value of the column takes.
  fileprivate var packedByteCount: Int {
    switch self {
    case .section, .item: 4
    default: 8
    }
  }

  /// The column of numbers that follows this one; nil after the last.
  fileprivate var nextPacked: CellColumn? {
    switch self {
    case .section: .item
    case .item: .x
    case .x: .y
    case .y: .width
    case .width: .height
    default: nil
    }
  }
}

/// Writes the JSON after the numbers: the optional columns, and the elements that are not cells.
private struct PackedTrailerEncoder: PieceEncoder {
  /// 0, because `PackedAttributesEncoder` already counts the selection and the cells.
  var heldByteCount: Int { 0 }
  private var columns: CellColumnsWriter
  private var hasColumns: Bool
  private var isFresh = true
  private var isAtOthers = false

  init(_ selection: AttributesSelection, _ cells: SelectedCells) {
    columns = CellColumnsWriter(selection, cells, cells.optionalColumns)
    hasColumns = !cells.optionalColumns.isEmpty
  }

  mutating func encode(into output: inout [UInt8], limit: Int) -> Bool {
    let start = output.count
    var allowance = Self.pieceElements
    if isFresh {
      isFresh = false
      output.append(ASCII.openBrace)
    }
    if !isAtOthers {
      let hasMore = columns.appendColumns(
        to: &output, from: start, limit: limit, steppingOver: &allowance)
      guard !hasMore else { return true }
      isAtOthers = true
      output.append(hasColumns ? #","others":["# : #""others":["#)
    }
    let hasMore = columns.appendOthers(
      to: &output, from: start, limit: limit, steppingOver: &allowance)
    guard !hasMore else { return true }
    output.append("]}")
    return false
  }
}

extension [UInt8] {
  /// Appends numbers in little-endian byte order.
  ///
  /// - Parameters:
  ///   - values: the values whose numbers are appended.
  ///   - byteCount: the number of bytes of each number.
  ///   - number: returns a value's number.
  @inline(__always)
  fileprivate mutating func append<Value, Number: FixedWidthInteger>(
    littleEndian values: ArraySlice<Value>, byteCount: Int, _ number: (Value) -> Number
  ) {
    guard !values.isEmpty else { return }
    append(addingCapacity: values.count * byteCount) { (output: inout OutputSpan<UInt8>) in
      unsafe output.withUnsafeMutableBufferPointer { buffer, count in
        guard var next = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
        // The capacity was reserved above, so that every value fits.
        for value in values {
          unsafe next.storeBytes(of: number(value).littleEndian, as: Number.self)
          unsafe next += byteCount
        }
        count = values.count * byteCount
      }
    }
  }

  /// Appends a number in little-endian byte order.
  @inline(__always)
  fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
    append(addingCapacity: value.bitWidth / 8) { (output: inout OutputSpan<UInt8>) in
      for shift in stride(from: 0, to: value.bitWidth, by: 8) {
        output.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
  }
}
