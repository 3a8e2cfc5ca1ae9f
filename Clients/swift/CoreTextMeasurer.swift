// SPDX-License-Identifier: Apache-2.0
import CoreText
import Foundation
import LayoutEngine

/// Measures the texts of a document with CoreText, so that the engine lays out cards with captions on a device.
///
///     var styles = TextStyles(names: ["caption"], styles: [caption])
///     styles.measurer = CoreTextMeasurer(styles.styles)
///     document.textStyles = styles
///
/// It breaks lines as CoreText does, not as the service does: both are right for the text that they draw, and may differ by a word.
/// Of a style it reads the families, size, weight, line height, letter spacing and `maxLines`; texts that are made of runs are
/// refused.
final class CoreTextMeasurer: TextMeasuring {
  private let styles: [TextStyle]
  // Unsafe only for the compiler: nothing changes them, or the fonts in them, once they are made.
  nonisolated(unsafe) private let attributes: [[NSAttributedString.Key: Any]]
  private let lineHeights: [Double]

  /// - Parameter styles: those of the document, in their order.
  init(_ styles: [TextStyle]) {
    self.styles = styles
    let fonts = styles.map(Self.font)
    attributes = zip(styles, fonts).map { style, font in
      [
        NSAttributedString.Key(kCTFontAttributeName as String): font,
        NSAttributedString.Key(kCTKernAttributeName as String): style.letterSpacing,
      ]
    }
    lineHeights = zip(styles, fonts).map { style, font in
      switch style.lineHeight {
      case .points(let points): points
      case .multiple(let multiple): multiple * style.fontSize
      case .normal: Double(CTFontGetAscent(font) + CTFontGetDescent(font) + CTFontGetLeading(font))
      }
    }
  }

  private static func font(_ style: TextStyle) -> CTFont {
    // CoreText's weights go from -1 to 1, CSS's from 1 to 1000; 0 is regular.
    let weight = (style.fontWeight - 400) / (style.fontWeight < 400 ? 375 : 500) * 0.62
    let traits: [String: Any] = [kCTFontWeightTrait as String: weight]
    let properties: [String: Any] = [
      kCTFontFamilyNameAttribute as String: style.fontFamily.first ?? "Helvetica",
      kCTFontTraitsAttribute as String: traits,
    ]
    let descriptor = CTFontDescriptorCreateWithAttributes(
      NSDictionary(dictionary: properties) as CFDictionary)
    return CTFontCreateWithFontDescriptor(descriptor, CGFloat(style.fontSize), nil)
  }

  /// Returns the number of lines times their height.
  func height(
    of text: ArraySlice<UInt8>, style: Int, width: Double, _ budget: LayoutBudget
  ) throws(LayoutError) -> Double {
    Double(try ranges(of: text, style, width, budget).count) * lineHeights[style]
  }

  func lines(
    of text: ArraySlice<UInt8>, style: Int, width: Double, changesCase: Bool,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> [String] {
    let string = NSString(string: String(decoding: text, as: UTF8.self))
    return try ranges(of: text, style, width, budget).map {
      string.substring(with: $0).trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  func naturalWidth(
    of text: ArraySlice<UInt8>, style: Int, _ budget: LayoutBudget
  ) throws(LayoutError) -> Double {
    let typesetter = try typesetter(text, style)
    var widest = 0.0
    for range in try ranges(of: text, style, .greatestFiniteMagnitude, budget) {
      let line = CTTypesetterCreateLine(
        typesetter, CFRange(location: range.location, length: range.length))
      let width = CTLineGetTypographicBounds(line, nil, nil, nil)
      widest = max(widest, width - CTLineGetTrailingWhitespaceWidth(line))
    }
    return widest.rounded(.up)
  }

  private func typesetter(
    _ text: ArraySlice<UInt8>, _ style: Int
  ) throws(LayoutError) -> CTTypesetter {
    guard !TextRuns.isMarked(text) else {
      throw LayoutError(.root, "is made of runs, which CoreTextMeasurer does not measure")
    }
    let string = NSAttributedString(
      string: String(decoding: text, as: UTF8.self), attributes: attributes[style])
    return CTTypesetterCreateWithAttributedString(string)
  }

  /// Returns the ranges of the lines, in UTF-16 units, at most the style's `maxLines`.
  private func ranges(
    of text: ArraySlice<UInt8>, _ style: Int, _ width: Double, _ budget: LayoutBudget
  ) throws(LayoutError) -> [NSRange] {
    let typesetter = try typesetter(text, style)
    let length = String(decoding: text, as: UTF8.self).utf16.count
    let limit = styles[style].maxLines ?? .max
    var ranges: [NSRange] = []
    var start = 0
    while start < length, ranges.count < limit {
      guard budget.checkpoint() else { throw .cancelled }
      let count = CTTypesetterSuggestLineBreak(typesetter, start, width)
      guard count > 0 else { break }
      ranges.append(NSRange(location: start, length: count))
      start += count
    }
    return ranges
  }
}
