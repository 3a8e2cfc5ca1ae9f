import LayoutWire

/// Finds the setting that a misspelt one is nearest to.
public enum NearSetting {
  /// The name of which `name` is a misspelling; nil if it is near none.
  ///
  /// - Complexity: O(names); only names of 40 bytes at most are compared.
  public static func nearest(to name: String, among names: [String]) -> String? {
    NearName.nearest(to: name, among: names)
  }
}
