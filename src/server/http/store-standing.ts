import type { Db } from './context.ts'

/** Whether the shop may be shown at all, and whom a shopper writes to when it cannot be. */
export type StoreStanding = { isLicensed: boolean; supportEmail: string | undefined }

/**
 * Spec §4: a store without a license status is not shown. Changes with the tags `storefront` and `settings`.
 * @throws when there is no storefront at all: that is a broken shop (500), not a closed one.
 */
export async function readStoreStanding(db: Db): Promise<StoreStanding> {
  const storefront = await db
    .selectFrom('storefronts')
    .innerJoin('channels', 'channels.id', 'storefronts.channel_id')
    .select('storefronts.license_status')
    .where('channels.is_default', '=', true)
    .executeTakeFirstOrThrow()
  const email = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'store_email')
    .executeTakeFirst()
  return {
    isLicensed: Boolean(storefront.license_status),
    supportEmail: typeof email?.value === 'string' && email.value !== '' ? email.value : undefined,
  }
}
