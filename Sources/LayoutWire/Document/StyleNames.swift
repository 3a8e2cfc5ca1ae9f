import LayoutEngine

/// The names of text styles, numbered in the order in which they are read: items may name styles before `textStyles`
/// defines them.
struct StyleNames {
  /// A name that a body or a layout uses before it is defined.
  struct Use {
    let name: Int
    /// The offset of the first use.
    let offset: Int
  }

  /// The names, by their numbers.
  private(set) var names: [String] = []
  /// The first uses of names that are not defined yet.
  private(set) var uses: [Use] = []
  /// Whether the styles are those of an update's parent, which an update cannot define.
  private let areFixed: Bool

  init() { areFixed = false }

  /// Creates the names of a document's styles, for reading an update of the document.
  init(of styles: TextStyles?) {
    names = styles?.names ?? []
    areFixed = true
  }

  /// Whether a style of this name may be used.
  func mayUse(_ name: String) -> Bool {
    areFixed ? names.contains(name) : names.count < 2 * TextStyles.maxCount || names.contains(name)
  }

  /// Returns the number of a name, which joins the table if it is new.
  ///
  /// - Parameter offset: the offset of the use; nil if the name is being defined.
  /// - Complexity: O(names).
  mutating func number(of name: String, usedAt offset: Int?) -> Int {
    let known = names.firstIndex(of: name)
    let number = known ?? names.count
    if known == nil { names.append(name) }
    if let offset {
      if known == nil { uses.append(Use(name: number, offset: offset)) }
    } else {
      uses.removeAll { $0.name == number }
    }
    return number
  }
}
