import Testing

import class Foundation.ProcessInfo

@testable import LayoutService

/// Whether a font that tests measure with is installed; a machine of the project's CI must have it.
let interIsMissing: Bool = {
  var settings = ServiceSettings()
  settings.textCacheBytes = 1 << 20
  let isMissing = !TextService(settings).hasFamily("Inter")
  if isMissing, ProcessInfo.processInfo.environment["CI"] != nil {
    Issue.record("the font Inter is not installed (fonts-inter)")
  }
  return isMissing
}()
