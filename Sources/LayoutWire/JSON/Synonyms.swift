/// What other libraries call the fields and words of a document: CSS grid and flexbox, masonic, TanStack
/// Virtual, react-photo-album, MUI's ImageList, UIKit's flow and compositional layouts.
///
/// Looked through once a name has been refused. Of what a name can mean only that is suggested
/// which is valid where it stands.
enum Synonyms {
  /// The field, in quotes, that a name of another library means where those fields are known.
  static func field(_ name: String, among known: [String]) -> String? {
    meaning(of: name, in: fields, among: known)
  }

  /// The word, in quotes, that a word of another library means where those words are known.
  static func word(_ word: String, among known: [String]) -> String? {
    meaning(of: word, in: words, among: known)
  }

  private static func meaning(
    of name: String, in groups: [Group], among known: [String]
  ) -> String? {
    let folded = NearName.folded(name)
    guard !folded.isEmpty else { return nil }
    for name in known where NearName.folded(name) == folded { return "\"\(name)\"" }
    for group in groups where group.names(folded) {
      if let meaning = group.meanings.first(where: { $0.isKnown(known) }) { return meaning.text }
    }
    return nil
  }

  /// Names that mean the same.
  private struct Group: Sendable {
    /// The names, folded (`NearName.folded`), with spaces between them.
    let list: String
    /// What they are called here, by place: the first that is known is meant.
    let meanings: [Meaning]

    init(_ list: String, _ meanings: Meaning...) {
      self.list = list
      self.meanings = meanings
    }

    func names(_ folded: [UInt8]) -> Bool {
      list.utf8.split(separator: ASCII.space).contains { $0.elementsEqual(folded) }
    }
  }

  /// One name, or several that are meant together.
  private struct Meaning: ExpressibleByStringLiteral, Sendable {
    let names: [String]
    /// How it is shown.
    let text: String

    init(stringLiteral name: String) {
      names = [name]
      text = "\"\(name)\""
    }

    init(_ names: String..., joinedBy word: String) {
      self.names = names
      text = names.map { "\"\($0)\"" }.joined(separator: " \(word) ")
    }

    /// A field that is shown with an example of its value.
    init(_ name: String, shownAs example: String) {
      names = [name]
      text = "\"\(name)\": \(example)"
    }

    func isKnown(_ known: [String]) -> Bool {
      names.allSatisfy { name in known.contains { $0.utf8.elementsEqual(name.utf8) } }
    }
  }

  private static let bothFractions = Meaning(
    "fractionalWidth", "fractionalHeight", joinedBy: "or")
  private static let container = Meaning(
    "container", shownAs: "{\"width\": 390, \"height\": 844}")
  private static let layout = Meaning("layout", shownAs: "{\"type\": \"waterfall\"}")
  private static let minWidth = Meaning("columns", shownAs: "{\"minWidth\": 200}")

  private static let fields: [Group] = spacings + counts + sizes + parts + names

  private static let spacings = [
    Group(
      "gap gridgap gutter gutters space spacing itemspacing minimumspacing boxspacing cellspacing",
      "spacing", "boxSpacing", "rowSpacing",
      Meaning("minimumLineSpacing", "minimumInteritemSpacing", joinedBy: "and"),
      Meaning("horizontalSpacing", "verticalSpacing", joinedBy: "and"),
      "interItemSpacing", "interGroupSpacing", "interSectionSpacing"),
    Group(
      "columngap colgap gridcolumngap columngutter columnspacing horizontalgap horizontalspacing xgap "
        + "gapx minimuminteritemspacing interitemspacing crossaxisspacing minimumcolumnspacing",
      "columnSpacing", "minimumInteritemSpacing", "horizontalSpacing", "boxSpacing",
      "interItemSpacing"),
    Group(
      "rowgap gridrowgap rowgutter rowspacing verticalgap verticalspacing ygap gapy linespacing "
        + "minimumlinespacing mainaxisspacing",
      "rowSpacing", "minimumLineSpacing", "verticalSpacing", "boxSpacing", "interGroupSpacing"),
    Group("sectionspacing sectiongap", "interSectionSpacing"),
    Group(
      "padding paddings inset insets margin margins sectioninsets contentinset contentinsets "
        + "containerpadding contentpadding edgeinsets paddingstart scrollpadding",
      "sectionInset", "contentInsets"),
    Group("itempadding", "itemInsets", "contentInsets"),
    Group("safearea safeareainsets", "contentInsets"),
    Group("start left", "leading", "left"), Group("end right", "trailing", "right"),
    Group("leading", "left"), Group("trailing", "right"),
    Group("horizontal x inline", "leading", "left"), Group("vertical y block", "top"),
  ]

  private static let counts = [
    Group(
      "columncount columnscount colcount cols col columns column numcolumns numberofcolumns "
        + "crossaxiscount lanes lanecount gridtemplatecolumns templatecolumns maxcolumncount "
        + "numlanes spancount columnnumber",
      "columns", "columnSpan", "count"),
    Group(
      "columnwidth mincolumnwidth columnminwidth estimatedcolumnwidth mincolwidth minmax maxcolumnwidth "
        + "minitemwidth", minWidth, "minWidth"),
    Group("span colspan spans columnspan gridcolumn spanwidth colstart", "columnSpan"),
    Group("maxrows rowlimit maxlines maxrowcount rowslimit", "maxNumRows"),
    Group("number repeat times quantity", "count"),
    Group("ratio aspect ar imageratio proportion", "aspectRatio", "forceAspectRatio"),
  ]

  private static let sizes = [
    Group("w itemwidth imgwidth naturalwidth", "width"),
    Group("h itemheight imgheight naturalheight estimatedheight measuredheight", "height"),
    Group(
      "rowheight itemheight estimatedrowheight estimatesize estimateditemsize itemheightestimate "
        + "estimatedsize itemsize targetheight lineheight gridautorows layoutsize preferredsize "
        + "rowheights cellsize",
      "rowHeight", "targetRowHeight", "itemSize", "size", "height"),
    Group("layoutsize dimensions dimension", "size", "itemSize"),
    Group("px pt points fixed exact value length", "absolute"),
    Group("absolute fixedspace", "fixed"), Group("auto intrinsic estimate", "estimated"),
    Group("percent percentage fraction fractional fr relative ratio", bothFractions),
    Group("flex flexiblespace grow", "flexible"),
    Group(
      "headersize headerheight header headerreferenceheight headerreferencesize headers",
      "headerReferenceSize",
      "header", "boundarySupplementaryItems"),
    Group(
      "footersize footerheight footer footerreferenceheight footerreferencesize footers",
      "footerReferenceSize",
      "footer", "boundarySupplementaryItems"),
    Group(
      "sticky stickyheader stickyheaders pin pinned pinheader pinheaders floatingheader",
      "sectionHeadersPinToVisibleBounds", "pinToVisibleBounds"),
    Group("stickyfooter stickyfooters pinfooter pinfooters", "sectionFootersPinToVisibleBounds"),
  ]

  private static let parts = [
    Group(
      "photos images cells children data elements entries itemdata itemcount numberofitems rows",
      "items", "subitems"),
    Group("items itemlist", "subitems"),
    Group("width height w h viewport size bounds containerwidth screen frame", container),
    Group("group groups sectionlist", "sections"),
    Group(
      "type columns columncount spacing gap masonry waterfall grid flow list sectionlayout "
        + "cols padding", layout),
    Group("variant mode kind layout display layouttype name algorithm", "type"),
    Group("scrolldirection orientation axis scroll direction horizontal", "scrollDirection"),
    Group("scrolldirection orientation axis intersectionspacing config settings", "configuration"),
    Group("axis orientation flexdirection scrolldirection flow", "direction"),
    Group("dir rtl layoutdirection writingmode", "direction"),
    Group("pixelratio devicepixelratio dpr density screenscale displayscale", "scale"),
    Group("boundaryitems supplementary headersandfooters", "boundarySupplementaryItems"),
    Group("badges badge supplementaries", "supplementaryItems"),
    Group("background backgrounds decorations decoration", "decorationItems", "background"),
    Group("paging scrolling orthogonalscrolling scrollbehavior", "orthogonalScrollingBehavior"),
    Group("lastrow widows lastrowstyle", "widowLayoutStyle"),
    Group("strategy packing algorithm balance", "placement"),
    Group("tolerance", "targetRowHeightTolerance", "flowTolerance"),
  ]

  private static let names = [
    Group("key itemid identifier uid uuid itemkey", "id"),
    Group("z zorder layer", "zIndex"),
    Group("elementkind name", "kind"), Group("anchor", "containerAnchor", "itemAnchor"),
    Group("offset", "absoluteOffset"),
    Group("remove deletes removed", "delete"), Group("add inserts added", "insert"),
    Group("update updates reload changed", "replace"), Group("moves moved", "move"),
    Group("path index at position item row", "indexPath"),
    Group("push appends", "append"), Group("removesections", "deleteSections"),
    Group("addsections", "insertSections"),
    Group("updatesections reloadsections", "replaceSections"),
  ]

  private static let words = [
    Group(
      "masonry staggered staggeredgrid pinterest columns multicolumn bricks masonic gridlanes",
      "waterfall",
      "shortestColumn"),
    Group(
      "grid flex flexbox wrap standard uniform uicollectionviewflowlayout collectionview", "flow"),
    Group("rows photos justify flickr photoalbum gallery rowsphotoalbum", "justified"),
    Group("table tableview stack linear feed uitableview rows", "list"),
    Group("absolute manual frames fixed", "custom"),
    Group("uicollectionviewcompositionallayout nested group sections", "compositional"),
    Group("quilt mosaic airbnb", "magazine"),
    Group("righttoleft", "rtl"), Group("lefttoright", "ltr"),
    Group("row x inline", "horizontal"), Group("column y block", "vertical"),
    Group("left start", "leading", "left"), Group("right end", "trailing"),
    Group("topleft topstart", "topLeading"), Group("topright topend", "topTrailing"),
    Group("bottomleft bottomstart", "bottomLeading"),
    Group("bottomright bottomend", "bottomTrailing"),
    Group("middle centered", "center"), Group("center middle auto", "centered"),
    Group("start left", "left"), Group("stretch fill", "justify"),
    Group("shortest balanced masonry shortestfirst", "shortestColumn"),
    Group("ordered sequential order inorder", "roundRobin"),
    Group("fixed", "static"), Group("auto automatic", "dynamic"), Group("fill grow", "stretch"),
    Group("fullwidth wide", "full"), Group("bleed edgetoedge", "fullBleed"),
    Group("infinity inf", "infinite"),
    Group("free normal scroll", "continuous"), Group("pages page", "paging"),
    Group("snap group carousel", "groupPaging"), Group("centeredpaging", "groupPagingCentered"),
  ]
}
