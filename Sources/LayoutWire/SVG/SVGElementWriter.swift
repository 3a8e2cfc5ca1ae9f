import LayoutEngine

/// Draws individual elements of a layout as SVG.
struct SVGElementWriter: Sendable {
  /// The minimum type size of labels, in points.
  static let minType = 7.0
  /// The maximum type size of a cell's number, in points.
  static let maxType = 15.0
  /// The maximum type size of ids and of the kinds of other elements, in points.
  static let maxSmallType = 12.0

  private let isDetailed: Bool
  /// Whether labels contain the section's index.
  private let namesSections: Bool
  /// The axis along which a cell's media precede its body.
  private let axis: LayoutAxis
  private var memo = DecimalMemo()

  init(_ layout: PreparedLayout, isDetailed: Bool) {
    self.isDetailed = isDetailed
    namesSections = layout.sectionCount > 1
    axis = layout.scrollAxis
  }

  /// Draws an element; draws nothing if the frame is empty.
  ///
  /// - Parameter texts: the texts of the element's body; empty if it has none.
  mutating func append(
    _ attributes: LayoutAttributes, texts: ArraySlice<UInt8> = [], to output: inout [UInt8]
  ) {
    guard attributes.frame.width > 0, attributes.frame.height > 0 else { return }
    // Neighbouring items differ a little in hue, the first items of sections more.
    let hue = (attributes.item + (attributes.section ?? 0) * 5) % PictureTheme.hueCount
    guard isDetailed else {
      output.append(#"<rect class=""#)
      appendClass(of: attributes, hue: hue, to: &output)
      appendSides(attributes.frame, to: &output)
      if let effects = attributes.effects { append(effects, attributes.frame, to: &output) }
      return output.append("/>\n")
    }
    output.append("<g")
    if let effects = attributes.effects { append(effects, attributes.frame, to: &output) }
    output.append("><title>")
    appendTitle(attributes, to: &output)
    output.append("</title>")
    switch attributes.category {
    case .cell: appendCell(attributes, hue: hue, texts, to: &output)
    case .supplementary: appendSupplementary(attributes, texts, to: &output)
    case .decoration: appendDecoration(attributes, to: &output)
    }
    output.append("</g>\n")
  }

  /// Appends the attributes that show a cell's effects: the transform about its frame's centre, opacity and dimming.
  private mutating func append(
    _ effects: ElementEffects, _ frame: Rect, to output: inout [UInt8]
  ) {
    if let transform = effects.transform {
      output.append(#" transform="matrix("#)
      for number in [transform.a, transform.b, transform.c, transform.d] {
        append(number, to: &output)
        output.append(ASCII.space)
      }
      let (x, y) = (frame.x + frame.width / 2, frame.y + frame.height / 2)
      append(transform.tx + x - transform.a * x - transform.c * y, to: &output)
      output.append(ASCII.space)
      append(transform.ty + y - transform.b * x - transform.d * y, to: &output)
      output.append(#")""#)
    }
    if let alpha = effects.alpha {
      output.append(#" opacity=""#)
      append(alpha, to: &output)
      output.append(ASCII.quote)
    }
    if let dim = effects.dim {
      output.append(#" style="filter:brightness("#)
      append(1 - dim, to: &output)
      output.append(#")""#)
    }
  }

  /// Appends a `rect` element of the given class, without the `/>` at its end.
  mutating func appendRect(_ name: StaticString, _ rect: Rect, to output: inout [UInt8]) {
    output.append(#"<rect class=""#)
    output.append(name)
    appendSides(rect, to: &output)
  }

  /// Appends one number.
  mutating func append(_ value: Double, to output: inout [UInt8]) {
    output.appendJSON(capacity: JSONWriter.maxNumberBytes) { $0.write(value, &memo) }
  }

  /// Appends a point's coordinates, rounded to hundredths.
  mutating func appendPoint(_ point: Point, to output: inout [UInt8]) {
    appendRounded(point.x, to: &output)
    output.append(ASCII.space)
    appendRounded(point.y, to: &output)
  }

  // MARK: Cells

  private mutating func appendCell(
    _ cell: LayoutAttributes, hue: Int, _ texts: ArraySlice<UInt8>, to output: inout [UInt8]
  ) {
    let frame = cell.frame
    guard let media = media(of: cell) else {
      appendHue(hue, frame, isEdged: true, to: &output)
      if texts.isEmpty { appendLabel(of: cell, in: frame, to: &output) }
      return output.append(contentsOf: texts)
    }
    appendShape("k e", frame, to: &output)
    if media.width > 0, media.height > 0 {
      appendHue(hue, media, isEdged: false, to: &output)
    }
    if texts.isEmpty { appendBodyLines(of: frame, after: media, to: &output) }
    output.append(contentsOf: texts)
    let hasRoom = axis.main(media.size) >= 2 * Self.minType
    if hasRoom || texts.isEmpty {
      appendLabel(of: cell, in: hasRoom ? media : frame, to: &output)
    }
  }

  /// Returns the part of a cell that its media cover; nil if the cell has no body.
  private func media(of cell: LayoutAttributes) -> Rect? {
    guard let length = cell.imageHeight else { return nil }
    var media = cell.frame
    switch axis {
    case .vertical: media.height = min(max(0, length), media.height)
    case .horizontal: media.width = min(max(0, length), media.width)
    }
    return media
  }

  /// Appends one or two lines that represent the body's text, if there is space for them below the media.
  private mutating func appendBodyLines(
    of frame: Rect, after media: Rect, to output: inout [UInt8]
  ) {
    let height = frame.height - media.height
    guard height >= 12, frame.width >= 40 else { return }
    let length = frame.width - 20
    output.append(#"<path class="l" d="M"#)
    appendLine(x: frame.x + 10, y: media.maxY + 10, length: length * 0.8, to: &output)
    if height >= 24 {
      output.append("M")
      appendLine(x: frame.x + 10, y: media.maxY + 20, length: length * 0.5, to: &output)
    }
    output.append(#""/>"#)
  }

  private mutating func appendLine(
    x: Double, y: Double, length: Double, to output: inout [UInt8]
  ) {
    appendRounded(x, to: &output)
    output.append(ASCII.space)
    appendRounded(y, to: &output)
    output.append("h")
    appendRounded(length, to: &output)
  }

  /// Appends a cell's index path, and its id below it, if they fit.
  private mutating func appendLabel(
    of cell: LayoutAttributes, in frame: Rect, to output: inout [UInt8]
  ) {
    let number =
      namesSections ? "\(cell.section ?? 0)-\(cell.item)" : String(cell.item)
    guard let size = Self.type(for: number, in: frame, upTo: Self.maxType) else { return }
    var place = Point(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
    if let id = cell.id?.text, !SVGText.isLong(id) {
      let below = Self.type(for: id, in: frame, upTo: min(size - 2, Self.maxSmallType)) ?? 0
      if below > 0, frame.height >= 1.3 * (size + below) {
        appendText("i", id, below, at: Point(x: place.x, y: place.y + 0.7 * size), to: &output)
        place.y -= 0.6 * below
      }
    }
    appendText("t", number, size, at: place, to: &output)
  }

  // MARK: Other elements

  private mutating func appendSupplementary(
    _ element: LayoutAttributes, _ texts: ArraySlice<UInt8>, to output: inout [UInt8]
  ) {
    let kind = element.kind ?? ""
    let names: (shape: StaticString, text: StaticString)
    switch SupplementaryRole(kind) {
    case .header: names = ("hd e", "ht")
    case .footer: names = ("ft e", "ft2")
    case .other: names = ("b e", "bt")
    }
    appendShape(
      names.shape, element.frame, isPill: SupplementaryRole(kind) == .other, to: &output)
    guard texts.isEmpty else { return output.append(contentsOf: texts) }
    let room = element.frame.outsetBy(dx: -3, dy: 0)
    guard let size = Self.type(for: kind, in: room, upTo: Self.maxSmallType),
      !SVGText.isLong(kind)
    else { return }
    let place = Point(
      x: element.frame.x + element.frame.width / 2, y: element.frame.y + element.frame.height / 2)
    appendText(names.text, kind, size, at: place, to: &output)
  }

  /// Draws a separator as a line in the colour of headers, and any other decoration with its own corners, if it has some.
  private mutating func appendDecoration(
    _ decoration: LayoutAttributes, to output: inout [UInt8]
  ) {
    let radius = decoration.cornerRadius
    if decoration.isSeparator {
      appendRect("hd", decoration.frame, to: &output)
      output.append("/>")
    } else if radius > 0 {
      appendRect("d", decoration.frame, to: &output)
      appendRadius(radius, to: &output)
    } else {
      appendShape("d", decoration.frame, to: &output)
    }
  }

  // MARK: Shapes and texts

  private func appendClass(
    of attributes: LayoutAttributes, hue: Int, to output: inout [UInt8]
  ) {
    switch attributes.category {
    case .cell:
      output.append("h")
      output.appendJSON(hue)
    case .decoration: output.append(attributes.isSeparator ? "hd" : "d")
    case .supplementary:
      switch SupplementaryRole(attributes.kind ?? "") {
      case .header: output.append("hd")
      case .footer: output.append("ft")
      case .other: output.append("b")
      }
    }
  }

  private mutating func appendHue(
    _ hue: Int, _ rect: Rect, isEdged: Bool, to output: inout [UInt8]
  ) {
    output.append(#"<rect class="h"#)
    output.appendJSON(hue)
    if isEdged { output.append(" e") }
    appendSides(rect, to: &output)
    appendRadius(Self.radius(of: rect), to: &output)
  }

  private mutating func appendShape(
    _ name: StaticString, _ rect: Rect, isPill: Bool = false, to output: inout [UInt8]
  ) {
    appendRect(name, rect, to: &output)
    let pill = min(rect.width, rect.height) / 2
    appendRadius(isPill ? min(pill, 12) : Self.radius(of: rect), to: &output)
  }

  /// Returns the radius of corners, which is smaller for small rectangles.
  private static func radius(of rect: Rect) -> Double {
    min(8, 0.12 * min(rect.width, rect.height))
  }

  private mutating func appendRadius(_ radius: Double, to output: inout [UInt8]) {
    output.append(#" rx=""#)
    appendRounded(radius, to: &output)
    output.append(#""/>"#)
  }

  /// Appends the quote that ends the class attribute, and the attributes of position and size.
  private mutating func appendSides(_ rect: Rect, to output: inout [UInt8]) {
    output.appendJSON(capacity: 192) { writer in
      writer.write(#"" x=""#)
      writer.write(rect.x, &memo)
      writer.write(#"" y=""#)
      writer.write(rect.y, &memo)
      writer.write(#"" width=""#)
      writer.write(rect.width, &memo)
      writer.write(#"" height=""#)
      writer.write(rect.height, &memo)
      writer.write(#"""#)
    }
  }

  /// Appends the text that a viewer shows under the pointer: the element's index path, id, frame and z-index.
  private mutating func appendTitle(
    _ attributes: LayoutAttributes, to output: inout [UInt8]
  ) {
    if attributes.category == .cell {
      output.append("cell")
    } else {
      output.appendXML(attributes.kind ?? "")
    }
    output.append(ASCII.space)
    if let section = attributes.section {
      output.appendJSON(section)
      output.append("-")
    }
    output.appendJSON(attributes.item)
    if let id = attributes.id {
      output.append(" “")
      output.appendXML(id.text)
      output.append("”")
    }
    output.append(": ")
    append(attributes.frame.x, to: &output)
    output.append(", ")
    append(attributes.frame.y, to: &output)
    output.append(", ")
    append(attributes.frame.width, to: &output)
    output.append(" × ")
    append(attributes.frame.height, to: &output)
    guard attributes.zIndex != 0 else { return }
    output.append(", z ")
    output.appendJSON(attributes.zIndex)
  }

  private mutating func appendText(
    _ name: StaticString, _ text: String, _ size: Double, at place: Point,
    to output: inout [UInt8]
  ) {
    output.append(#"<text class=""#)
    output.append(name)
    output.append(#"" x=""#)
    appendRounded(place.x, to: &output)
    // Capitals and digits are about 0.72 em high.
    output.append(#"" y=""#)
    appendRounded(place.y + 0.36 * size, to: &output)
    output.append(#"" font-size=""#)
    append(size, to: &output)
    output.append(#"">"#)
    output.appendXML(text)
    output.append("</text>")
  }

  /// Returns the largest type size in which a text fits a frame; nil if it does not fit.
  ///
  /// The size is a multiple of half a point, from `minType` to `limit`.
  private static func type(for text: String, in frame: Rect, upTo limit: Double) -> Double? {
    let ems = SVGText.ems(text)
    guard ems > 0 else { return nil }
    let largest = min(limit, 0.55 * frame.height, (frame.width - 4) / ems)
    let size = (largest * 2).rounded(.down) / 2
    return size >= minType ? size : nil
  }

  /// Appends a number that need not be exact, rounded to hundredths.
  private mutating func appendRounded(_ value: Double, to output: inout [UInt8]) {
    append((value * 100).rounded() / 100, to: &output)
  }
}

/// The way in which a supplementary is drawn, according to its kind.
enum SupplementaryRole: Sendable {
  case header, footer, other

  init(_ kind: String) {
    let bytes = kind.utf8.prefix(64).map { $0 | 0x20 }
    if Self.holds(bytes, "header") {
      self = .header
    } else {
      self = Self.holds(bytes, "footer") ? .footer : .other
    }
  }

  private static func holds(_ bytes: [UInt8], _ word: String) -> Bool {
    let word = Array(word.utf8)
    guard bytes.count >= word.count else { return false }
    return (0...bytes.count - word.count).contains { bytes[$0...].starts(with: word) }
  }
}

extension LayoutAttributes {
  /// Whether the element is a separator of a list (LayoutRules S3).
  fileprivate var isSeparator: Bool {
    category == .decoration && (kind == "separator" || kind == "topSeparator")
  }
}
