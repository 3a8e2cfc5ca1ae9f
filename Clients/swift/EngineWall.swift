// SPDX-License-Identifier: Apache-2.0
import LayoutEngine
import SwiftUI

/// A SwiftUI layout that places its subviews where Tatami's engine does: subview n is item n of the document.
///
///     EngineLayout { width, count in wall(of: photos, width: width) } {
///       ForEach(photos) { PhotoView($0) }
///     }
///
/// It makes a view for each item, so it is meant for some dozens; `EngineWall` shows thousands. With `measuresSubviews` each
/// subview tells its own height at the width that the document gives it, in place of the height that the document has.
///
/// `LayoutEngine` has its own `Rect` and `Size`; those without a module's name below are CoreGraphics'.
@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
struct EngineLayout: Layout {
  /// What was laid out last.
  struct Cache {
    fileprivate var width: CGFloat?
    fileprivate var layout: PreparedLayout?
  }

  private let measuresSubviews: Bool
  private let document: (_ width: CGFloat, _ count: Int) -> LayoutDocument

  /// - Parameters:
  ///   - measuresSubviews: whether subviews tell their heights.
  ///   - document: returns a document of one section with so many items, for a width in points.
  init(
    measuresSubviews: Bool = false,
    document: @escaping (_ width: CGFloat, _ count: Int) -> LayoutDocument
  ) {
    self.measuresSubviews = measuresSubviews
    self.document = document
  }

  func makeCache(subviews: Subviews) -> Cache { Cache() }

  /// Forgets what was laid out: SwiftUI calls it when subviews have changed.
  func updateCache(_ cache: inout Cache, subviews: Subviews) { cache = Cache() }

  /// Returns the content's height at the proposed width; without one, 320 points.
  func sizeThatFits(
    proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache
  ) -> CGSize {
    let width = proposal.replacingUnspecifiedDimensions(by: CGSize(width: 320, height: 0)).width
    let size = layOut(subviews, width: width, &cache)?.contentSize ?? .zero
    return CGSize(width: width, height: size.height)
  }

  func placeSubviews(
    in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache
  ) {
    guard let layout = layOut(subviews, width: bounds.width, &cache) else { return }
    for (item, subview) in subviews.enumerated() {
      guard let frame = layout.frame(at: LayoutIndexPath(item: item, section: 0)) else { continue }
      subview.place(
        at: CGPoint(x: bounds.minX + frame.x, y: bounds.minY + frame.y), anchor: .topLeading,
        proposal: ProposedViewSize(width: frame.width, height: frame.height))
    }
  }

  /// Returns the layout for a width; nil if the document cannot be laid out.
  private func layOut(_ subviews: Subviews, width: CGFloat, _ cache: inout Cache) -> PreparedLayout?
  {
    if cache.width == width { return cache.layout }
    cache.width = width
    cache.layout = try? PreparedLayout(document(width, subviews.count))
    guard measuresSubviews, let layout = cache.layout else { return cache.layout }
    var update = LayoutUpdate()
    for (item, subview) in subviews.enumerated() {
      guard let frame = layout.frame(at: LayoutIndexPath(item: item, section: 0)) else { continue }
      let size = subview.sizeThatFits(ProposedViewSize(width: frame.width, height: nil))
      var measurement = LayoutUpdate.Measurement(ItemPath(0, item))
      measurement.height = .found(size.height)
      update.measurements.append(measurement)
    }
    if let version = try? layout.updated(by: update, maxItems: LayoutLimits.maxItems) {
      cache.layout = version.layout
    }
    return cache.layout
  }
}

/// A wall that scrolls and makes views only for the elements near the screen.
///
///     EngineWall(layout) { element in
///       switch element.kind {
///       case nil: PhotoView(photos[element.item])
///       default: SectionHeader(element.section)
///       }
///     }
///
/// The layout's container should be as wide as the wall. With `pinsHeaders` its elements are placed anew for every offset, as
/// headers that pin need; without, after half a screen.
@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
struct EngineWall<Content: View>: View {
  /// The layout that is shown.
  private let layout: PreparedLayout
  private let pinsHeaders: Bool
  private let content: (LayoutAttributes) -> Content
  @State private var visible: CGRect?

  /// - Parameters:
  ///   - layout: the layout to show.
  ///   - pinsHeaders: whether headers or footers of the layout pin to the visible bounds.
  ///   - content: returns the view of an element, which gets the element's size.
  init(
    _ layout: PreparedLayout, pinsHeaders: Bool = false,
    @ViewBuilder content: @escaping (LayoutAttributes) -> Content
  ) {
    self.layout = layout
    self.pinsHeaders = pinsHeaders
    self.content = content
  }

  var body: some View {
    GeometryReader { viewport in
      ScrollView(.vertical) {
        ZStack(alignment: .topLeading) {
          Color.clear.frame(width: layout.contentSize.width, height: layout.contentSize.height)
          ForEach(
            Self.elements(of: layout, near: visible ?? CGRect(origin: .zero, size: viewport.size))
          ) {
            shown in
            content(shown.attributes)
              .frame(width: shown.attributes.frame.width, height: shown.attributes.frame.height)
              .offset(x: shown.attributes.frame.x, y: shown.attributes.frame.y)
              .zIndex(Double(shown.attributes.zIndex))
          }
        }
        .background(
          GeometryReader { content in
            // The content's frame in the scroll view begins above it by what was scrolled.
            let frame = content.frame(in: .named(WallSpace.name))
            Color.clear.preference(
              key: VisibleRect.self,
              value: CGRect(
                x: -frame.minX, y: -frame.minY, width: viewport.size.width,
                height: viewport.size.height))
          })
      }
      .coordinateSpace(name: WallSpace.name)
      .onPreferenceChange(VisibleRect.self) { rect in
        // Views are made a screen ahead, so they change only after half of one.
        if pinsHeaders || Self.isFar(rect, from: visible) { visible = rect }
      }
    }
  }

  /// Returns the elements within a screen of a rectangle, those at the back first.
  static func elements(of layout: PreparedLayout, near rect: CGRect) -> [ShownElement] {
    let near = rect.insetBy(dx: 0, dy: -rect.height)
    return layout.attributes(in: engineRect(near), bounds: engineRect(rect)).map(ShownElement.init)
  }

  /// Returns whether a rectangle is so far from the one that views were made for that others are needed.
  static func isFar(_ rect: CGRect, from last: CGRect?) -> Bool {
    guard let last, rect.size == last.size else { return true }
    return abs(rect.minY - last.minY) > rect.height / 2
      || abs(rect.minX - last.minX) > rect.width / 2
  }

  private static func engineRect(_ rect: CGRect) -> LayoutEngine.Rect {
    LayoutEngine.Rect(
      x: Double(rect.minX), y: Double(rect.minY), width: Double(rect.width),
      height: Double(rect.height))
  }
}

/// An element that is shown, by what it is: an element keeps its view as it moves.
struct ShownElement: Identifiable {
  /// What an element is.
  struct ID: Hashable {
    var category: ElementCategory
    var kind: String?
    var section: Int?
    var item: Int
  }

  let attributes: LayoutAttributes

  var id: ID {
    ID(
      category: attributes.category, kind: attributes.kind, section: attributes.section,
      item: attributes.item)
  }
}

/// The coordinate space of the wall's scroll view.
private enum WallSpace { static let name = "tatami.wall" }

/// The part of the content that is seen.
private struct VisibleRect: PreferenceKey {
  static var defaultValue: CGRect { .zero }

  static func reduce(value: inout CGRect, nextValue: () -> CGRect) { value = nextValue() }
}
