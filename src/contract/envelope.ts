/** The reply of every `/api` call (decisions §1.4). `message` is present only when the shopper should see a toast. */
export type Success<Data, Extra = unknown> = { status: 'success'; message?: string; data: Data } & Extra

export type Failure<Extra = unknown> = {
  status: 'error'
  code: string
  message: string
  errors?: Record<string, string[]>
  data?: unknown
  payload?: unknown
  request_id?: string
} & Partial<Extra>

export type Reply<Data, Extra = unknown> = Success<Data, Extra> | Failure<Extra>

/** Messages quoted from the spec's section 8 and decisions §1.4. */
export const replyMessages = {
  invalid: 'The given data was invalid.',
  tooMany: 'Maximum attempt reached. Please try again later',
  server: 'An unexpected error occurred.',
  unavailable: 'The shop is busy. Please try again in a moment.',
  starting: 'The shop is starting. Please try again in a moment.',
  websiteUnavailable: 'Website Unvailable',
  pageNotFound: (path: string) => `Page Not Found: ${path}`,
} as const

/** The data of a successful reply. For loaders, where a failure is a page of its own. */
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
