/** What every `/api` call answers (decisions §1.4). `message` is there only when the shopper should see a toast. */
export type Success<Data, Beside = unknown> = { status: 'success'; message?: string; data: Data } & Beside

export type Failure<Beside = unknown> = {
  status: 'error'
  code: string
  message: string
  errors?: Record<string, string[]>
  data?: unknown
  payload?: unknown
  request_id?: string
} & Partial<Beside>

export type Reply<Data, Beside = unknown> = Success<Data, Beside> | Failure<Beside>

/** The exact words of the spec's section 8 and decisions §1.4. */
export const words = {
  invalid: 'The given data was invalid.',
  tooMany: 'Maximum attempt reached. Please try again later',
  server: 'An unexpected error occurred.',
  unavailable: 'The shop is busy. Please try again in a moment.',
  websiteUnavailable: 'Website Unvailable',
  pageNotFound: (path: string) => `Page Not Found: ${path}`,
  offline: 'You seem to be offline. Please check your connection.',
} as const

/** The data of a successful reply. Loaders use it where a failure is a page of its own. */
export function orThrow<Data>(reply: Reply<Data>): Data {
  if (reply.status === 'success') return reply.data
  throw new ReplyError(reply)
}

export class ReplyError extends Error {
  readonly reply: Failure
  constructor(reply: Failure) {
    super(`${reply.code}: ${reply.message}`)
    this.reply = reply
  }
}
