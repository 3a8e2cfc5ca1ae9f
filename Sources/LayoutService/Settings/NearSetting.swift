import LayoutWire

/// Finds the setting whose name is nearest to a misspelt one.
public enum NearSetting {
  /// Returns the name that `name` misspells; nil if it is near none.
  ///
  /// - Complexity: O(names); only names of 40 bytes at most are compared.
  public static func nearest(to name: String, among names: [String]) -> String? {
    NearName.nearest(to: name, among: names)
  }
}
