import type { Db } from '../kernel/context.ts'

/** The message is for the operator. */
export class ShopMissingError extends Error {
  override name = 'ShopMissingError'
}

/**
 * Requires a channel and a storefront, without which no page can be rendered.
 *
 * @throws ShopMissingError when the database has none: production mode never seeds it.
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
      'This database has no shop, and production mode does not create one. Start once with VITRINE_MODE=demo, or restore a backup.',
    )
}
