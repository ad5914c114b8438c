import type { z } from 'zod'
import type { Endpoint } from '#contract/define-endpoints.ts'
import type { DataOf, ParsedInputOf } from '#contract/endpoints.ts'
import { createSqlCatalogIndex } from '../catalog-index/sql-catalog-index.ts'
import type { CallContext, Db } from '../http/context.ts'
import type { Channel } from '../storefront/read-channel.ts'

/** For tests: calls handlers as a visitor of the channel, both ways through the contract; `tags` collects what replies depend on. */
export function visitor(db: Db, channel: Channel) {
  const tags = new Set<string>()
  const call = {
    db,
    channel,
    catalogIndex: createSqlCatalogIndex(db),
    // nothing tells it of changes: what it has read of the category tree it keeps
    changes: { subscribe: () => () => {}, catchUp: async () => {}, stop: async () => {} },
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
