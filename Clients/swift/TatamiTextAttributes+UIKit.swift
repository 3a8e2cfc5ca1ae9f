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

  extension TatamiTextOrRuns {
    /// Returns the text as an attributed string: runs in their own styles, boxes as attachments whose images you set.
    ///
    /// - Parameters:
    ///   - style: the name of the block's style.
    ///   - styles: the document's styles; a run whose style is not among them has the block's.
    ///   - containerDirection: the direction of texts whose style gives none.
    public func attributedString(
      style: String, of styles: [String: TatamiTextStyle],
      containerDirection: TatamiLayoutDirection = .ltr
    ) -> NSAttributedString {
      func attributes(_ name: String) -> [NSAttributedString.Key: Any] {
        styles[name].map {
          TatamiTextAttributes($0).attributes(containerDirection: containerDirection)
        } ?? [:]
      }
      let block = attributes(style)
      let result = NSMutableAttributedString(string: "")
      func append(_ text: String, _ name: String?) {
        var own = name.flatMap { styles[$0] == nil ? nil : attributes($0) } ?? block
        // What concerns the paragraph is the block's.
        own[.paragraphStyle] = block[.paragraphStyle]
        result.append(NSAttributedString(string: text, attributes: own))
      }
      switch self {
      case .bodyText(let text): append(text, nil)
      case .textRuns(let runs):
        for run in runs {
          switch run {
          case .bodyText(let text): append(text, nil)
          case .styledRun(let run): append(run.text, run.style)
          case .boxRun(let box):
            let attachment = NSTextAttachment()
            let xHeight = Double((block[.font] as? UIFont)?.xHeight ?? 0)
            attachment.bounds = CGRect(
              x: 0, y: box.baselineOffset(xHeight: xHeight), width: box.width, height: box.height)
            result.append(NSAttributedString(attachment: attachment))
          }
        }
      }
      return result
    }
  }

  extension TatamiBoxRun {
    /// Returns how far the box is above the baseline, in points.
    fileprivate func baselineOffset(xHeight: Double) -> Double {
      switch verticalAlign {
      case .middle: (xHeight - height) / 2
      case .length(let points): points
      case .baseline, nil: 0
      }
    }
  }
#endif
