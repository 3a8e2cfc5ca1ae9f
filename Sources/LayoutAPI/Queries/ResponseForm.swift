package import LayoutWire

/// What a query says of a response beside its representation; each property is of one representation.
package struct ResponseForm: Sendable {
  /// The style of a picture, from `theme` and `zoom`.
  package var style = PictureStyle()
  /// The form of a style sheet, from `selector`, `unit` and `widths`.
  package var sheet = SheetRequest()
  /// What JSON contains, from `lines` and `data`.
  package var attributes = AttributesForm()

  /// Creates the form of a query that says nothing of it.
  package init() {}

  /// Calls `body` with the numbers that distinguish the forms of a representation; never for JSON in its default form.
  package func visitWords(of representation: Representation, _ body: (UInt64) -> Void) {
    switch representation {
    case .svg:
      body(UInt64(style.theme.rawValue))
      body((style.zoom + 0).bitPattern)
    case .css:
      let selector = sheet.style.selector.text.utf8
      body(UInt64(selector.count))
      for byte in selector { body(UInt64(byte)) }
      body(UInt64(sheet.style.unit.rawValue))
      body(UInt64(sheet.widths.count))
      for width in sheet.widths { body((width + 0).bitPattern) }
    case .json: attributes.visitWords(body)
    case .columns, .packed: break
    }
  }
}
