/// The names that other libraries use for the fields and words of a document: CSS grid and flexbox,
/// masonic, TanStack Virtual, react-photo-album, MUI's ImageList, UIKit's flow and compositional layouts.
///
/// Searched only after a name has been refused. A suggestion always consists of names that are allowed
/// where the refused name was.
enum Synonyms {
  /// Returns the `known` field, in quotes, that another library's name stands for; nil if there is none.
  static func field(_ name: String, among known: [String]) -> String? {
    meaning(of: name, in: fields, among: known)
  }

  /// Returns the object of the document in which a field belongs that a document, its `configuration` or a
  /// layout has by mistake; nil if the field belongs nowhere.
  ///
  /// The object is named in quotes as in a document, or by a pointer if the name was refused in a layout.
  ///
  /// - Parameter known: the fields of the object in which the name was refused.
  static func home(of name: String, among known: [String]) -> String? {
    let isDocument = known.contains("container") && known.contains("configuration")
    if isDocument, ["rtl", "isRTL", "dir"].contains(name) {
      return #""container", as "direction": "rtl""#
    }
    return object(of: name, among: known, isDocument: isDocument).map { "\"\($0)\"" }
  }

  private static func object(
    of name: String, among known: [String], isDocument: Bool
  ) -> String? {
    if known.first == "type" {
      switch name {
      case "scrollDirection", "interSectionSpacing", "minimumContentLength", "contentAlignment",
        "headersPinAcrossSections":
        return "/configuration"
      case "direction", "scale", "safeAreaInsets", "layoutMargins", "readableContentWidth",
        "scrollPadding":
        return "/container"
      default: return nil
      }
    }
    // A request for texts (Contract §19) has the widths in which layouts have none.
    if known.first == "textStyles" {
      return ["width", "widths", "text"].contains(name) ? "texts" : nil
    }
    guard isDocument || known.contains("scrollDirection") else { return nil }
    switch name {
    case "direction", "scale", "contentInsets", "safeAreaInsets", "layoutMargins",
      "readableContentWidth", "scrollPadding":
      return "container"
    case "scrollDirection", "interSectionSpacing", "boundarySupplementaryItems",
      "contentInsetsReference", "minimumContentLength", "contentAlignment",
      "headersPinAcrossSections":
      return isDocument ? "configuration" : nil
    default: return nil
    }
  }

  /// Returns whether a name is another library's for a size that its views replace, such as
  /// `estimatedItemSize`.
  static func isEstimate(_ name: String) -> Bool {
    let folded = NearName.folded(name)
    return folded.starts(with: "estimate".utf8)
      && ["size", "height"].contains { folded.reversed().starts(with: $0.utf8.reversed()) }
  }

  /// Returns the `known` word, in quotes, that another library's word stands for; nil if there is none.
  static func word(_ word: String, among known: [String]) -> String? {
    meaning(of: word, in: words, among: known)
  }

  private static func meaning(
    of name: String, in groups: [String], among known: [String]
  ) -> String? {
    let folded = NearName.folded(name)
    guard !folded.isEmpty else { return nil }
    for name in known where NearName.folded(name) == folded { return "\"\(name)\"" }
    for group in groups {
      let words = group.utf8.split(separator: ASCII.space)
      guard let end = words.firstIndex(where: { $0.first == UInt8(ascii: "=") }),
        words[..<end].contains(where: { $0.elementsEqual(folded) })
      else { continue }
      for word in words[(end + 1)...] {
        let meaning = Meaning(String(Substring(word)))
        if meaning.isKnown(known) { return meaning.text }
      }
    }
    return nil
  }

  /// A suggestion in a group: one of Tatami's names, or several that belong together.
  private struct Meaning {
    private let names: [String]
    /// The text shown in messages.
    let text: String

    /// Parses a suggestion as written in the tables.
    ///
    /// `columns#` is a name shown with an example value, `leading+top` are names needed together, `a|b` are
    /// alternatives.
    init(_ written: String) {
      if written.utf8.last == UInt8(ascii: "#") {
        let name = String(Substring(written.utf8.dropLast()))
        names = [name]
        text = "\"\(name)\": \(Self.example(of: name))"
        return
      }
      let isChoice = written.utf8.contains(UInt8(ascii: "|"))
      names = written.utf8.split(separator: UInt8(ascii: isChoice ? "|" : "+")).map {
        String(Substring($0))
      }
      text = names.map { "\"\($0)\"" }.joined(separator: isChoice ? " or " : " and ")
    }

    /// Returns an example of a field's value.
    private static func example(of field: String) -> String {
      switch field {
      case "container": "{\"width\": 390, \"height\": 844}"
      case "layout": "{\"type\": \"waterfall\"}"
      default: "{\"minWidth\": 200}"
      }
    }

    func isKnown(_ known: [String]) -> Bool {
      names.allSatisfy { name in known.contains { $0.utf8.elementsEqual(name.utf8) } }
    }
  }

  // MARK: Groups
  //
  // Each group lists names with one meaning, folded (`NearName.folded`), and after "=" Tatami's names;
  // the first known one is suggested. "+" joins names that belong together, "|" joins alternatives, and
  // "#" requests an example of the value. The groups are strings, which are parsed only after a name
  // has been refused: they take a tenth of the code that nested arrays would take.

  private static let fields: [String] = spacings + counts + sizes + parts + names

  private static let spacings = [
    "gap gridgap gutter gutters space spacing itemspacing minimumspacing boxspacing "
      + "cellspacing = spacing boxSpacing rowSpacing minimumLineSpacing+minimumInteritemSpacing "
      + "horizontalSpacing+verticalSpacing interItemSpacing interGroupSpacing "
      + "interSectionSpacing",
    "columngap colgap gridcolumngap columngutter columnspacing horizontalgap "
      + "horizontalspacing xgap gapx minimuminteritemspacing interitemspacing crossaxisspacing "
      + "minimumcolumnspacing = columnSpacing minimumInteritemSpacing horizontalSpacing "
      + "boxSpacing interItemSpacing",
    "rowgap gridrowgap rowgutter rowspacing verticalgap verticalspacing ygap gapy "
      + "linespacing minimumlinespacing mainaxisspacing = rowSpacing minimumLineSpacing "
      + "verticalSpacing boxSpacing interGroupSpacing",
    "sectionspacing sectiongap = interSectionSpacing",
    "padding paddings inset insets margin margins sectioninsets contentinset contentinsets "
      + "containerpadding contentpadding edgeinsets paddingstart scrollpadding = sectionInset "
      + "contentInsets",
    "itempadding = itemInsets contentInsets",
    "safearea safeareainset safeareapadding = safeAreaInsets contentInsetsReference",
    "readablewidth readablecontent readablecontentguide maxreadablewidth = readableContentWidth",
    "contentinsetreference sectioninsetreference insetreference insetsreference "
      + "safeareareference = contentInsetsReference",
    "start left = leading left",
    "end right = trailing right",
    "leading = left",
    "trailing = right",
    "horizontal x inline = leading left",
    "vertical y block = top",
  ]

  private static let counts = [
    "columncount columnscount colcount cols col columns column numcolumns numberofcolumns "
      + "crossaxiscount lanes lanecount gridtemplatecolumns templatecolumns maxcolumncount "
      + "numlanes spancount columnnumber = columns columnSpan count",
    "columnwidth mincolumnwidth columnminwidth estimatedcolumnwidth mincolwidth minmax "
      + "maxcolumnwidth minitemwidth = columns# minWidth",
    "span colspan spans columnspan gridcolumn spanwidth colstart = columnSpan",
    "maxrows rowlimit maxlines maxrowcount rowslimit = maxNumRows",
    "number repeat times quantity = count",
    "repeatitem repeatsubitem repeatingitem repeatcount = repeatingSubitem",
    "ratio aspect ar imageratio proportion = aspectRatio forceAspectRatio",
  ]

  private static let sizes = [
    "w itemwidth imgwidth naturalwidth = width",
    "h itemheight imgheight naturalheight estimatedheight measuredheight = height",
    "estimatesize estimatedsize itemheightestimate = estimatedItemSize",
    "minrowheight maxrowheight rowheightlimits rowheights heightrange singlerowmaxheight "
      + "maxheight minheight = rowHeightRange",
    "rowheight itemheight estimatedrowheight estimatesize estimateditemsize "
      + "itemheightestimate estimatedsize itemsize targetheight lineheight gridautorows "
      + "layoutsize preferredsize rowheights cellsize = rowHeight targetRowHeight itemSize size "
      + "height",
    "layoutsize dimensions dimension = size itemSize",
    "px pt points fixed exact value length = absolute",
    "absolute fixedspace = fixed",
    "auto intrinsic estimate = estimated",
    "percent percentage fraction fractional fr relative ratio = fractionalWidth|fractionalHeight",
    "flex flexiblespace grow = flexible",
    "headersize headerheight header headerreferenceheight headerreferencesize headers = "
      + "headerReferenceSize header boundarySupplementaryItems",
    "footersize footerheight footer footerreferenceheight footerreferencesize footers = "
      + "footerReferenceSize footer boundarySupplementaryItems",
    "sticky stickyheader stickyheaders pin pinned pinheader pinheaders floatingheader = "
      + "sectionHeadersPinToVisibleBounds pinToVisibleBounds",
    "stickyfooter stickyfooters pinfooter pinfooters = sectionFootersPinToVisibleBounds",
  ]

  private static let parts = [
    "photos images cells children data elements entries itemdata itemcount numberofitems "
      + "rows = items subitems",
    "items itemlist = subitems",
    "width height w h viewport size bounds containerwidth screen frame = container#",
    "group groups sectionlist = sections",
    "type columns columncount spacing gap masonry waterfall grid flow list sectionlayout "
      + "cols padding = layout#",
    "variant mode kind layout display layouttype name algorithm = type",
    "scrolldirection orientation axis scroll direction horizontal = scrollDirection",
    "scrolldirection orientation axis intersectionspacing config settings = configuration",
    "axis orientation flexdirection scrolldirection flow = direction",
    "dir rtl layoutdirection writingmode = direction",
    "pixelratio devicepixelratio dpr density screenscale displayscale = scale",
    "boundaryitems supplementary headersandfooters = boundarySupplementaryItems",
    "badges badge supplementaries = supplementaryItems",
    "background backgrounds decorations decoration = decorationItems background "
      + "sectionBackground",
    "separator separators divider dividers showdividers = showsSeparators separators",
    "separatorinset dividerinsets = separatorInsets",
    "radius borderradius corners = cornerRadius",
    "style liststyle tablestyle = appearance",
    "paging scrolling orthogonalscrolling scrollbehavior = orthogonalScrollingBehavior",
    "scrollingproperties scrollproperties decelerationrate deceleration bounce bounces = "
      + "orthogonalScrollingProperties decelerationRate",
    "lastrow widows lastrowstyle = widowLayoutStyle",
    "fullrow wholerow fullspan spanfull featured hero breakout = fullWidth",
    "minlength minimumlength mincontentlength mincontentheight minimumcontentheight "
      + "minheight = minimumContentLength",
    "alignitemsatend alignend inverted aligncontent verticalalignment alignment "
      + "= contentAlignment",
    "strategy algorithm balance columnfill horizontalorder = placement",
    "dense gridlanespack itempack masonrypacking fillgaps = packing",
    "stamp obstacles exclusions holes reserved floats = stamps",
    "justifycontent columnsalignment alignment = columnAlignment alignment",
    "fitwidth = columnAlignment",
    "textalign align horizontalalignment justification linejustification = alignment",
    "alignitems verticalalignment crossaxisalignment itemalignment = lineAlignment",
    "tolerance = targetRowHeightTolerance flowTolerance",
  ]

  private static let names = [
    "key itemid identifier uid uuid itemkey = id",
    "z zorder layer = zIndex",
    "elementkind name = kind",
    "anchor = containerAnchor itemAnchor",
    "offset = absoluteOffset",
    "remove deletes removed = delete",
    "add inserts added = insert",
    "update updates reload changed = replace",
    "moves moved = move",
    "path index at position item row = indexPath",
    "push appends = append",
    "removesections = deleteSections",
    "addsections = insertSections",
    "updatesections reloadsections = replaceSections",
  ]

  private static let words = [
    "masonry staggered staggeredgrid pinterest columns multicolumn bricks masonic gridlanes "
      + "= waterfall shortestColumn",
    "grid flex flexbox wrap standard uniform uicollectionviewflowlayout collectionview = flow",
    "rows photos justify flickr photoalbum gallery rowsphotoalbum = justified",
    "table tableview stack linear feed uitableview rows = list",
    "absolute manual frames fixed = custom",
    "uicollectionviewcompositionallayout nested group sections = compositional",
    "quilt mosaic airbnb = magazine",
    "righttoleft = rtl",
    "lefttoright = ltr",
    "row x inline = horizontal",
    "column y block = vertical",
    "left start = leading left",
    "right end = trailing",
    "topleft topstart = topLeading",
    "topright topend = topTrailing",
    "bottomleft bottomstart = bottomLeading",
    "bottomright bottomend = bottomTrailing",
    "middle centered = center",
    "center middle auto = centered",
    "start left = left",
    "stretch fill = justify",
    "shortest balanced masonry shortestfirst = shortestColumn",
    "ordered sequential order inorder = roundRobin",
    "fixed = static",
    "auto automatic = dynamic",
    "fill grow = stretch",
    "fullwidth wide = full",
    "bleed edgetoedge = fullBleed",
    "infinity inf = infinite",
    "free normal scroll = continuous",
    "pages page = paging",
    "snap group carousel = groupPaging",
    "centeredpaging = groupPagingCentered",
  ]
}
