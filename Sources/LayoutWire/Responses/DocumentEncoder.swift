public import LayoutEngine

/// Writes a layout's current document, piece by piece (Contract §10): items from their columns,
/// including measurements; `configuration` and layouts as the text that they were read from.
///
/// ```swift
/// var encoder = DocumentEncoder(version.layout.document)
/// var json: [UInt8] = []
/// while encoder.encode(into: &json, limit: 1 << 16) {}
/// // The document that lays out the version: {"container":{"width":320}, …,"items":2}
/// ```
public struct DocumentEncoder: PieceEncoder {
  /// The part of the document to write next.
  private enum Stage: Sendable {
    case beginning, textStyles, layout, sections
    /// A section's items, and then its layout, if it has one of its own.
    case items(section: Int), sectionLayout(section: Int)
    case end
  }

  private let document: LayoutDocument
  /// Whether the items are written at the top level: those of a single section without a layout.
  private let hasTopLevelItems: Bool
  private var stage = Stage.beginning
  private var writer = ItemsWriter()
  /// The text that is being copied, or was copied last.
  private var text: [UInt8] = []
  /// The number of bytes of `text` already copied.
  private var copied = 0
  /// The custom frames that are being written; nil if none are.
  private var frames: CustomFrames?
  /// The effects to write after the frames; nil if there are none.
  private var effects: ScrollEffects?
  /// The number of `frames` already written.
  private var writtenFrames = 0
  /// The number of the current section's items already written; −1 before their bracket is written.
  private var item = -1

  /// Creates an encoder for a document that was read from JSON, or for a version of one.
  public init(_ document: LayoutDocument) {
    self.document = document
    writer.styleNames = document.textStyles?.names ?? []
    hasTopLevelItems =
      document.hasTopLevelItems && document.sections.count == 1
      && document.sections[0].layout == nil
  }

  /// 0, because the encoder retains nothing beside the document.
  public var heldByteCount: Int { 0 }

  /// Appends the document's next piece.
  ///
  /// - Returns: whether the document continues after this piece.
  public mutating func encode(into output: inout [UInt8], limit: Int) -> Bool {
    let start = output.count
    var allowance = Self.pieceElements
    while true {
      let rest = limit - (output.count - start)
      guard rest > 0, allowance > 0 else { return true }
      if copied < text.count {
        copyText(to: &output, atMost: rest)
      } else if frames != nil {
        appendFrames(to: &output, from: start, limit: limit, &allowance)
      } else {
        guard appendNext(to: &output, from: start, limit: limit, &allowance) else { return false }
      }
    }
  }

  private mutating func copyText(to output: inout [UInt8], atMost rest: Int) {
    let end = min(text.count, copied + min(rest, Self.pieceBytes))
    output.append(contentsOf: text[copied..<end])
    copied = end
  }

  /// Advances to the next stage, or continues with the current stage's items.
  ///
  /// - Returns: false if the document is complete.
  private mutating func appendNext(
    to output: inout [UInt8], from start: Int, limit: Int, _ allowance: inout Int
  ) -> Bool {
    allowance -= 1
    switch stage {
    case .beginning:
      output.append(#"{"container":"#)
      append(document.container, to: &output)
      if !document.configuration.text.isEmpty {
        output.append(#","configuration":"#)
        begin(document.configuration.text)
      }
      stage = .textStyles
    case .textStyles:
      if let styles = document.textStyles {
        output.append(#","textStyles":"#)
        begin(styles.text)
      }
      stage = .layout
    case .layout:
      if let layout = document.layout {
        output.append(#","layout":"#)
        begin(layout, to: &output)
      }
      stage = .sections
    case .sections:
      output.append(hasTopLevelItems ? "," : #","sections":["#)
      beginSection(0, to: &output)
    case .items(let section):
      appendItems(of: section, to: &output, from: start, limit: limit, &allowance)
    case .sectionLayout(let section):
      if !hasTopLevelItems { output.append(ASCII.closeBrace) }
      beginSection(section + 1, to: &output)
    case .end: return false
    }
    return true
  }

  // MARK: Sections

  private mutating func beginSection(_ section: Int, to output: inout [UInt8]) {
    guard section < document.sections.count else {
      output.append(hasTopLevelItems ? "}" : "]}")
      stage = .end
      return
    }
    if section > 0 { output.append(ASCII.comma) }
    output.append(hasTopLevelItems ? #""items":"# : #"{"items":"#)
    item = -1
    let layout = document.sections[section].layout ?? document.layout
    if case .justified? = layout?.chosen(for: document.container) {
      writer.isJustified = true
    } else {
      writer.isJustified = false
    }
    stage = .items(section: section)
  }

  private mutating func appendItems(
    of section: Int, to output: inout [UInt8], from start: Int, limit: Int, _ allowance: inout Int
  ) {
    let items = document.sections[section].items
    if items.areCounted {
      output.appendJSON(items.count)
    } else {
      if item < 0 {
        output.append(ASCII.openBracket)
        item = 0
      }
      while item < items.count {
        guard output.count - start < limit, allowance > 0 else { return }
        if item > 0 { output.append(ASCII.comma) }
        writer.append(items.fields(of: item), to: &output)
        item += 1
        allowance -= 1
      }
      output.append(ASCII.closeBracket)
    }
    if let bodies = document.sections[section].bodies {
      output.append(#","supplementaries":"#)
      writer.append(bodies, to: &output)
    }
    if let layout = document.sections[section].layout {
      output.append(#","layout":"#)
      begin(layout, to: &output)
    }
    stage = .sectionLayout(section: section)
  }

  // MARK: Layouts

  private mutating func begin(_ layout: LayoutVariants, to output: inout [UInt8]) {
    if layout.text.isEmpty, case .custom(let spec)? = layout.variants.first?.layout {
      output.append(#"{"type":"custom","#)
      if spec.contentInsetsReference != .automatic {
        output.append(#""contentInsetsReference":""#)
        output.append(spec.contentInsetsReference.word)
        output.append(#"","#)
      }
      output.append(#""frames":["#)
      frames = spec.given
      effects = spec.effects
      writtenFrames = 0
    } else {
      begin(layout.text)
    }
  }

  private mutating func begin(_ text: [UInt8]) {
    self.text = text
    copied = 0
  }

  private mutating func appendFrames(
    to output: inout [UInt8], from start: Int, limit: Int, _ allowance: inout Int
  ) {
    guard let frames else { return }
    while writtenFrames < frames.count {
      guard output.count - start < limit, allowance > 0 else { return }
      if writtenFrames > 0 { output.append(ASCII.comma) }
      writer.append(
        CustomFrame(
          frame: frames.frames[writtenFrames], zIndex: frames.zIndexes[writtenFrames]),
        to: &output)
      writtenFrames += 1
      allowance -= 1
    }
    output.append(ASCII.closeBracket)
    if let effects {
      output.append(#","effects":"#)
      output.append(effects)
    }
    output.append(ASCII.closeBrace)
    self.frames = nil
  }

  // MARK: The container

  private func append(_ container: Container, to output: inout [UInt8]) {
    output.append(#"{"width":"#)
    output.appendJSON(container.size.width)
    if container.hasHeight {
      output.append(#","height":"#)
      output.appendJSON(container.size.height)
    }
    append("contentInsets", container.contentInsets, to: &output)
    append("safeAreaInsets", container.safeAreaInsets, to: &output)
    append("layoutMargins", container.layoutMargins, to: &output)
    if let width = container.readableContentWidth {
      output.append(#","readableContentWidth":"#)
      output.appendJSON(width)
    }
    append("scrollPadding", container.scrollPadding, to: &output)
    if container.direction == .rightToLeft { output.append(#","direction":"rtl""#) }
    if let scale = container.scale {
      output.append(#","scale":"#)
      output.appendJSON(scale)
    }
    output.append(ASCII.closeBrace)
  }

  /// Appends insets as a field of the container, unless they are zero.
  private func append(
    _ field: StaticString, _ insets: DirectionalInsets, to output: inout [UInt8]
  ) {
    guard insets != .zero else { return }
    output.append(#",""#)
    output.append(field)
    output.append(#"":{"top":"#)
    output.appendJSON(insets.top)
    output.append(#","leading":"#)
    output.appendJSON(insets.leading)
    output.append(#","bottom":"#)
    output.appendJSON(insets.bottom)
    output.append(#","trailing":"#)
    output.appendJSON(insets.trailing)
    output.append(ASCII.closeBrace)
  }
}

extension ContentInsetsReference {
  /// The word of the reference in documents.
  fileprivate var word: StaticString {
    switch self {
    case .automatic: "automatic"
    case .none: "none"
    case .safeArea: "safeArea"
    case .layoutMargins: "layoutMargins"
    case .readableContent: "readableContent"
    }
  }
}
