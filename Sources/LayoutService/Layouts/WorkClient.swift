import HTTPMessage

/// The client that a job is counted to while it waits.
typealias WorkClient = HTTPClient
