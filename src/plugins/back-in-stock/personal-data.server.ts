import { sql } from 'kysely'
import type { Db } from '#server/platform/kernel/context.ts'
import type { Person, PluginPersonalData } from '#server/platform/kernel/plugin.ts'

export const stockNoticePersonalData: PluginPersonalData = {
  tables: ['stock_notices'],
  read: async (db, person) => ({ stock_notices: await readNoticesOf(db, person) }),
  erase: (tx, { email }) => sql`delete from stock_notices where email = lower(${email})`.execute(tx),
}

async function readNoticesOf(db: Db, { email }: Person) {
  const { rows } = await sql<{ product: string; sku: string }>`
    select p.name as product, v.sku, n.created_at, n.notified_at
    from stock_notices n join variations v on v.id = n.variation_id join products p on p.id = v.product_id
    where n.email = lower(${email}) order by n.id`.execute(db)
  return rows
}
