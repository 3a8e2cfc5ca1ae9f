/// Measures bodies in the styles of a document (LayoutRules N1).
struct BodyMeasurer {
  /// The steps of a document's allowance that a byte of a body takes.
  static let stepsPerByte = 2

  let styles: TextStyles
  let options: BodyOptions
  let budget: LayoutBudget
  /// Whether lines have the case in which their style shows them, not the text's own.
  var changesCase = false
  /// Whether lines have the details of their places.
  var isDetailed = false

  /// Returns the height of a body in a cell `width` points wide; 0 if no block has a height.
  ///
  /// - Throws: an error without a path, or `LayoutError.cancelled`.
  func height(of body: Body, width: Double) throws(LayoutError) -> Double {
    var stack = BodyStack()
    let room = room(width)
    for block in body.blocks {
      let height =
        switch block {
        case .space(let height): height
        case .text(let text, let style):
          try self.height(of: text, style: number(of: style), width: room)
        }
      stack.add(height, options)
    }
    return stack.height(options)
  }

  /// Returns the greatest width of a line in a cell `width` points wide.
  func room(_ width: Double) -> Double {
    max(0, width - (options.insets.leading + options.insets.trailing))
  }

  /// Returns the lines of a text as they are drawn.
  func lines(
    of text: ArraySlice<UInt8>, style: Int?, width: Double
  ) throws(LayoutError) -> TextLines {
    let number = try number(of: style)
    return try measurer.placedLines(
      of: text, style: number, width: width, changesCase: changesCase, isDetailed: isDetailed,
      budget)
  }

  /// Returns the width of a cell whose texts need no further line breaks; 0 if no block has a text.
  ///
  /// - Throws: an error without a path, or `LayoutError.cancelled`.
  func naturalWidth(of body: Body) throws(LayoutError) -> Double {
    var widest = 0.0
    for block in body.blocks {
      guard case .text(let text, let style) = block else { continue }
      let number = try number(of: style)
      widest = max(widest, try measurer.naturalWidth(of: text, style: number, budget))
    }
    return widest > 0 ? options.insets.leading + widest + options.insets.trailing : 0
  }

  /// Returns the height of a text whose lines are at most `width` points wide.
  func height(
    of text: ArraySlice<UInt8>, style number: Int, width: Double
  ) throws(LayoutError) -> Double {
    try measurer.height(of: text, style: number, width: width, budget)
  }

  private var measurer: any TextMeasuring {
    get throws(LayoutError) {
      guard let measurer = styles.measurer else {
        throw LayoutError(.root, "has texts, and this program cannot measure texts")
      }
      return measurer
    }
  }

  /// Returns the number of a text's style: the given one, the layout's, or the document's only one.
  func number(of style: Int?) throws(LayoutError) -> Int {
    guard let number = style ?? options.style ?? styles.only else {
      guard styles.names.isEmpty else {
        throw LayoutError(
          .root, "has a text without a style: give the text a style, or the layout's body")
      }
      throw LayoutError(
        .root,
        "has a text, and the document has no \"textStyles\": add one, such as "
          + #"{"caption": {"fontFamily": "Inter", "fontSize": 13, "lineHeight": 18}}"#)
    }
    return number
  }
}

/// The blocks of a body, one below the other.
struct BodyStack {
  private var count = 0
  private var total = 0.0

  /// Adds a block; one without a height takes no spacing either.
  mutating func add(_ height: Double, _ options: BodyOptions) {
    guard height > 0 else { return }
    total += count > 0 ? options.spacing + height : height
    count += 1
  }

  /// Returns the height of all blocks with their insets; 0 if no block has a height.
  func height(_ options: BodyOptions) -> Double {
    guard count > 0 else { return 0 }
    return max(options.minHeight, options.insets.top + total + options.insets.bottom)
  }
}
