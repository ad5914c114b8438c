import type { Db } from '#server/platform/kernel/context.ts'
import { addressKey, requireToken } from '#server/platform/limits/rate-limit.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import { modeNotActive } from './refusals.ts'

const limit = { most: 5, seconds: 3_600 }

type Request = { email: string; mode: 'Coming Soon' | 'Under Maintenance'; website: string }

/**
 * Stores an address that gets one mail when the store opens; asking again changes nothing. Decisions §4.
 *
 * @param request.website a field that people do not see: a filled one is dropped with the same reply.
 * @throws 409 MODE_NOT_ACTIVE when the store is not in that mode; 429 after five requests in an hour.
 */
export async function subscribeToMode(db: Db, ip: string, { email, mode, website }: Request): Promise<void> {
  await requireToken(db, `subscribe to mode ip ${addressKey(ip)}`, limit)
  const channel = await readDefaultChannel(db)
  const { mode: current, is_password_protection_enabled: isProtected } = await db
    .selectFrom('storefronts')
    .select(['mode', 'is_password_protection_enabled'])
    .where('channel_id', '=', channel.id)
    .executeTakeFirstOrThrow()
  if (current !== mode) throw modeNotActive(current === 'Normal' && !isProtected)
  if (website !== '') return
  await db
    .insertInto('mode_subscriptions')
    .values({ email, mode })
    .onConflict((conflict) =>
      conflict.columns(['email', 'mode']).where('notified_at', 'is', null).doNothing(),
    )
    .execute()
}
