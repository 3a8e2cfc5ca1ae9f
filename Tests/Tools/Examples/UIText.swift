// The part of UIKit's and Foundation's text that the client's text attributes use, where there is no UIKit.
public import Foundation

/// UIKit's `UIFontDescriptor`.
public struct UIFontDescriptor: Sendable {
  /// UIKit's `AttributeName`.
  public struct AttributeName: Hashable, Sendable {
    /// UIKit's `family`.
    public static let family = AttributeName()
    /// UIKit's `traits`.
    public static let traits = AttributeName()
    /// UIKit's `cascadeList`.
    public static let cascadeList = AttributeName()
  }

  /// UIKit's `TraitKey`.
  public struct TraitKey: Hashable, Sendable {
    /// UIKit's `weight`.
    public static let weight = TraitKey()
    /// UIKit's `symbolic`.
    public static let symbolic = TraitKey()
  }

  /// UIKit's `SymbolicTraits`.
  public struct SymbolicTraits: OptionSet, Sendable {
    /// UIKit's `rawValue`.
    public let rawValue: UInt32
    /// UIKit's initializer.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// UIKit's `traitItalic`.
    public static let traitItalic = SymbolicTraits(rawValue: 1)
  }

  /// UIKit's initializer.
  public init(fontAttributes: [AttributeName: Any]) {}
  /// UIKit's `addingAttributes`.
  public func addingAttributes(_ attributes: [AttributeName: Any]) -> UIFontDescriptor { self }
}

/// UIKit's `UIFont`.
public final class UIFont: Sendable {
  /// UIKit's `Weight`.
  public struct Weight: Sendable {
    /// UIKit's `rawValue`.
    public let rawValue: CGFloat
    /// UIKit's initializer.
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
  }

  /// UIKit's `pointSize`.
  public let pointSize: CGFloat
  /// UIKit's `xHeight`.
  public var xHeight: CGFloat { pointSize * 0.5 }
  /// UIKit's `lineHeight`.
  public var lineHeight: CGFloat { pointSize * 1.2 }
  /// UIKit's initializer.
  public init(descriptor: UIFontDescriptor, size: CGFloat) { pointSize = size }
  /// UIKit's `systemFont`.
  public static func systemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
    UIFont(descriptor: UIFontDescriptor(fontAttributes: [:]), size: size)
  }
  /// UIKit's `fontNames`.
  public static func fontNames(forFamilyName family: String) -> [String] { [] }
}

/// UIKit's `NSWritingDirection`.
public enum NSWritingDirection: Sendable { case natural, leftToRight, rightToLeft }
/// UIKit's `NSLineBreakMode`.
public enum NSLineBreakMode: Sendable { case byWordWrapping, byCharWrapping, byClipping }

/// UIKit's `NSParagraphStyle`.
open class NSParagraphStyle {
  /// UIKit's `LineBreakStrategy`.
  public struct LineBreakStrategy: OptionSet, Sendable {
    /// UIKit's `rawValue`.
    public let rawValue: Int
    /// UIKit's initializer.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// UIKit's `hangulWordPriority`.
    public static let hangulWordPriority = LineBreakStrategy(rawValue: 2)
  }

  /// UIKit's initializer.
  public init() {}
}

/// UIKit's `NSMutableParagraphStyle`.
public final class NSMutableParagraphStyle: NSParagraphStyle {
  /// UIKit's `minimumLineHeight`.
  public var minimumLineHeight: CGFloat = 0
  /// UIKit's `maximumLineHeight`.
  public var maximumLineHeight: CGFloat = 0
  /// UIKit's `baseWritingDirection`.
  public var baseWritingDirection = NSWritingDirection.natural
  /// UIKit's `lineBreakMode`.
  public var lineBreakMode = NSLineBreakMode.byWordWrapping
  /// UIKit's `lineBreakStrategy`.
  public var lineBreakStrategy: LineBreakStrategy = []
}

extension NSAttributedString.Key {
  /// UIKit's `font`.
  public static let font = Self(rawValue: "NSFont")
  /// UIKit's `kern`.
  public static let kern = Self(rawValue: "NSKern")
  /// UIKit's `paragraphStyle`.
  public static let paragraphStyle = Self(rawValue: "NSParagraphStyle")
  /// UIKit's `baselineOffset`.
  public static let baselineOffset = Self(rawValue: "NSBaselineOffset")
}

/// UIKit's `NSTextAttachment`.
public final class NSTextAttachment {
  /// UIKit's `bounds`.
  public var bounds = CGRect.zero
  /// UIKit's initializer.
  public init() {}
}

extension NSAttributedString {
  /// UIKit's initializer.
  public convenience init(attachment: NSTextAttachment) {
    self.init(string: "\u{FFFC}", attributes: [.init("NSAttachment"): attachment])
  }
}
