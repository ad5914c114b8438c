import { expect } from 'vitest'
import type { Reply } from '#contract/envelope.ts'

/** The data of a reply that must be a success. */
export function ok<Data>(reply: Reply<Data, unknown>): Data {
  if (reply.status === 'error')
    expect.fail(`${reply.code}: ${reply.message} ${JSON.stringify(reply.errors ?? '')}`)
  return reply.data
}
