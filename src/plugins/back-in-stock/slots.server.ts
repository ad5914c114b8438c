import { sql } from 'kysely'
import { readFormShown } from '#features/forms/read-form.server.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import type { SlotLoaders } from '#server/platform/kernel/plugin.ts'
import { FORM_SLUG } from './stock-form.ts'

export const stockNoticeSlots: SlotLoaders = {
  /** The page is rendered again when the stock of a variation changes between none and some. */
  async 'product.below-buy-box'({ product_id }, { api, db }) {
    const sold_out = await readSoldOutIds(db, product_id)
    if (sold_out.length === 0) return undefined
    const form = await readFormShown({ api, path: `/forms/${FORM_SLUG}`, query: '' }, FORM_SLUG)
    return form ? { sold_out, form } : undefined
  },
}

/** Sold-out variations of the product that a variation belongs to. */
async function readSoldOutIds(db: Db, variationId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select v.id from variations v
    where v.product_id = (select product_id from variations where id = ${variationId})
      and v.is_published and v.tracks_stock and v.stock = 0 order by v.id`.execute(db)
  return rows.map(({ id }) => id)
}
