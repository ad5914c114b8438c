import { createMemory } from '#server/platform/changes/remember.ts'
import { anonymousVisitor, type Services } from '#server/platform/kernel/context.ts'
import type { Effects } from '#server/platform/kernel/pipeline.ts'
import type { OpenApi } from './render-page.ts'

/** A minute: a value is made of others that may be older, and a page with it is cached for as long as those. */
const MAX_AGE_MS = 60_000

type Shared = { value: unknown; tags: ReadonlySet<string>; isComplete: boolean }

/**
 * Values that all pages for everyone of a channel share, such as the data of their frame: each is loaded once and cached until one of the tags changes
 * that its calls named. The page that uses it gets these tags. A value with a part that failed is not cached. ADR 0023.
 */
export function createSharedValues<Api>({
  openApi,
  changes,
}: {
  openApi: OpenApi<Api>
  changes: Services['changes']
}) {
  const memory = createMemory({ max: 20, maxAgeMs: MAX_AGE_MS })

  async function loadShared(channelId: number, load: (api: Api) => Promise<unknown>): Promise<Shared> {
    const made = { tags: new Set<string>(), isComplete: true }
    const visitor = { ...anonymousVisitor, channelId }
    const api = openApi(visitor, {
      onTag: (tag) => made.tags.add(tag),
      onIncomplete: () => {
        made.isComplete = false
      },
      isForEveryone: true,
    })
    const value = await load(api)
    return { value, ...made }
  }

  const tagsOf = ({ tags, isComplete }: Shared) => (isComplete ? [...tags] : undefined)

  /** For one page of a channel, whose effects receive the tags. The function throws what `load` throws. */
  return ({ onTag, onIncomplete }: Pick<Effects, 'onTag' | 'onIncomplete'>, channelId: number) =>
    async <Value>(name: string, load: (api: Api) => Promise<Value>): Promise<Value> => {
      const shared = await memory.remember({ changes }, `${channelId} ${name}`, tagsOf, () =>
        loadShared(channelId, load),
      )
      for (const tag of shared.tags) onTag?.(tag)
      if (!shared.isComplete) onIncomplete?.()
      // Each name is loaded by one function, so the value is of its type.
      return shared.value as Value
    }
}
