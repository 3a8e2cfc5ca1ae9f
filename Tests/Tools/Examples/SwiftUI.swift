// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
@_exported import Foundation

// The little of SwiftUI that Clients/swift uses, so that it can be compiled and tried on Linux, too.
// Names and types are SwiftUI's; nothing is shown, but layouts can be asked.

/// A view.
@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError("a view without a body was asked for it") }
}

/// A view of SwiftUI's own.
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
  public var body: Never { fatalError("a view without a body was asked for it") }
}

/// Puts views together.
@resultBuilder
public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<First: View, Second: View>(
    _ first: First, _ second: Second
  ) -> TupleView<(First, Second)> { TupleView((first, second)) }
}

/// Some views.
public struct TupleView<Value>: PrimitiveView {
  public nonisolated init(_ value: Value) {}
}

/// A view that was changed.
public struct ModifiedView: PrimitiveView {
  nonisolated init() {}
}

/// A colour.
public struct Color: PrimitiveView, Sendable {
  nonisolated init() {}
  public nonisolated static let clear = Color()
}

/// What a view remembers.
@propertyWrapper
public struct State<Value> {
  private final class Box {
    var value: Value

    init(_ value: Value) { self.value = value }
  }

  private let box: Box

  public init(wrappedValue: Value) { box = Box(wrappedValue) }

  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }
}

extension State where Value: ExpressibleByNilLiteral {
  public init() { self.init(wrappedValue: nil) }
}

/// Where views are aligned.
public struct Alignment: Sendable {
  public static let topLeading = Alignment()
}

/// A point of a view.
public struct UnitPoint: Sendable, Equatable {
  public static let topLeading = UnitPoint()
}

/// Axes.
public enum Axis {
  public struct Set: OptionSet, Sendable {
    public let rawValue: Int
    public static let vertical = Set(rawValue: 1)

    public init(rawValue: Int) { self.rawValue = rawValue }
  }
}

/// A space that frames are told in.
public enum CoordinateSpace {
  case global, local
  case named(AnyHashable)
}

/// The size of a view, and its frame in other coordinate spaces.
public struct GeometryProxy {
  public var size: CGSize

  public func frame(in space: CoordinateSpace) -> CGRect { .zero }
}

/// A view that knows its size.
public struct GeometryReader<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {}
}

/// A view that scrolls.
public struct ScrollView<Content: View>: PrimitiveView {
  public init(_ axes: Axis.Set = .vertical, @ViewBuilder content: () -> Content) {}
}

/// Views on top of each other.
public struct ZStack<Content: View>: PrimitiveView {
  public init(alignment: Alignment = .topLeading, @ViewBuilder content: () -> Content) {}
}

/// A view for each element.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {}

extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}

/// A value that views tell those around them.
public protocol PreferenceKey {
  associatedtype Value
  static var defaultValue: Value { get }
  static func reduce(value: inout Value, nextValue: () -> Value)
}

extension View {
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View { ModifiedView() }
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { ModifiedView() }
  public func zIndex(_ value: Double) -> some View { ModifiedView() }
  public func background(_ background: some View) -> some View { ModifiedView() }
  public func coordinateSpace(name: some Hashable) -> some View { ModifiedView() }
  public func preference<Key: PreferenceKey>(key: Key.Type, value: Key.Value) -> some View {
    ModifiedView()
  }
  public func onPreferenceChange<Key: PreferenceKey>(
    _ key: Key.Type, perform: @escaping (Key.Value) -> Void
  ) -> some View where Key.Value: Equatable { ModifiedView() }
}

/// A size that a container proposes.
public struct ProposedViewSize: Equatable, Sendable {
  public var width: CGFloat?
  public var height: CGFloat?

  public init(width: CGFloat?, height: CGFloat?) { (self.width, self.height) = (width, height) }

  public func replacingUnspecifiedDimensions(by size: CGSize = CGSize(width: 10, height: 10))
    -> CGSize
  {
    CGSize(width: width ?? size.width, height: height ?? size.height)
  }
}

/// A subview of a layout; what it was told is remembered.
public final class LayoutSubview {
  /// The height at a width.
  public let height: (CGFloat) -> CGFloat
  /// Where it was placed.
  public private(set) var frame: CGRect?

  public init(height: @escaping (CGFloat) -> CGFloat) { self.height = height }

  public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize {
    let width = proposal.width ?? 0
    return CGSize(width: width, height: proposal.height ?? height(width))
  }

  public func place(
    at position: CGPoint, anchor: UnitPoint = .topLeading, proposal: ProposedViewSize
  ) {
    frame = CGRect(origin: position, size: proposal.replacingUnspecifiedDimensions())
  }
}

/// A layout of subviews.
public protocol Layout {
  typealias Subviews = [LayoutSubview]
  associatedtype Cache = Void
  func makeCache(subviews: Subviews) -> Cache
  func updateCache(_ cache: inout Cache, subviews: Subviews)
  func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize
  func placeSubviews(
    in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache)
}
