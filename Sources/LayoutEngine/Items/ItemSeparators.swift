/// The separators of a row of a list, as far as its item says (UIListSeparatorConfiguration; LayoutRules S4).
public struct ItemSeparators: Sendable, Hashable {
  /// Whether a separator is shown.
  public enum Visibility: UInt8, Sendable {
    /// The list's appearance decides.
    case automatic
    /// The separator is hidden.
    case hidden
    /// The separator is shown.
    case visible
  }

  /// The distances of a separator from the row's ends, in points; the list decides those that are nil.
  public struct Insets: Sendable, Hashable {
    /// The distance from the leading end.
    public var leading: Double?
    /// The distance from the trailing end.
    public var trailing: Double?

    /// Creates the distances from a row's ends.
    public init(leading: Double? = nil, trailing: Double? = nil) {
      (self.leading, self.trailing) = (leading, trailing)
    }

    /// These distances, with others where these are nil.
    func replacingMissing(by other: Insets?) -> Insets {
      Insets(leading: leading ?? other?.leading, trailing: trailing ?? other?.trailing)
    }
  }

  /// The separator above the row.
  public var top: Visibility
  /// The separator below the row.
  public var bottom: Visibility
  /// The distances of the separator above the row from the row's ends.
  public var topInsets = Insets()
  /// The distances of the separator below the row from the row's ends.
  public var bottomInsets = Insets()

  /// Creates a row's separators, with the list's insets.
  public init(top: Visibility = .automatic, bottom: Visibility = .automatic) {
    self.top = top
    self.bottom = bottom
  }

  /// Whether the separator between two rows is hidden: `visible` overrides `hidden`, which overrides
  /// `automatic`.
  static func isHidden(below upper: ItemSeparators?, above lower: ItemSeparators?) -> Bool {
    let (one, other) = (upper?.bottom ?? .automatic, lower?.top ?? .automatic)
    guard one != .visible, other != .visible else { return false }
    return one == .hidden || other == .hidden
  }
}

/// The separators of a chunk's rows, packed.
struct SeparatorColumns: Sendable {
  /// The visibilities, as numbers that pack well: three times that of the top and that of the bottom; NaN for a row that
  /// does not say.
  private let visibilities: PackedColumn
  /// The leading and trailing insets above rows, then those below them; empty if no row has one of its own.
  private let insets: [PackedColumn]
  /// The items, ascending, that have a hidden separator between them and the chunk's next item.
  let hidden: [Int32]

  init(_ separators: CodeColumn<ItemSeparators>, count: Int) {
    func packed(_ number: (ItemSeparators) -> Double?) -> PackedColumn {
      PackedColumn(separators.values.map { $0.flatMap(number) ?? .nan }, count: count)
    }
    visibilities = packed { Double(3 * $0.top.rawValue + $0.bottom.rawValue) }
    let insets = [
      packed { $0.topInsets.leading }, packed { $0.topInsets.trailing },
      packed { $0.bottomInsets.leading }, packed { $0.bottomInsets.trailing },
    ]
    self.insets = insets.allSatisfy { $0.isEmpty } ? [] : insets
    // Items after the last value hide nothing.
    let end = max(0, min(count - 1, separators.values.count))
    hidden = (0..<end).filter {
      ItemSeparators.isHidden(below: separators[$0], above: separators[$0 + 1])
    }.map { Int32($0) }
  }

  /// Whether no row has separators of its own choice.
  var isEmpty: Bool { visibilities.isEmpty }

  /// The columns by which rows differ.
  var columns: [PackedColumn] { [visibilities] + insets }

  /// The memory used, in bytes.
  var byteCount: Int {
    insets.reduce(visibilities.byteCount + 4 * hidden.capacity) { $0 + $1.byteCount }
  }

  /// The separators of a row; nil if its item does not say.
  subscript(item: Int) -> ItemSeparators? {
    let code = visibilities[item]
    guard code >= 0, code < 9 else { return nil }
    let (top, bottom) = UInt8(code).quotientAndRemainder(dividingBy: 3)
    var separators = ItemSeparators(
      top: .init(rawValue: top) ?? .automatic, bottom: .init(rawValue: bottom) ?? .automatic)
    guard !insets.isEmpty else { return separators }
    separators.topInsets = .init(
      leading: insets[0].number(of: item), trailing: insets[1].number(of: item))
    separators.bottomInsets = .init(
      leading: insets[2].number(of: item), trailing: insets[3].number(of: item))
    return separators
  }
}
