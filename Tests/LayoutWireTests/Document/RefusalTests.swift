import LayoutEngine
import LayoutWire
import Testing

/// What is refused, with its pointer and the reason (Contract §2 and §7).
struct RefusalTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var members: String
    var refusals: [String]
    var testDescription: String { members }

    init(_ members: String, _ refusals: String...) {
      self.members = members
      self.refusals = refusals
    }
  }

  private func lines(_ errors: [PointedError]) -> [String] {
    errors.map { "\($0.pointer): \($0.detail)" }
  }

  @Test(arguments: [
    Case("[]", ": must be an object (got an array)"),
    Case("7", ": must be an object (got a number)"),
    Case("null", ": must be an object (got null)"),
    Case(
      "{}", #": needs "container" such as {"width": 390, "height": 844}"#,
      #": needs "items" such as [120, 80], or "sections""#),
    Case(
      #"{"items":1,"sections":[],"container":{"width":1,"height":1}}"#,
      ": holds both \"items\" and \"sections\""),
    Case(
      #"{"items":1,"container":{}}"#, "/container: needs \"width\""),
    Case(
      #"{"items":1,"container":[1,2]}"#,
      "/container: must be an object such as {\"width\": 390, \"height\": 844} (got an array)"),
    Case(
      #"{"items":1,"container":{"width":0,"height":-1,"scale":1001,"direction":"up"}}"#,
      "/container/width: must be a finite number greater than 0 (got 0)",
      "/container/height: must be a finite number greater than 0 (got -1)",
      "/container/scale: must be at least 2^-53 and at most 1000 pixels a point (got 1001)",
      "/container/direction: must be one of \"ltr\", \"rtl\" (got \"up\")"),
    Case(
      #"{"items":1,"container":{"width":1e400,"height":"1","scale":0,"direction":1}}"#,
      "/container/width: must be a finite number greater than 0 (got 1e400)",
      "/container/height: must be a number such as 1 (without quotes; got \"1\")",
      "/container/scale: must be at least 2^-53 and at most 1000 pixels a point (got 0)",
      "/container/direction: must be one of \"ltr\", \"rtl\" (got a number)"),
    Case(
      #"{"items":1,"container":{"width":1,"height":1,"scale":5e-324}}"#,
      "/container/scale: must be at least 2^-53 and at most 1000 pixels a point (got 5e-324)"),
    Case(
      #"{"items":1,"container":{"width":1,"height":1,"contentInsets":{"left":1}}}"#,
      "/container/contentInsets/left: unknown field \"left\"; did you mean \"leading\"?"
    ),
    Case(
      #"{"items":1,"container":{"width":1,"safeAreaInsets":{"top":-1},"readableContentWidth":0,"safeArea":1}}"#,
      "/container/safeAreaInsets/top: must be a finite number of at least 0 (got -1)",
      "/container/readableContentWidth: must be a finite number greater than 0 (got 0)",
      "/container/safeArea: unknown field \"safeArea\"; did you mean \"safeAreaInsets\"?"
    ),
    Case(
      #"{"items":1,"container":{"width":1,"scrollPadding":{"top":-1,"left":2},"scrollpadding":{}}}"#,
      "/container/scrollPadding/top: must be a finite number of at least 0 (got -1)",
      "/container/scrollPadding/left: unknown field \"left\"; did you mean \"leading\"?",
      "/container/scrollpadding: unknown field \"scrollpadding\"; did you mean \"scrollPadding\"?"
    ),
    Case(
      #"{"items":1,"container":{"width":1,"height":1},"Layout":{},"layouts":{},"x~/y":[{"z":1}]}"#,
      "/Layout: unknown field \"Layout\"; did you mean \"layout\"?",
      "/layouts: unknown field \"layouts\"; did you mean \"layout\"?",
      "/x~0~1y: unknown field \"x~/y\"; known fields: container, configuration, layout, sections, items, textStyles, supplementaries"
    ),
    Case(
      #"{"sections":{"items":1},"container":{"width":1,"height":1}}"#,
      "/sections: must be an array of sections (got an object)"),
    Case(
      #"{"sections":[1,{},{"items":1,"layout":null}],"container":{"width":1,"height":1}}"#,
      "/sections/0: must be an object (got a number)",
      #"/sections/1: needs "items" such as [120, 80]"#),
    Case(
      #"{"configuration":{"scrollDirection":"up"},"items":0,"container":{"width":1,"height":1}}"#,
      "/configuration/scrollDirection: must be one of \"vertical\", \"horizontal\" (got \"up\")"),
    Case(
      #"{"configuration":{"minimumContentLength":-1,"contentAlignment":"bottom"},"items":0,"#
        + #""container":{"width":1}}"#,
      "/configuration/minimumContentLength: must be a finite number of at least 0, or \"container\" (got -1)",
      "/configuration/contentAlignment: must be one of \"start\", \"center\", \"end\" (got \"bottom\")"
    ),
    Case(
      #"{"configuration":{"minimumContentLength":"view","minHeight":3},"items":0,"#
        + #""container":{"width":1}}"#,
      "/configuration/minimumContentLength: must be \"container\" (got \"view\")",
      "/configuration/minHeight: unknown field \"minHeight\"; did you mean \"minimumContentLength\"?"
    ),
  ])
  func `a document`(_ test: Case) {
    #expect(lines(Reading.refusals(test.members)) == test.refusals)
  }

  @Test(arguments: [
    Case("-1", ": must be a whole number from 0 to 2000000 (TATAMI_MAX_ITEMS) (got -1)"),
    Case("1.5", ": must be a whole number from 0 to 2000000 (TATAMI_MAX_ITEMS) (got 1.5)"),
    Case("1e15", ": must be a whole number from 0 to 2000000 (TATAMI_MAX_ITEMS) (got 1e15)"),
    Case("1e400", ": must be a whole number from 0 to 2000000 (TATAMI_MAX_ITEMS) (got 1e400)"),
    Case("\"5\"", ": must be a count or an array of items (got a string)"),
    Case(
      "[1,-4,true]", "/1: must be a finite number of at least 0 (got -4)",
      "/2: must be a number, [width, height] or an object (got a boolean)"),
    Case(
      "[[1,-2],[1],[1,2,3,4],[],[\"1\",2]]", "/0/1: must be a finite number of at least 0 (got -2)",
      "/1: needs two numbers: a width and a height",
      "/2: has more than 2 numbers: a width and a height",
      "/3: needs two numbers: a width and a height",
      "/4/0: must be a number such as 1 (without quotes; got \"1\")"),
    Case(
      #"[{"hight":3,"id":[],"zIndex":0.5,"columnSpan":0,"widthMode":0,"heightMode":"tall"}]"#,
      "/0/hight: unknown field \"hight\"; did you mean \"height\"?",
      "/0/id: must be a string or a whole number (got an array)",
      "/0/zIndex: must be a whole number from -9007199254740992 to 9007199254740992 (got 0.5)",
      "/0/columnSpan: must be a whole number from 1 to 9007199254740992 (got 0)",
      "/0/widthMode: must be a whole number from 1 to 10000 (got 0)",
      "/0/heightMode: must be one of \"static\", \"dynamic\", \"stretch\" (got \"tall\")"),
    Case(
      #"[{"separators":"none"},{"separators":true},{"separators":{"topp":"hidden","bottom":1}},"#
        + #"{"separators":{"topInsets":4,"bottomInsets":{"leading":-1,"left":2}}}]"#,
      "/0/separators: must be one of \"automatic\", \"hidden\", \"visible\" (got \"none\")",
      "/1/separators: must be \"automatic\", \"hidden\", \"visible\" or an object (got a boolean)",
      "/2/separators/topp: unknown field \"topp\"; did you mean \"top\"?",
      "/2/separators/bottom: must be one of \"automatic\", \"hidden\", \"visible\" (got a number)",
      "/3/separators/topInsets: must be an object such as {\"leading\": 4} (got a number)",
      "/3/separators/bottomInsets/leading: must be a finite number of at least 0 (got -1)",
      "/3/separators/bottomInsets/left: unknown field \"left\"; did you mean \"leading\"?"),
    Case(
      #"[{"fullWidth":"yes"},{"fullWidth":1},{"fullwidth":true}]"#,
      "/0/fullWidth: must be true or false (got a string)",
      "/1/fullWidth: must be true or false (got a number)",
      "/2/fullwidth: unknown field \"fullwidth\"; did you mean \"fullWidth\"?"),
    Case(
      #"[{"width":-1,"aspectRatio":-1,"bodyHeight":1e999,"widthMode":[],"zIndex":1e300}]"#,
      "/0/width: must be a finite number of at least 0 (got -1)",
      "/0/aspectRatio: must be a finite number of at least 0 (got -1)",
      "/0/bodyHeight: must be a finite number of at least 0 (got 1e999)",
      "/0/widthMode: must be \"full\", \"fullBleed\" or a whole number (got an array)",
      "/0/zIndex: must be a whole number from -9007199254740992 to 9007199254740992 (got 1e300)"),
    Case(
      "[-123456789012345678901234567890]",
      "/0: must be a finite number of at least 0 (got -12345678901234567890123…)"),
  ])
  func `items`(_ test: Case) {
    let refusals = Reading.refusals(Reading.text(with: #""items":\#(test.members)"#))
    #expect(lines(refusals) == test.refusals.map { "/items" + $0 })
  }

  private static let types =
    #""flow", "waterfall", "justified", "magazine", "list", "custom", "compositional""#

  @Test(arguments: [
    Case(#""itemSize":1"#, ": needs \"type\": must be one of \(types)"),
    Case(
      #""columns":1,"type":"grid""#,
      "/type: must be one of \(types) (got \"grid\"); did you mean \"flow\"?"),
    Case(#""type":null"#, "/type: must be one of \(types) (got null)"),
    Case(
      #""type":"flow","columns":2,"sectionInset":"left","itemSize":[1,2],"minimumLineSpacing":true"#,
      "/columns: unknown field \"columns\"; known fields: type, itemSize, estimatedItemSize, minimumLineSpacing, "
        + "minimumInteritemSpacing, sectionInset, alignment, lineAlignment, headerReferenceSize, "
        + "footerReferenceSize, "
        + "sectionHeadersPinToVisibleBounds, sectionFootersPinToVisibleBounds, headerBody, "
        + "footerBody, boundsOutset, snapping, contentInsetsReference, sectionInsetReference, "
        + "body, effects",
      "/sectionInset: must be \"centered\" (got \"left\")",
      "/itemSize: must be an object such as {\"width\": 100, \"height\": 100} (got an array)",
      "/minimumLineSpacing: must be a number (got a boolean)"),
    Case(
      #""type":"flow","alignment":"left","lineAlignment":"baseline""#,
      "/alignment: must be one of \"justified\", \"leading\", \"center\", \"trailing\" (got \"left\"); "
        + "did you mean \"leading\"?",
      "/lineAlignment: must be one of \"top\", \"center\", \"bottom\" (got \"baseline\")"),
    Case(
      #""type":"flow","contentInsetsReference":"none","sectionInsetReference":"safeArea""#,
      ": has both \"contentInsetsReference\" and \"sectionInsetReference\""),
    Case(
      #""type":"flow","sectionInset":"centered","sectionInsetReference":"none""#,
      "/sectionInsetReference: must be one of \"contentInset\", \"safeArea\", \"layoutMargins\" "
        + "(got \"none\")"),
    Case(
      #""type":"flow","sectionInset":"centered","contentInsetsReference":"safeArea""#,
      ": has a reference beside \"sectionInset\": \"centered\", which centres in the container; "
        + "leave one of them out"),
    Case(
      #""type":"flow","snapping":{"mode":"row","flickVelocityThreshold":-1},"sectionHeadersPinToVisibleBounds":1"#,
      "/snapping/mode: must be one of \"item\", \"page\", \"none\" (got \"row\")",
      "/snapping/flickVelocityThreshold: must be a finite number of at least 0 (got -1)",
      "/sectionHeadersPinToVisibleBounds: must be true or false (got a number)"),
    Case(
      #""type":"waterfall","columns":0,"columnSpacin":1,"placement":"any","flowTolerance":"no""#,
      "/columns: must be a whole number from 1 to 10000 (got 0)",
      "/columnSpacin: unknown field \"columnSpacin\"; did you mean \"columnSpacing\"?",
      "/placement: must be one of \"shortestColumn\", \"roundRobin\", \"gridLanes\", \"balanced\" (got \"any\")",
      "/flowTolerance: must be \"infinite\" (got \"no\")"),
    Case(
      #""type":"waterfall","columns":10001"#,
      "/columns: must be a whole number from 1 to 10000 (got 10001)"),
    Case(#""type":"waterfall","columns":{}"#, "/columns: needs \"minWidth\""),
    Case(
      #""type":"waterfall","columns":{"minWidth":0}"#,
      "/columns/minWidth: must be a finite number greater than 0 (got 0)"),
    Case(
      #""type":"waterfall","columns":"auto""#,
      "/columns: must be a whole number, {\"minWidth\": points} or {\"width\": points} (got a string)"
    ),
    Case(
      #""type":"waterfall","columns":{"minWidth":9,"width":9},"packing":"tight","columnAlignment":"left""#,
      "/columns: has both \"minWidth\" and \"width\"",
      "/packing: must be one of \"normal\", \"dense\" (got \"tight\")",
      "/columnAlignment: must be one of \"start\", \"center\", \"end\" (got \"left\")"),
    Case(
      #""type":"waterfall","stamps":[[1,2,3],{"width":1},{"x":1,"width":1,"height":-1}]"#,
      "/stamps/0: needs four numbers: x, y, width, height",
      "/stamps/1: needs \"height\"",
      "/stamps/2/height: must be a finite number of at least 0 (got -1)"),
    Case(
      #""type":"justified","targetRowHeight":0,"boxSpacing":"1","maxNumRows":0,"forceAspectRatio":0"#,
      "/targetRowHeight: must be a finite number greater than 0 (got 0)",
      "/boxSpacing: must be a number or {\"horizontal\", \"vertical\"} (got a string)",
      "/maxNumRows: must be a whole number from 1 to 9007199254740992 (got 0)",
      "/forceAspectRatio: must be a finite number greater than 0 (got 0)"),
    Case(
      #""type":"magazine","header":true,"footer":{"height":-1,"pin":true}"#,
      "/header: must be an object such as {\"height\": 44} (got a boolean)",
      "/footer/height: must be a finite number of at least 0 (got -1)",
      "/footer/pin: unknown field \"pin\"; did you mean \"pinToVisibleBounds\"?"),
    Case(
      #""type":"list","rowHeight":-1"#, "/rowHeight: must be a finite number of at least 0 (got -1)"
    ),
    Case(
      #""type":"list","appearance":"inset","headerMode":true,"footerMode":"firstItemInSection""#,
      "/appearance: must be one of \"plain\", \"grouped\", \"insetGrouped\", \"sidebar\" (got \"inset\")",
      "/headerMode: must be one of \"none\", \"supplementary\", \"firstItemInSection\" (got a boolean)",
      "/footerMode: must be one of \"none\", \"supplementary\" (got \"firstItemInSection\")"),
    Case(
      #""type":"list","headerTopPadding":-1,"showsSeparators":1,"separatorInsets":{"left":1,"trailing":-2}"#,
      "/headerTopPadding: must be a finite number of at least 0 (got -1)",
      "/showsSeparators: must be true or false (got a number)",
      "/separatorInsets/left: unknown field \"left\"; did you mean \"leading\"?",
      "/separatorInsets/trailing: must be a finite number of at least 0 (got -2)"),
    Case(
      #""type":"list","separatorInsets":8,"sectionBackground":{},"cornerRadius":-1"#,
      "/separatorInsets: must be an object such as {\"leading\": 8} (got a number)",
      "/sectionBackground: must be true or false (got an object)",
      "/cornerRadius: must be a finite number of at least 0 (got -1)"),
    Case(#""type":"custom""#, ": needs \"frames\" such as [[0, 0, 120, 80]]"),
    Case(
      #""type":"custom","frames":[[1,2,3],[1,2,3,4,5],[0,0,-1,1],{"x":1},"f"]"#,
      "/frames/0: needs four numbers: x, y, width, height",
      "/frames/1: has more than 4 numbers: x, y, width, height",
      "/frames/2/2: must be a finite number of at least 0 (got -1)", "/frames/3: needs \"width\"",
      "/frames/3: needs \"height\"",
      "/frames/4: must be [x, y, width, height] or an object (got a string)"),
    Case(#""type":"compositional""#, ": needs \"group\""),
  ])
  func `a layout`(_ test: Case) {
    #expect(lines(Reading.layoutRefusals(test.members)) == test.refusals)
  }

  private static let size = #""size":{"width":{"absolute":1},"height":{"absolute":1}}"#

  @Test(arguments: [
    Case(#"{\#(size)}"#, ": needs \"direction\""),
    Case(#"{"direction":"vertical","subitems":[]}"#, ": needs \"size\""),
    Case(#"{"direction":"vertical",\#(size)}"#, ": needs \"subitems\""),
    Case(
      #"{"direction":"up",\#(size)}"#,
      "/direction: must be one of \"horizontal\", \"vertical\", \"custom\" (got \"up\")"),
    Case(
      #"{"direction":"custom",\#(size)}"#,
      ": needs \"frames\" or \"arrangement\", being a custom group"),
    Case(
      #"{"direction":"custom",\#(size),"frames":[],"arrangement":{"type":"list"},"count":1,"repeatingSubitem":1}"#,
      ": has \"count\", which no custom group may have",
      ": has \"repeatingSubitem\", which no custom group may have",
      ": has both \"frames\" and \"arrangement\""),
    Case(
      #"{"direction":"horizontal",\#(size),"subitems":[],"frames":[]}"#,
      ": has \"frames\", which only a custom group may have"),
    Case(
      #"{"direction":"horizontal",\#(size),"count":0,"subitems":[{},{"count":1,\#(size)},3]}"#,
      "/count: must be a whole number from 1 to 9007199254740992 (got 0)",
      "/subitems/0: needs \"size\"", "/subitems/1: needs \"direction\"",
      "/subitems/2: must be an object (got a number)"),
    Case(
      #"{"direction":"horizontal",\#(size),"repeatingSubitem":0,"subitems":[{"repeatingSubitem":1,\#(size)}]}"#,
      "/repeatingSubitem: must be a whole number from 1 to 9007199254740992 (got 0)",
      "/subitems/0: needs \"direction\""),
    Case(
      #"{"direction":"horizontal",\#(size),"repeatingSubitem":{\#(size)},"count":2}"#,
      ": needs \"subitems\"",
      "/repeatingSubitem: must be a whole number; put the item into \"subitems\" (got an object)"),
    Case(
      #"{"direction":"vertical","subitems":[],"size":{"width":{},"height":{"absolute":1,"estimated":2}}}"#,
      "/size/width: needs exactly one of absolute, estimated, uniformAcrossSiblings, fractionalWidth, fractionalHeight",
      "/size/height: needs exactly one of absolute, estimated, uniformAcrossSiblings, fractionalWidth, fractionalHeight"
    ),
    Case(
      #"{"direction":"vertical","subitems":[],"size":{"width":{"absolute":-1},"height":{"estimated":1,"plus":1}}}"#,
      "/size/width/absolute: must be a finite number of at least 0 (got -1)",
      "/size/height: has \"plus\", which only a fractional length may have"),
    Case(
      #"{"direction":"vertical","subitems":[],"size":{"width":{"absolute":1}}}"#,
      "/size: needs \"height\""),
    Case(
      #"{"direction":"vertical","subitems":[],\#(size),"interItemSpacing":{"fixed":1,"flexible":2},"edgeSpacing":{"top":{}}}"#,
      "/interItemSpacing: needs exactly one of fixed, flexible",
      "/edgeSpacing/top: needs exactly one of fixed, flexible"),
    Case(
      #"{"direction":"vertical","subitems":[],\#(size),"supplementaryItems":[{"kind":1,"containerAnchor":{"edges":["top","bottom","up"]}},{\#(size),"itemAnchor":{"absoluteOffset":{},"fractionalOffset":{}}}]}"#,
      "/supplementaryItems/0: needs \"size\"",
      "/supplementaryItems/0/kind: must be a string (got a number)",
      "/supplementaryItems/0/containerAnchor/edges: names two opposite edges",
      "/supplementaryItems/0/containerAnchor/edges/2: must be one of \"top\", \"leading\", "
        + "\"bottom\", \"trailing\" (got \"up\")",
      "/supplementaryItems/1: needs \"kind\"",
      "/supplementaryItems/1/itemAnchor: has both \"absoluteOffset\" and \"fractionalOffset\""),
  ])
  func `a group`(_ test: Case) {
    let refusals = Reading.layoutRefusals(#""type":"compositional","group":\#(test.members)"#)
    #expect(lines(refusals) == test.refusals.map { "/group" + $0 })
  }

  @Test func `boundary items and decorations`() {
    let longKind = String(repeating: "k", count: 257)
    let refusals = Reading.layoutRefusals(
      #"""
      "type":"compositional","group":{"direction":"custom",\#(Self.size),"frames":[]},
      "boundarySupplementaryItems":[{"alignment":"middle"}],"decorationItems":[{"kind":"\#(longKind)"},{}],"orthogonalScrollingBehavior":"fast",
      "orthogonalScrollingProperties":{"decelerationRate":"slow","bounce":true,"rate":1}
      """#)
    #expect(
      lines(refusals) == [
        "/boundarySupplementaryItems/0: needs \"kind\"",
        "/boundarySupplementaryItems/0: needs \"size\"",
        "/boundarySupplementaryItems/0/alignment: must be one of \"top\", \"bottom\", \"leading\", "
          + "\"trailing\", \"topLeading\", \"topTrailing\", \"bottomLeading\", \"bottomTrailing\" "
          + "(got \"middle\")",
        "/decorationItems/0/kind: must be at most 256 bytes long (got 257)",
        "/decorationItems/1: needs \"kind\"",
        "/orthogonalScrollingBehavior: must be one of \"none\", \"continuous\", "
          + "\"continuousGroupLeadingBoundary\", \"paging\", \"groupPaging\", "
          + "\"groupPagingCentered\" (got \"fast\")",
        "/orthogonalScrollingProperties/decelerationRate: must be one of \"automatic\", \"normal\", "
          + "\"fast\" (got \"slow\")",
        "/orthogonalScrollingProperties/bounce: must be one of \"automatic\", \"always\", \"never\" "
          + "(got a boolean)",
        "/orthogonalScrollingProperties/rate: unknown field \"rate\"; known fields: "
          + "decelerationRate, bounce",
      ])
  }

  @Test func `variants`() {
    let refusals = Reading.refusals(
      Reading.text(
        with:
          #""items":0,"layout":[{},{"layout":[]},{"layout":{"type":"flow"},"when":{"width":1,"minWidth":-1}}]"#
      ))
    #expect(
      lines(refusals) == [
        "/layout/0: needs \"layout\"",
        "/layout/1/layout: must be a layout such as {\"type\": \"waterfall\"} (got an array)",
        "/layout/2/when/width: unknown field \"width\"; known fields: minWidth, maxWidth, minHeight, "
          + "maxHeight, direction",
        "/layout/2/when/minWidth: must be a finite number of at least 0 (got -1)",
      ])
  }

  @Test func `arrangements within arrangements are bounded`() {
    func layout(levels: Int) -> String {
      guard levels > 1 else { return #"{"type":"list"}"# }
      let inner = layout(levels: levels - 1)
      return #"{"group":{"direction":"custom",\#(Self.size),"arrangement":\#(inner)},"#
        + #""type":"compositional"}"#
    }
    func refusals(levels: Int) -> [String] {
      lines(Reading.refusals(Reading.text(with: #""items":0,"layout":\#(layout(levels: levels))"#)))
    }
    let step = "/group/arrangement"
    #expect(refusals(levels: 4) == [])
    #expect(
      refusals(levels: 5) == [
        "/layout" + step + step + step + step + ": nests arrangements more than 3 deep"
      ])
    #expect(refusals(levels: 20).count == 1)
  }

  @Test func `20 refusals are told, in the order of the text`() {
    let items = Array(repeating: "-1", count: 30).joined(separator: ",")
    let refusals = Reading.refusals(#"{"items":[\#(items)],"container":1}"#)
    #expect(refusals.map(\.pointer) == (0..<20).map { "/items/\($0)" })
  }

  @Test func `the engine's paths become pointers`() {
    let path = DocumentPath.root.field("sections").index(3).field("a/b~c")
    #expect(path.pointer == "/sections/3/a~1b~0c")
    #expect(DocumentPath.root.pointer == "")
    let error = LayoutError(path, "is wrong")
    #expect(
      PointedError.list(error) == [PointedError(pointer: "/sections/3/a~1b~0c", detail: "is wrong")]
    )
  }

  @Test func `an answer does not grow with a key that a client makes up`() {
    let key = String(repeating: "ü/", count: 1_000)
    let cut = "/" + String(repeating: "ü~1", count: 64) + "…"
    let errors = Reading.refusals(
      Reading.text(with: "\"items\":0,\"layout\":{\"type\":\"list\",\"\(key)\":1}"))
    #expect(errors.map(\.pointer) == ["/layout" + cut])
    #expect(errors.allSatisfy { $0.pointer.utf8.count < 1_000 && $0.detail.utf8.count < 1_000 })
    #expect(Reading.malformation("{\"\(key)\":x}")?.pointer == cut)
  }
}
