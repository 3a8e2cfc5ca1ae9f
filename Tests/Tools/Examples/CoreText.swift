// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
@_exported import Foundation

// The little of CoreText that Clients/swift uses, so that it can be compiled and tried on Linux, too.
// Names and types are CoreText's; each UTF-16 unit is half as wide as the font is large.

public typealias CFIndex = Int
public typealias CFDictionary = NSDictionary

/// A range.
public struct CFRange: Sendable {
  /// Where it begins.
  public var location: CFIndex
  /// How long it is.
  public var length: CFIndex

  /// Creates a range.
  public init(location: CFIndex, length: CFIndex) {
    (self.location, self.length) = (location, length)
  }
}

public let kCTFontAttributeName = "CTFont"
public let kCTKernAttributeName = "CTKern"
public let kCTFontWeightTrait = "weight"
public let kCTFontFamilyNameAttribute = "family"
public let kCTFontTraitsAttribute = "traits"

/// What a font is asked for by.
public final class CTFontDescriptor {
  let attributes: NSDictionary

  init(_ attributes: NSDictionary) { self.attributes = attributes }
}

/// A font.
public final class CTFont {
  let size: CGFloat

  init(_ size: CGFloat) { self.size = size }
}

/// Breaks a text into lines.
public final class CTTypesetter {
  let text: NSAttributedString
  let unit: Double

  init(_ text: NSAttributedString) {
    self.text = text
    let attributes = text.length > 0 ? text.attributes(at: 0, effectiveRange: nil) : [:]
    let font = attributes[NSAttributedString.Key(kCTFontAttributeName)] as? CTFont
    let kern = attributes[NSAttributedString.Key(kCTKernAttributeName)] as? Double
    unit = Double(font?.size ?? 0) / 2 + (kern ?? 0)
  }
}

/// A line.
public final class CTLine {
  let text: String
  let unit: Double

  init(_ text: String, _ unit: Double) { (self.text, self.unit) = (text, unit) }
}

public func CTFontDescriptorCreateWithAttributes(_ attributes: CFDictionary) -> CTFontDescriptor {
  CTFontDescriptor(attributes)
}

public func CTFontCreateWithFontDescriptor(
  _ descriptor: CTFontDescriptor, _ size: CGFloat, _ matrix: UnsafeRawPointer?
) -> CTFont { CTFont(size) }

public func CTFontGetAscent(_ font: CTFont) -> CGFloat { font.size }
public func CTFontGetDescent(_ font: CTFont) -> CGFloat { font.size / 4 }
public func CTFontGetLeading(_ font: CTFont) -> CGFloat { 0 }

public func CTTypesetterCreateWithAttributedString(_ text: NSAttributedString) -> CTTypesetter {
  CTTypesetter(text)
}

/// Breaks after newlines, and behind the last space that begins within the width.
public func CTTypesetterSuggestLineBreak(
  _ typesetter: CTTypesetter, _ start: CFIndex, _ width: Double
) -> CFIndex {
  let units = Array(typesetter.text.string.utf16[...].dropFirst(start))
  let room = max(1, Int(min(width / typesetter.unit, 1e9)))
  if let newline = units.prefix(room + 1).firstIndex(of: 10) { return newline + 1 }
  guard units.count > room else { return units.count }
  let space = units.prefix(room + 1).lastIndex(of: 32)
  return space.map { $0 + 1 } ?? room
}

public func CTTypesetterCreateLine(_ typesetter: CTTypesetter, _ range: CFRange) -> CTLine {
  let part = NSRange(location: range.location, length: range.length)
  return CTLine(NSString(string: typesetter.text.string).substring(with: part), typesetter.unit)
}

public func CTLineGetTypographicBounds(
  _ line: CTLine, _ ascent: UnsafeMutablePointer<CGFloat>?,
  _ descent: UnsafeMutablePointer<CGFloat>?,
  _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double { Double(line.text.utf16.count) * line.unit }

public func CTLineGetTrailingWhitespaceWidth(_ line: CTLine) -> Double {
  Double(line.text.utf16.reversed().prefix { $0 == 32 || $0 == 10 }.count) * line.unit
}
