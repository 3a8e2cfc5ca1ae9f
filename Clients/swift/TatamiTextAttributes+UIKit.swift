// SPDX-License-Identifier: Apache-2.0
#if canImport(UIKit)
  public import UIKit

  extension TatamiTextAttributes {
    /// The font of the first family that the app has; the others are its fallbacks.
    ///
    /// If the app has none of them, the font is the system's, and lines differ from those that the service measured.
    public var font: UIFont {
      let weight = UIFont.Weight(rawValue: weight)
      var traits: [UIFontDescriptor.TraitKey: Any] = [.weight: weight]
      if isItalic { traits[.symbolic] = UIFontDescriptor.SymbolicTraits.traitItalic.rawValue }
      let descriptors = families.filter { !UIFont.fontNames(forFamilyName: $0).isEmpty }.map {
        UIFontDescriptor(fontAttributes: [.family: $0, .traits: traits])
      }
      guard let first = descriptors.first else {
        return UIFont.systemFont(ofSize: fontSize, weight: weight)
      }
      return UIFont(
        descriptor: first.addingAttributes([.cascadeList: Array(descriptors.dropFirst())]),
        size: fontSize)
    }

    /// The paragraph style: the height of lines, wrapping, and direction.
    ///
    /// - Parameter containerDirection: the direction of texts whose style gives none.
    public func paragraphStyle(
      containerDirection: TatamiLayoutDirection = .ltr
    ) -> NSParagraphStyle {
      let paragraph = NSMutableParagraphStyle()
      paragraph.minimumLineHeight = lineHeight
      paragraph.maximumLineHeight = lineHeight
      paragraph.baseWritingDirection =
        (direction ?? containerDirection) == .rtl ? .rightToLeft : .leftToRight
      paragraph.lineBreakMode =
        switch wrapping {
        case .words: .byWordWrapping
        case .characters: .byCharWrapping
        case .never: .byClipping
        }
      // UIKit otherwise keeps short last words from being alone on a line, as CSS does not.
      paragraph.lineBreakStrategy = keepsWordsWhole ? .hangulWordPriority : []
      return paragraph
    }

    /// Returns the attributes of an attributed string.
    ///
    /// - Parameter containerDirection: the direction of texts whose style gives none.
    public func attributes(
      containerDirection: TatamiLayoutDirection = .ltr
    ) -> [NSAttributedString.Key: Any] {
      let font = font
      return [
        .font: font, .kern: kern,
        .paragraphStyle: paragraphStyle(containerDirection: containerDirection),
        .baselineOffset: baselineOffset(fontLineHeight: font.lineHeight),
      ]
    }
  }
#endif
