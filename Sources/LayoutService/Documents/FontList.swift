import LayoutEngine
import LayoutWire
import TextMeasure

/// The fonts of the service, as `/v1/fonts` lists them (Contract §19).
enum FontList {
  /// Returns the list as JSON.
  ///
  /// - Complexity: O(bytes of all fonts): each is hashed.
  static func json(_ measurer: TextMeasurer, _ budget: LayoutBudget) throws(Problem) -> [UInt8] {
    var output = Array(#"{"families":["#.utf8)
    for (number, family) in measurer.fonts.families.enumerated() {
      if number > 0 { output.append(UInt8(ascii: ",")) }
      output.append(contentsOf: #"{"name":"#.utf8)
      output.appendJSON(family.name)
      output.append(contentsOf: #","faces":["#.utf8)
      for (number, face) in family.faces.enumerated() {
        guard budget.looksNow() else { throw .ended }
        if number > 0 { output.append(UInt8(ascii: ",")) }
        append(face, to: &output)
      }
      output.append(contentsOf: "]}".utf8)
    }
    output.append(contentsOf: "]}".utf8)
    return output
  }

  private static func append(_ face: FontFace, to output: inout [UInt8]) {
    output.append(contentsOf: #"{"name":"#.utf8)
    output.appendJSON(face.fullName)
    output.append(contentsOf: #","file":"#.utf8)
    output.appendJSON(face.fileName)
    output.append(contentsOf: #","weight":["#.utf8)
    output.appendJSON(Double(face.weights.lowerBound))
    output.append(UInt8(ascii: ","))
    output.appendJSON(Double(face.weights.upperBound))
    output.append(contentsOf: #"],"style":"#.utf8)
    output.appendJSON(face.isItalic ? "italic" : "normal")
    output.append(contentsOf: #","width":"#.utf8)
    output.appendJSON(Double(face.width))
    output.append(contentsOf: #","axes":["#.utf8)
    for (number, axis) in face.axes.enumerated() {
      if number > 0 { output.append(UInt8(ascii: ",")) }
      output.appendJSON(axis.tag)
    }
    output.append(contentsOf: #"],"version":"#.utf8)
    output.appendJSON(face.version)
    output.append(contentsOf: #","sha256":"#.utf8)
    output.appendJSON(face.fileDigest)
    output.append(contentsOf: #","characters":"#.utf8)
    output.appendJSON(face.characterCount)
    output.append(UInt8(ascii: "}"))
  }
}
