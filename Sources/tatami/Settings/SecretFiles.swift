/// The files that contain secrets: they are read at the start, and again on SIGHUP.
struct SecretFiles: Sendable {
  /// The secrets that the files contain; nil if a file is not named.
  struct Contents: Sendable {
    var apiKeys: [String]?
    var urlKeys: [String]?
    var storePassword: String?
  }

  /// The largest size of a file of secrets, in bytes.
  static let maxBytes = 64 << 10

  /// The path of the file of API keys; nil if there is none.
  var apiKeys: String?
  /// The path of the file of keys that sign URLs; nil if there is none.
  var urlKeys: String?
  /// The path of the file of the store's password; nil if there is none.
  var storePassword: String?

  /// Whether no file is named.
  var isEmpty: Bool { apiKeys == nil && urlKeys == nil && storePassword == nil }

  /// Reads all files.
  ///
  /// - Throws: `SettingsReader.Failure` if a file cannot be read or its contents are invalid; the message
  ///   names the setting and the file, and never repeats a secret.
  func read() throws(SettingsReader.Failure) -> Contents {
    var contents = Contents()
    if let apiKeys {
      contents.apiKeys = try Self.read(apiKeys, of: "TATAMI_API_KEYS_FILE") {
        text throws(SettingError) in
        try Self.checkedKeys(try Self.list(text))
      }
    }
    if let urlKeys {
      contents.urlKeys = try Self.read(urlKeys, of: "TATAMI_URL_KEYS_FILE") {
        text throws(SettingError) in
        try Self.checkedURLKeys(try Self.list(text))
      }
    }
    if let storePassword {
      contents.storePassword = try Self.read(storePassword, of: "TATAMI_STORE_PASSWORD_FILE") {
        text throws(SettingError) in
        // Editors and `echo` end a file with a line feed, which is not part of the password.
        let isLine = text.last == "\n" || text.last == "\r\n"
        let password = String(isLine ? text.dropLast() : text[...])
        guard !password.isEmpty else { throw SettingError(description: "is empty") }
        return try Self.checkedPassword(password)
      }
    }
    return contents
  }

  /// Returns API keys that clients can send.
  static func checkedKeys(_ keys: [String]) throws(SettingError) -> [String] {
    for (index, key) in keys.enumerated() { try ListEntry.checkKey(key, number: index + 1) }
    return keys
  }

  /// The maximum number of keys that sign URLs: an event loop computes one HMAC for each.
  static let maxURLKeys = 100

  /// Returns keys that are safe to sign URLs with.
  static func checkedURLKeys(_ keys: [String]) throws(SettingError) -> [String] {
    guard keys.count <= maxURLKeys else {
      throw SettingError(
        description: "has \(keys.count) keys; at most \(maxURLKeys) may sign URLs")
    }
    for (index, key) in keys.enumerated() { try ListEntry.checkURLKey(key, number: index + 1) }
    return keys
  }

  /// Returns a password without control characters.
  static func checkedPassword(_ text: String) throws(SettingError) -> String {
    guard text.utf8.allSatisfy({ $0 > 0x1F && $0 != 0x7F }) else {
      throw SettingError(
        description: "contains a control character (perhaps a line feed at its end); remove it")
    }
    return text
  }

  /// Returns the entries of a file's lines, each of which may contain several, separated by commas.
  private static func list(_ text: String) throws(SettingError) -> [String] {
    try SettingValue.list(text.split { $0 == "\n" || $0 == "\r\n" }.joined(separator: ","))
  }

  private static func read<Secret>(
    _ path: String, of variable: String, _ parse: (String) throws(SettingError) -> Secret
  ) throws(SettingsReader.Failure) -> Secret {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try WholeFile.readRegular(path, most: maxBytes)
    } catch {
      throw SettingsReader.Failure(message: "\(variable): \(error.description)")
    }
    do throws(SettingError) {
      return try parse(String(decoding: bytes, as: UTF8.self))
    } catch {
      throw SettingsReader.Failure(message: "\(variable): \(path): \(error.description)")
    }
  }
}
