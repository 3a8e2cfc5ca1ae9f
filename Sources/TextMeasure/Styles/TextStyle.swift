@_exported public import TextStyling

extension TextStyle {
  /// Whether lines wrap at the container's width.
  var wraps: Bool { whiteSpace != .nowrap && whiteSpace != .pre }

  /// Whether spaces and tabs are kept.
  var preservesSpaces: Bool { whiteSpace == .pre || whiteSpace == .preWrap }

  /// Whether newlines end lines.
  var preservesNewlines: Bool { preservesSpaces || whiteSpace == .preLine }
}
