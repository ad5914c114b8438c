import type { Db } from '../http/context.ts'

/** Worded for whoever starts the shop. */
export class ShopMissingError extends Error {
  override name = 'ShopMissingError'
}

/**
 * A shop needs a channel and a storefront before it can show anything.
 *
 * @throws ShopMissingError when the database has none: production mode never fills it by itself.
 */
export async function requireShop(db: Db): Promise<void> {
  const found = await db
    .selectFrom('channels')
    .innerJoin('storefronts', 'storefronts.channel_id', 'channels.id')
    .where('channels.is_default', '=', true)
    .select('channels.id')
    .executeTakeFirst()
  if (!found)
    throw new ShopMissingError(
      'This database has no shop yet, and production mode does not make one. Start it once with VITRINE_MODE=demo, or restore a backup.',
    )
}
