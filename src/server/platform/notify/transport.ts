/** A message of the outbox at delivery. */
export type Outgoing = {
  id: number
  kind: string
  recipient: string
  subject: string
  text: string
  html: string | null
}

/**
 * Delivers messages of one channel. @throws DeliveryError, or any transport error; the message is then
 * retried.
 */
export type Transport = (message: Outgoing) => Promise<void>

/** A provider's refusal; `isFinal` means that retrying is useless. It never contains the message. */
export class DeliveryError extends Error {
  readonly isFinal: boolean
  constructor(message: string, { isFinal }: { isFinal: boolean }) {
    super(message)
    this.isFinal = isFinal
  }
}
