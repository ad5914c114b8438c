import { type ReplyCache, remember } from '../changes/remember.ts'
import type { Db } from '../kernel/context.ts'

/** Whether optional cookies need the visitor's consent: the storefront's cookie warning. Cached until the tag `storefront` changes. */
export async function isConsentRequired(db: Db, channelId: number, cache: ReplyCache): Promise<boolean> {
  cache.tag('storefront')
  return remember(cache, `cookie warning ${channelId}`, ['storefront'], async () => {
    const row = await db
      .selectFrom('storefronts')
      .select('appearance')
      .where('channel_id', '=', channelId)
      .executeTakeFirst()
    const { is_cookie_warning_enabled } = (row?.appearance ?? {}) as { is_cookie_warning_enabled?: boolean }
    return is_cookie_warning_enabled === true
  })
}
