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

/**
 * A provider's refusal; `isFinal` means that retrying is useless. Its message never contains the message that was sent; `reply`, what
 * the provider wrote, may, and is for the operator who requested a test.
 */
export class DeliveryError extends Error {
  readonly isFinal: boolean
  readonly code: string | undefined
  readonly reply: string
  constructor(message: string, { isFinal, code, reply = '' }: Failed) {
    super(message)
    this.isFinal = isFinal
    this.code = code
    this.reply = reply
  }
}

type Failed = { isFinal: boolean; code?: string | undefined; reply?: string }
