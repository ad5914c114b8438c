/** A message of the outbox as it leaves the shop. */
export type Outgoing = {
  id: number
  kind: string
  recipient: string
  subject: string
  text: string
  html: string | null
}

/** Carries messages of one channel. @throws DeliveryError, or whatever went wrong on the way: then it is tried again. */
export type Transport = (message: Outgoing) => Promise<void>

/** The other side has answered. `isFinal`: asking again would change nothing. Never holds a word of the message. */
export class DeliveryError extends Error {
  readonly isFinal: boolean
  constructor(message: string, { isFinal }: { isFinal: boolean }) {
    super(message)
    this.isFinal = isFinal
  }
}
