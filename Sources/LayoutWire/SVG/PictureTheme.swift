/// The colours of a picture.
public enum PictureTheme: UInt8, Sendable, Hashable, CaseIterable {
  /// Light or dark, according to the viewer's preference (`prefers-color-scheme`).
  case automatic
  /// Dark on light.
  case light
  /// Light on dark.
  case dark
}

extension PictureTheme {
  /// Appends the picture's `style` element.
  func appendStyle(to output: inout [UInt8]) {
    output.append("<style>")
    output.append(Self.shared)
    switch self {
    case .light: output.append(Self.lightColors)
    case .dark: output.append(Self.darkColors)
    case .automatic:
      output.append(Self.lightColors)
      output.append("\n@media (prefers-color-scheme:dark){")
      output.append(Self.darkColors)
      output.append("}")
    }
    output.append("\n</style>\n")
  }

  /// The number of hues for cells.
  static let hueCount = 18

  // Classes: p paper, s section, h0… cell or its media by hue, k card under media, l lines of a
  // card's text, t number, i id, hd header, ft footer, b badge and other supplementaries with
  // texts ht, ft2, bt, d decoration, q queried rectangle, v visible bounds; e edges of cells.
  private static let shared: StaticString = """
    text{font-family:ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",\
    "DejaVu Sans",sans-serif;font-weight:600;text-anchor:middle}\
    .i{font-weight:400}.l{fill:none;stroke-linecap:round;stroke-width:4}\
    .q,.v{fill:none}.v{stroke-width:2;stroke-dasharray:6 4}\
    .d{stroke-dasharray:5 4;stroke-linecap:round}
    """

  private static let lightColors: StaticString = """

    .p{fill:#fff}.s{fill:#f3f5f9}.k{fill:#fff}.e{stroke:#fff}.l{stroke:#d5dbe6}\
    .t{fill:#2b3648}.i{fill:#5b667a}.hd{fill:#5f6d87}.ft{fill:#d3dae7}.ht{fill:#fff}\
    .ft2{fill:#46536b}.b{fill:#f0526a}.bt{fill:#fff}.d{fill:#7c5cff;fill-opacity:.1;\
    stroke:#7c5cff;stroke-opacity:.5}.q{stroke:#aab4c5}.v{stroke:#2f6fed}
    .h0{fill:#b7d9ff}.h1{fill:#c8d3ff}.h2{fill:#d9cdff}.h3{fill:#e8c9f6}.h4{fill:#f4c5e8}\
    .h5{fill:#fcc3d8}.h6{fill:#ffc4c7}.h7{fill:#ffc6b7}.h8{fill:#fbcaaa}.h9{fill:#f1d0a3}\
    .h10{fill:#e4d6a2}.h11{fill:#d4dca7}.h12{fill:#c2e1b3}.h13{fill:#b2e4c2}.h14{fill:#a5e6d3}\
    .h15{fill:#9fe5e4}.h16{fill:#a0e2f3}.h17{fill:#a9defe}
    """

  private static let darkColors: StaticString = """

    .p{fill:#12151b}.s{fill:#1a1e26}.k{fill:#262b36}.e{stroke:#12151b}.l{stroke:#414959}\
    .t{fill:#eef2f8}.i{fill:#b3bccb}.hd{fill:#5b6880}.ft{fill:#3a4353}.ht{fill:#f2f5fa}\
    .ft2{fill:#c6cfde}.b{fill:#ff6b81}.bt{fill:#12151b}.d{fill:#a78bff;fill-opacity:.1;\
    stroke:#a78bff;stroke-opacity:.55}.q{stroke:#566073}.v{stroke:#6ea2ff}
    .h0{fill:#3a5a81}.h1{fill:#4c5482}.h2{fill:#5b4f7e}.h3{fill:#684b75}.h4{fill:#724769}\
    .h5{fill:#79465a}.h6{fill:#7c464a}.h7{fill:#7c483b}.h8{fill:#784c2d}.h9{fill:#705223}\
    .h10{fill:#655721}.h11{fill:#575d28}.h12{fill:#456136}.h13{fill:#326445}.h14{fill:#1d6656}\
    .h15{fill:#0d6565}.h16{fill:#146272}.h17{fill:#275e7c}
    """
}
