// A program that takes the libraries as an app does: beside Foundation and SwiftUI, and without a qualified name.
import Foundation
import LayoutEngine
import LayoutWire
import SwiftUI

let section = Section("Photos")
let axis = Axis.vertical
let direction = LayoutDirection.leftToRight
let position = ScrollPosition()
let path = IndexPath(indexes: [0, 1])

// A document in code: two items of half the width in each row.
let half = LayoutItem(size: LayoutSize(width: .fractionalWidth(0.5), height: .fractionalHeight(1)))
let row = LayoutGroup.horizontal(
  size: LayoutSize(width: .fractionalWidth(1), height: .absolute(50)), subitems: [half])
let document = LayoutDocument(
  container: Container(size: Size(width: 100, height: 200)),
  layout: LayoutVariants(.compositional(CompositionalSpec(group: row))),
  sections: [LayoutSection(items: Items(count: 3))])
let layout = try PreparedLayout(document)
print(section.title, axis, direction, layout.scrollAxis == LayoutAxis.vertical)
for element in layout.attributes(in: Rect(x: 0, y: 0, width: 100, height: 60)) {
  let frame = element.frame
  print(element.indexPath.item, frame.x, frame.y, frame.width, frame.height)
}
if let frame = layout.frame(at: LayoutIndexPath(item: path[1], section: path[0])) {
  print(frame.x, frame.width)
}
var bottom = 0.0
for element in try layout.select(LayoutQuery(.all)) { bottom = max(bottom, element.frame.maxY) }
print(bottom)

// The same document from JSON, as `Data`.
let json = Data(
  """
  {"container":{"width":100,"height":200},"items":3,
   "layout":{"type":"compositional","group":{"direction":"horizontal",
     "size":{"width":{"fractionalWidth":1},"height":{"absolute":50}},
     "subitems":[{"size":{"width":{"fractionalWidth":0.5},"height":{"fractionalHeight":1}}}]}}}
  """.utf8)
let read = try PreparedLayout(LayoutDocument(json: json))
let everything = Rect(x: 0, y: 0, width: 100, height: 1_000)
print(read.attributes(in: everything) == layout.attributes(in: everything))
do {
  _ = try LayoutDocument(json: Data(#"{"container":{"width":-1,"height":1},"items":1}"#.utf8))
} catch {
  if case .invalid(let places) = error { print(places.map { "\($0.pointer) \($0.detail)" }) }
}
