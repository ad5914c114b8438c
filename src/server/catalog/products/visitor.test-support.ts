import type { z } from 'zod'
import type { Endpoint } from '#contract/define-endpoints.ts'
import type { DataOf, ParsedInputOf } from '#contract/endpoints.ts'
import type { CallContext } from '#server/platform/kernel/call-context.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { createSqlCatalogIndex } from '../catalog-index/sql/sql-catalog-index.ts'

/**
 * Calls handlers as a visitor of the channel, with input and reply parsed by the contract; `tags` collects the cache
 * tags.
 */
export function visitor(db: Db, channel: Channel) {
  const tags = new Set<string>()
  const call = {
    db,
    channel,
    catalogIndex: createSqlCatalogIndex(db),
    // It receives no changes, so the cached category tree stays.
    changes: {
      subscribe: () => () => {},
      catchUp: async () => {},
      position: () => '',
      isCurrent: () => true,
      isResumed: false,
      stop: async () => {},
    },
    isForEveryone: false,
    tag: (...more: string[]) => more.forEach((tag) => void tags.add(tag)),
  } as Partial<CallContext> as CallContext

  async function ask<E extends Endpoint>(
    endpoint: E,
    handler: (input: ParsedInputOf<E>, call: CallContext) => unknown,
    input: z.input<E['input']>,
  ): Promise<DataOf<E>> {
    const answer = await handler(endpoint.input.parse(input) as ParsedInputOf<E>, call)
    return endpoint.data.parse(JSON.parse(JSON.stringify(answer))) as DataOf<E>
  }
  return { ask, tags }
}
