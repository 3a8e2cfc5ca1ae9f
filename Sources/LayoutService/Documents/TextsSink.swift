import HTTPMessage
import LayoutAPI

/// Collects the body of a request to measure texts.
final class TextsSink: HTTPBodySink {
  private let context: RequestContext
  private let reservation: Reservation
  private let claimedLength: Int?
  private let isCompressed: Bool
  private let receiver: TextsReceiver
  private var body = BodyPieces()

  init(
    _ context: RequestContext, _ reservation: Reservation, claimedLength: Int?,
    isCompressed: Bool, _ receiver: TextsReceiver
  ) {
    self.context = context
    self.reservation = reservation
    self.claimedLength = claimedLength
    self.isCompressed = isCompressed
    self.receiver = receiver
  }

  func append(_ more: UnsafeRawBufferPointer) -> HTTPResponse? {
    let count = body.count + more.count
    guard count <= receiver.bodyLimit.bytes else { return refusal(receiver.bodyLimit.refusal) }
    if count > reservation.count, !reservation.growUpload(by: count - reservation.count) {
      return refusal(.tooManyInflight)
    }
    unsafe body.append(more, of: claimedLength)
    return nil
  }

  func finish(
    _ head: HTTPRequest, response: inout HTTPResponse, exchange: any HTTPExchange
  ) -> HTTPDisposition {
    let text = DocumentBytes(body, reservation)
    body = BodyPieces()
    do throws(Problem) {
      return try receiver.measureLater(
        text, isCompressed: isCompressed, context, head, exchange)
    } catch {
      receiver.writer.write(error, context, to: &response)
      return .respond
    }
  }

  private func refusal(_ problem: Problem) -> HTTPResponse {
    body = BodyPieces()
    var response = HTTPResponse()
    receiver.writer.write(problem, context, to: &response)
    return response
  }
}
