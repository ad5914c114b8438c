import { checkPassword, type Hashing } from '#server/people/auth/hash-password.ts'
import type { SigningSecrets } from '#server/platform/config/sign-for.ts'
import type { CookieToSet, Db } from '#server/platform/kernel/context.ts'
import { addressKey, requireTokens } from '#server/platform/limits/rate-limit.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import { wrongStorePassword } from './refusals.ts'
import { storeAccessCookie } from './store-access.ts'

const limits = {
  address: { most: 5, seconds: 15 * 60 },
  total: { most: 100, seconds: 3_600 },
}

/**
 * Compares the store's password and gives the browser access for 24 hours. Decisions §4, security §10.
 *
 * @throws 401 PASSWORD_INVALID; 429 after too many wrong ones.
 */
export async function verifyStorePassword(
  db: Db,
  password: string,
  { config, ip }: { config: Hashing & SigningSecrets; ip: string },
): Promise<{ password_protected: boolean; cookie?: CookieToSet }> {
  const channel = await readDefaultChannel(db)
  const { is_password_protection_enabled, password_hash, password_version } = await db
    .selectFrom('storefronts')
    .select(['is_password_protection_enabled', 'password_hash', 'password_version'])
    .where('channel_id', '=', channel.id)
    .executeTakeFirstOrThrow()
  if (!is_password_protection_enabled) return { password_protected: false }
  // Counted before comparing, so that simultaneous guesses cannot exceed the limit.
  const undo = await requireTokens(db, [
    [`store password ip ${addressKey(ip)}`, limits.address],
    ['store password', limits.total],
  ])
  const { isRight } = await checkPassword(password, password_hash, config)
  if (!isRight) throw wrongStorePassword()
  await undo()
  const cookie = storeAccessCookie(config, `${password_version} ${password_hash}`)
  return { password_protected: true, cookie }
}
