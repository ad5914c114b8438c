import type { Db } from '#server/platform/kernel/context.ts'

/** The message is for the operator. */
export class ShopMissingError extends Error {
  override name = 'ShopMissingError'
}

/** The database has a channel and a storefront, without which no page can be rendered. */
export async function hasShop(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('channels')
    .innerJoin('storefronts', 'storefronts.channel_id', 'channels.id')
    .where('channels.is_default', '=', true)
    .select('channels.id')
    .executeTakeFirst()
  return Boolean(found)
}

/** @throws ShopMissingError when the database has no shop: production mode never seeds it. */
export async function requireShop(db: Db): Promise<void> {
  if (await hasShop(db)) return
  throw new ShopMissingError(
    'This database has no shop, and production mode does not create one. Create it with npm run vitrine -- init, or restore a backup.',
  )
}
