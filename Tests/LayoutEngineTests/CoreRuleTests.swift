import Foundation
import TestSupport
import Testing

/// Where the rules of `semantics.md` are held: look here when a rule changes.
@Suite struct CoreRuleTests {
  /// Rule, file and test, a line each; one or two tests of a rule, of which there may be more.
  ///
  /// E lists what peers do otherwise: `compositional-ibp-differential.jsonl` holds to that.
  private static let table = """
    A1  | FlowTests | A1: the insets shorten the line
    A1  | FlowPropertyTests | A1–A10: frames are those of the literal reading
    A2  | FlowTests | A2: an item that fits exactly joins, one a thousandth too long does not
    A2  | FlowTests | A2: float noise costs no column
    A3  | FlowTests | A3: the defaults are 50 × 50 and 10
    A4  | FlowTests | A4: it is the sizes that matter, not who gave them
    A5  | FlowTests | A5: n = floor((A + s) / (w + s)) columns, on a section of fewer items too
    A5  | FlowTests | A5: items of no width and spacing stand on one line
    A6  | FlowTests | A6: one column is centred, on every line
    A6  | FlowTests | A6: one small item leads
    A7  | FlowTests | A7: a line that is not the last is justified, its only item centred
    A8  | FlowTests | A8: the last line leads at the spacing, even when it is full
    A8  | FlowTests | A8: an only last item leads after lines of several, and is centred after ladders
    A9  | FlowTests | A9: items stand in the middle of their line, lines a spacing apart
    A9  | FlowTests | A9: a negative line spacing lets lines overlap
    A10 | FlowSectionTests | A10: header, inset, lines, inset, footer
    A10 | FlowPropertyTests | A1–A10: frames are those of the literal reading
    A11 | FlowSectionTests | A11: header and footer span the container, whatever the insets
    A11 | FlowSectionTests | A11: horizontal scrolling reads the width, and 0 means none
    A12 | FlowSectionTests | A12: an empty section keeps header, insets and footer
    A12 | ListTests | A10–A12: header, insets and footer go around the rows
    A13 | CoreAssemblyTests | A13 C17: the content is as wide as the container less its insets
    A14 | FlowTests | A14: in a single row of differing widths the line spacing is between items
    A15 | FlowSectionTests | A15: headers hold above the footer's block, footers below the header's
    A15 | PinnedTests | A15: the header holds to the top until its section's footer pushes it
    A16 | CoreRandomDocumentTests | A16 C19 F7: right to left is left to right mirrored in the content's width
    A16 | QueryOrderTests | A16 C19: right to left mirrors in the content's width
    B1  | CompositionalGroupTests | B1: fractions resolve against the inset size of the direct parent
    B1  | CompositionalGroupTests | B1: a section's own group resolves against the container less the section's insets
    B2  | CompositionalGroupTests | B2: an orthogonal section's insets are not taken off along its own axis
    B3  | CompositionalGroupTests | B3: item insets shrink the frame, group insets the room, neither the slots
    B3  | CompositionalGroupTests | B3: insets larger than the slot leave a size of 0
    B4  | CompositionalGroupTests | B4: insets along an estimated axis don't count
    B5  | CompositionalGroupTests | B5: container insets below 1 are points
    B6  | CompositionalLineTests | B6: count shares the room less the spacing, whatever the subitem's length
    B6  | CompositionalLineTests | B6: with a scale the shared length is rounded down to whole pixels
    B7  | CompositionalLineTests | B7: with count the other axis resolves against the room less the spacing
    B8  | CompositionalLineTests | B8: subitems cycle until the next does not fit, and the cycle restarts
    B8  | CompositionalLineTests | B8: half a pixel is forgiven in the fit test
    B8  | CompositionalLineTests | B8: of items of half a point and less no more fit than there is room for
    B9  | CompositionalLineTests | B9: across the axis items sit at the leading edge
    B10 | CompositionalLineTests | B10: fixed spacing stands between nested groups as between items
    B11 | CompositionalLineTests | B11: flexible spacing shares what is left over, also in a cut group
    B11 | CompositionalLineTests | B11: a single item has no gap to grow
    B12 | CompositionalLineTests | B12: fixed edge spacing is exact and counts in the fit test
    B12 | CompositionalLineTests | B12: a flexible edge pushes to the other, two centre
    B13 | CompositionalGroupTests | B13: an estimated size is used as is
    B14 | CompositionalArrangementTests | B14: an estimated group is as long as its content
    B14 | CompositionalArrangementTests | B14: a given length stays, content may overflow it
    B15 | CompositionalGroupTests | B15: a subitem larger than the group's room is refused
    C1  | CompositionalSectionTests | C1: a horizontal layout's groups follow each other in x
    C1  | CompositionalSectionTests | C1, C2: groups repeat with spacing between, the last takes its full slot
    C2  | CompositionalSectionTests | C2: a group cut along the section's own axis takes its full slot too
    C2  | CompositionalSectionTests | C1, C2: groups repeat with spacing between, the last takes its full slot
    C3  | CompositionalSectionTests | C3: items go depth first through the template
    C4  | CompositionalSectionTests | C4: header, inset, groups, inset, footer
    C5  | CompositionalSectionTests | C5: an empty section is its header and footer, adjacent, without insets
    C6  | CompositionalSectionTests | C6: interSectionSpacing stands between sections, around empty ones too
    C6  | CoreAssemblyTests | C6: sections are stacked with the spacing between them only
    C7  | CompositionalSectionTests | C7: boundary items resolve against the container less the cross insets
    C8  | CompositionalSectionTests | C8: across, items stand at the start, at the end or centred within the insets
    C8  | CompositionalSectionTests | C8: end items stack in scroll direction
    C9  | CompositionalSectionTests | C9: pinned items stop at what extends the section at the other edge
    C10 | CompositionalSectionTests | C10: boundary items are numbered by kind
    C10 | CompositionalSupplementaryTests | C10: nested groups run on through the section, hidden without items
    C11 | CoreAssemblyTests | C11: layout-level items stand around the sections, stacked, without spacing
    C11 | CoreAssemblyTests | C11 A15: layout-level items pin against the whole content
    C12 | CompositionalSupplementaryTests | C12: a container anchor aligns inside the host, its offset moves
    C12 | CompositionalSupplementaryTests | C12: without a container anchor the supplementary is centred
    C13 | CompositionalSupplementaryTests | C10, C13: an item's supplementary has its number and stands on its inset frame
    C13 | CompositionalSupplementaryTests | C10, C13: a group's supplementary has its group's number and the group less insets
    C14 | CompositionalSectionTests | C14: a decoration is the whole extent less its own insets
    C15 | CompositionalSectionTests | C15: supplementaries stand at 1, cells too where there is a decoration
    C15 | MagazineTests | C15: everything stands above a background
    C16 | CompositionalSectionTests | C16: an orthogonal section is one group slot high and runs on past the edge
    C16 | CompositionalSectionTests | C16: in a horizontal layout an orthogonal section scrolls in y
    C17 | CoreAssemblyTests | A13 C17: the content is as wide as the container less its insets
    C18 | QueryOrderTests | C18: x, y, width and height are each rounded, halves away from zero
    C18 | QueryOrderTests | C18: mirrored before rounding, and matched as returned
    C18 | CompositionalArrangementTests | C18: of a magazine in a group only the cells are left unrounded
    C19 | CoreRandomDocumentTests | A16 C19 F7: right to left is left to right mirrored in the content's width
    C19 | QueryOrderTests | A16 C19: right to left mirrors in the content's width
    C20 | QueryOrderTests | C20: by section, then headers, cells, footers, others, decorations
    D   | CustomTests | D: frames and items of unequal number are refused
    D   | FlowSectionTests | D: insets that leave no room are refused
    D   | ListTests | D: faulty options and rows are refused where they stand
    D   | WaterfallSectionTests | D: options out of range are refused where they stand
    D   | CompositionalErrorTests | Sections without room are refused, zero being too little
    D   | CoreAssemblyTests | a container without room is refused
    F1  | WaterfallTests | F1: columns share what insets and spacings leave, not rounded
    F1  | WaterfallPropertyTests | F1–F6: frames are exactly those of the literal reading
    F2  | WaterfallTests | F2: the column whose bottom is least, ties to the leading one
    F2  | WaterfallTests | F2: bottoms are compared exactly
    F3  | WaterfallTests | F3: a spanning item goes where its highest bottom is least
    F3  | WaterfallTests | F3: ties go to the leading start, and more columns than there are become all
    F4  | WaterfallTests | F4: columns in turn
    F4  | WaterfallTests | F4: a span that does not fit begins again at 0
    F5  | WaterfallTests | F5: the first column at or after the cursor within the tolerance
    F5  | WaterfallTests | F5: an infinite tolerance is columns in turn
    F6  | WaterfallSectionTests | F6: header, inset, columns, inset, footer, without a spacing at the end
    F6  | WaterfallSectionTests | F6: the insets of a header that is not there take no room
    F7  | CoreRandomDocumentTests | A16 C19 F7: right to left is left to right mirrored in the content's width
    F8  | WaterfallSectionTests | F8: an empty waterfall keeps its insets
    F8  | WaterfallTests | F8: an item of no height takes its place and its spacing
    F9  | WaterfallPropertyTests | F9: horizontal scrolling is vertical scrolling with the axes exchanged
    F9  | WaterfallSectionTests | F9: with horizontal scrolling lengths are widths
    G1  | JustifiedTests | G1: a wide item alone fills a breakout row, and the next row does not follow it
    G1  | JustifiedTests | G1: a tall item begins a breakout row like any other, which keeps its name
    G2  | JustifiedTests | G2: a row stays open below the band and is complete within it
    G2  | JustifiedTests | G2: the band includes both its edges
    G3  | JustifiedTests | G3: a clamped row keeps the widths of its own height
    G3  | JustifiedTests | G3: x runs from the left inset
    G4  | JustifiedTests | G4: a justified open row is spread in whole points
    G4  | JustifiedTests | G4: a correction may miss the width by less than half a point
    G5  | JustifiedTests | G5: the open row takes the previous row's clamped height
    G5  | JustifiedTests | G5: without a previous row the open one has the target's height
    G6  | JustifiedTests | G6: nothing stands behind the last row that may be
    G6  | JustifiedTests | G6: without rows the insets remain
    G7  | JustifiedPropertyTests | G7: one row of 300,000 cells is neither summed anew nor scanned
    G7  | JustifiedPropertyTests | G1–G7: frames are those of the literal, quadratic reading
    H1  | MagazineTests | H1: header, item insets, rows and footer stand one below the other
    H1  | MagazineTests | H1: a section without items takes no item insets
    H2  | MagazineTests | H2: widths divide the room, also in a row with fewer items
    H2  | MagazineTests | H2: full bleed ignores the item insets alone
    H3  | MagazineTests | H3: the background covers header and footer, within the insets, items or not
    H3  | MagazineTests | H3: pinned header and footer keep off each other and the insets
    """

  private static let rows = table.split(separator: "\n").map { line in
    line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// How many rules each part of the rules has; D is one.
  private static let parts = [("A", 16), ("B", 15), ("C", 20), ("F", 9), ("G", 7), ("H", 3)]

  @Test func `every rule has a test`() {
    let rules = Self.parts.flatMap { part, count in (1...count).map { "\(part)\($0)" } } + ["D"]
    #expect(Set(Self.rows.map { $0[0] }) == Set(rules))
  }

  @Test func `the tests that the table names are there`() throws {
    let folder = URL(filePath: Fixture.folder).deletingLastPathComponent()
    var sources: [String: String] = [:]
    for row in Self.rows {
      let source =
        try sources[row[1]]
        ?? String(contentsOf: folder.appending(path: "\(row[1]).swift"), encoding: .utf8)
      sources[row[1]] = source
      #expect(source.contains("func `\(row[2])`("), "\(row)")
    }
  }
}
