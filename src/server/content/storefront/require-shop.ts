import type { Config } from '#server/platform/config/config.ts'
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

/** @throws ShopMissingError when the database has no shop: production mode never seeds it, and a first start may be under way. */
export async function requireShop(db: Db, { mode }: Pick<Config, 'mode'>): Promise<void> {
  if (await hasShop(db)) return
  throw new ShopMissingError(
    mode === 'production'
      ? 'This database has no shop, and production mode does not create one. Create it with npm run vitrine -- init, or restore a backup.'
      : 'This database has no shop yet. If npm start runs, wait until it prints the addresses; otherwise run it, and it creates the demo shop.',
  )
}
