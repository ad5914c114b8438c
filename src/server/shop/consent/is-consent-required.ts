import { sql } from 'kysely'
import { type ReplyCache, remember } from '#server/platform/changes/remember.ts'
import type { Db } from '#server/platform/kernel/context.ts'

/** Whether optional cookies need the visitor's consent: the storefront's cookie warning. Cached until the tag `storefront` changes. */
export async function isConsentRequired(db: Db, channelId: number, cache: ReplyCache): Promise<boolean> {
  cache.tag('storefront')
  return remember(cache, `cookie warning ${channelId}`, ['storefront'], async () => {
    const row = await db
      .selectFrom('storefronts')
      .innerJoin('channels', 'channels.id', 'storefronts.channel_id')
      .select('appearance')
      .where((eb) => eb.or([eb('channel_id', '=', channelId), eb('is_default', '=', true)]))
      .orderBy(sql`channel_id = ${channelId}`, 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.appearance.is_cookie_warning_enabled === true
  })
}
