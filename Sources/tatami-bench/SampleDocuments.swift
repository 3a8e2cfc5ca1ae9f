/// The documents to lay out, as the JSON text that a client would send.
///
/// A fixed generator determines the sizes, so they are equal in every run and on every machine.
enum SampleDocuments {
  /// The form of the items in a document.
  enum ObjectShape: String, CaseIterable {
    /// One number per item, in halves of a point.
    case numbers
    /// One number per item, with arbitrary doubles.
    case doubles
    /// A pair per item: photo sizes in whole pixels.
    case pairs
    /// A pair per item, with arbitrary doubles.
    case longPairs = "long pairs"
    /// Numbers and pairs at random, in equal parts.
    case mixed
    /// Like `mixed`, with a space after each comma, as Python writes it.
    case spaced
    /// An object with width and height per item.
    case objects
    /// Like `objects`, with an id before width and height.
    case objectsWithIDs = "objects with ids"
    /// A pair per item: small whole sides, so that several items fit in a line.
    case wholeSides = "whole sides"
    /// Single numbers, and for one item in four an object that spans two columns.
    case spans
  }

  /// Returns a document with one section.
  static func text(
    layout: String, items: ObjectShape, count: Int, width: Double = 390
  ) -> [UInt8] {
    var text = #"{"container":{"width":\#(width),"height":844},"layout":\#(layout),"items":["#
    text.reserveCapacity(count * 40 + 200)
    var source = Source(state: UInt64(count))
    let comma = items == .spaced ? ", " : ","
    for number in 0..<count {
      if number > 0 { text += comma }
      switch items {
      case .numbers: text += "\(Double(160 + source.next(below: 640)) / 2)"
      case .doubles: text += "\(source.anyLength())"
      case .pairs: text += "[\(source.photoSide()),\(source.photoSide())]"
      case .longPairs: text += "[\(source.anyLength()),\(source.anyLength())]"
      case .mixed, .spaced:
        if source.next(below: 2) == 0 {
          text += "\(Double(240 + source.next(below: 480)) / 2)"
        } else {
          text += "[\(source.photoSide())\(comma)\(source.photoSide())]"
        }
      case .objects:
        text += #"{"width":\#(source.photoSide()),"height":\#(source.photoSide())}"#
      case .objectsWithIDs:
        let id = 100_000_000_000 + source.next(below: 1 << 36)
        text +=
          #"{"id":"\#(id)","width":\#(source.photoSide()),"height":\#(source.photoSide())}"#
      case .wholeSides: text += "[\(40 + source.next(below: 80)),\(30 + source.next(below: 90))]"
      case .spans:
        let height = Double(160 + source.next(below: 640)) / 2
        text +=
          source.next(below: 4) == 0 ? #"{"height":\#(height),"columnSpan":2}"# : "\(height)"
      }
    }
    text += "]}"
    return Array(text.utf8)
  }

  /// Returns a document with sections of ten items, one number each.
  static func sections(layout: String, count: Int) -> [UInt8] {
    var source = Source(state: UInt64(count))
    let sections = (0..<count / 10).map { _ in
      let items = (0..<10).map { _ in "\(Double(160 + source.next(below: 640)) / 2)" }
      return #"{"items":[\#(items.joined(separator: ","))]}"#
    }
    return Array(
      (#"{"container":{"width":390,"height":844},"layout":\#(layout),"sections":["#
        + sections.joined(separator: ",") + "]}").utf8)
  }

  /// Returns a document whose section is a count of equal items.
  static func text(layout: String, count: Int) -> [UInt8] {
    Array(
      #"{"container":{"width":390,"height":844},"layout":\#(layout),"items":\#(count)}"#.utf8)
  }

  /// Returns a document with a custom layout, four frames per row; all its numbers are multiples of `unit`.
  static func frames(count: Int, unit: Double) -> [UInt8] {
    var frames: [String] = []
    for number in 0..<count {
      let column = Double(number % 4 * 193 + 1)
      let row = Double(number / 4 * 61 + 1)
      frames.append("[\(column * unit),\(row * unit),\(187 * unit),\(59 * unit)]")
    }
    return Array(
      (#"{"container":{"width":390,"height":844},"layout":{"type":"custom","frames":["#
        + frames.joined(separator: ",") + #"]},"items":\#(count)}"#).utf8)
  }

  /// A linear congruential generator, which returns the high bits of its state.
  struct Source {
    /// The generator's state.
    var state: UInt64

    /// Returns the next number from 0 to less than `bound`.
    mutating func next(below bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 20) % bound
    }

    /// Returns a length whose shortest decimal has 15 digits or more.
    mutating func anyLength() -> Double { 80 + Double(next(below: 1 << 40)) / 3_435_973_837 }

    /// Returns a photo's width or height in pixels.
    mutating func photoSide() -> UInt64 { 600 + next(below: 3400) }
  }
}

extension SampleDocuments {
  /// A kind of document to lay out and query, and its name in the report.
  struct LayoutCase: Sendable {
    /// The name of the report's row about laying it out.
    let name: String
    /// Creates the document for a number of items.
    let text: @Sendable (_ count: Int) -> [UInt8]
    /// The maximum number of items for which the document can be created.
    let maxCount: Int

    init(
      name: String, maxCount: Int = .max, text: @escaping @Sendable (Int) -> [UInt8]
    ) {
      self.name = name
      self.maxCount = maxCount
      self.text = text
    }

    /// Creates a case whose items have the form `items`; if it is nil, the document has a count of items.
    init(name: String, layout: String, items: ObjectShape?, maxCount: Int = .max) {
      self.init(name: name, maxCount: maxCount) { count in
        guard let items else { return SampleDocuments.text(layout: layout, count: count) }
        return SampleDocuments.text(layout: layout, items: items, count: count)
      }
    }
  }

  /// Every layout type; the waterfall with several column counts and kinds of numbers.
  static let layoutCases: [LayoutCase] =
    [2, 3, 6, 12].flatMap { columns in
      [
        LayoutCase(
          name: "layout waterfall \(columns) columns, halves",
          layout: #"{"type":"waterfall","columns":\#(columns)}"#, items: .numbers),
        LayoutCase(
          name: "layout waterfall \(columns) columns, doubles",
          layout: #"{"type":"waterfall","columns":\#(columns)}"#, items: .doubles),
      ]
    } + [
      LayoutCase(
        name: "layout waterfall pairs", layout: #"{"type":"waterfall","columns":3}"#,
        items: .pairs),
      LayoutCase(
        name: "layout waterfall mixed", layout: #"{"type":"waterfall","columns":3}"#,
        items: .mixed),
      LayoutCase(
        name: "layout waterfall spans", layout: #"{"type":"waterfall","columns":12}"#,
        items: .spans),
      LayoutCase(
        name: "layout waterfall round robin",
        layout: #"{"type":"waterfall","columns":3,"placement":"roundRobin"}"#, items: .numbers),
      LayoutCase(
        name: "layout waterfall grid lanes",
        layout: #"{"type":"waterfall","columns":3,"placement":"gridLanes"}"#, items: .numbers),
      LayoutCase(
        name: "layout flow uniform", layout: #"{"type":"flow"}"#, items: nil),
      LayoutCase(
        name: "layout flow non-uniform",
        layout: #"{"type":"flow","itemSize":{"width":90,"height":90}}"#, items: .numbers),
      LayoutCase(
        name: "layout flow, whole sides", layout: #"{"type":"flow"}"#, items: .wholeSides),
      LayoutCase(
        name: "layout list", layout: #"{"type":"list","rowSpacing":1}"#, items: .numbers),
      LayoutCase(
        name: "layout justified", layout: #"{"type":"justified","targetRowHeight":120}"#,
        items: .pairs),
      LayoutCase(
        name: "layout justified, uniform", layout: #"{"type":"justified","targetRowHeight":120}"#,
        items: nil),
      LayoutCase(
        name: "layout magazine, uniform", layout: #"{"type":"magazine"}"#, items: nil),
      LayoutCase(
        name: "layout magazine", layout: #"{"type":"magazine","verticalSpacing":8}"#,
        items: .numbers),
      // With a million items, the badges and a header would exceed the number of elements that a
      // document may have.
      LayoutCase(
        name: "layout compositional", layout: compositional, items: nil, maxCount: 100_000),
      LayoutCase(name: "layout custom") { frames(count: $0, unit: 0.5) },
    ]

  /// A grid of three columns with badges under a pinned header.
  private static let compositional = """
    {"type":"compositional","interGroupSpacing":8,"contentInsets":{"leading":16,"trailing":16},
     "group":{"direction":"horizontal","count":3,"interItemSpacing":{"fixed":8},
       "size":{"width":{"fractionalWidth":1},"height":{"absolute":120}},
       "subitems":[{"size":{"width":{"fractionalWidth":0.333},"height":{"fractionalHeight":1}},
         "supplementaryItems":[{"kind":"badge",
           "size":{"width":{"absolute":16},"height":{"absolute":16}},
           "containerAnchor":{"edges":["top","trailing"],
             "fractionalOffset":{"x":0.5,"y":-0.5}}}]}]},
     "boundarySupplementaryItems":[{"kind":"header","alignment":"top","pinToVisibleBounds":true,
       "size":{"width":{"fractionalWidth":1},"height":{"absolute":44}}}]}
    """
}
