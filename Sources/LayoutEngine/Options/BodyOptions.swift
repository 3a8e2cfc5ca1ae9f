/// How a layout sets the bodies of its items (`body` in a layout).
public struct BodyOptions: Sendable, Hashable {
  /// The widths of items with bodies, named like CSS's `width`.
  public enum Width: Sendable, Hashable {
    /// As the layout decides, whatever the text is.
    case auto
    /// As the widest line needs, at most as `auto` (LayoutRules N5); in lists and flows.
    case fitContent
  }

  /// The space around a body's blocks, in points; its leading and trailing sides narrow the text.
  public var insets = DirectionalInsets.zero
  /// Points between two blocks that have a height.
  public var spacing = 0.0
  /// The number of the style used by texts without a style of their own; nil if the layout sets none.
  public var style: Int?
  /// The least height of a body that is not empty, in points.
  public var minHeight = 0.0
  /// The width of items with bodies.
  public var width = Width.auto

  /// Creates options with every default.
  public init() {}
}

/// How a layout sets the bodies of its elements; layouts that set none store nothing.
package struct LayoutBodyOptions: Sendable, Hashable {
  /// The elements that options apply to.
  package enum Element: Int, Sendable {
    case item, header, footer
  }

  /// The options of items, headers and footers; empty if all are defaults.
  private var options: [BodyOptions] = []

  /// Creates options with every default.
  package init() {}

  /// The options of an element.
  package subscript(element: Element) -> BodyOptions {
    get { options.isEmpty ? BodyOptions() : options[element.rawValue] }
    set {
      guard newValue != self[element] else { return }
      if options.isEmpty { options = Array(repeating: BodyOptions(), count: 3) }
      options[element.rawValue] = newValue
    }
  }

  /// The options of a supplementary of a kind: those of items, if it is neither the header nor the footer.
  subscript(kind: String) -> BodyOptions {
    switch kind {
    case "header": self[.header]
    case "footer": self[.footer]
    default: self[.item]
    }
  }

  /// The memory used, in bytes.
  var byteCount: Int { options.isEmpty ? 0 : 32 + 3 * MemoryLayout<BodyOptions>.stride }
}
