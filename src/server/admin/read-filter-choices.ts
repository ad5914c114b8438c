import { sql } from 'kysely'
import { gateways } from '#server/commerce/gateways/gateways.ts'
import type { Db } from '#server/platform/kernel/context.ts'

/** Couriers that are offered as a choice at most. */
const limit = 100

/** What the filters of the order list offer, and the name of the product with the id. */
export async function readFilterChoices(db: Db, productId: number | undefined) {
  const [couriers, product] = await Promise.all([
    readCouriers(db),
    productId === undefined
      ? undefined
      : db.selectFrom('products').select('name').where('id', '=', productId).executeTakeFirst(),
  ])
  return {
    payment_methods: gateways.map(({ code, name }) => ({ value: code, label: name })),
    couriers,
    product_name: product?.name ?? null,
  }
}

/** One step of the index for each courier, instead of a pass over all shipments. */
async function readCouriers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ courier: string }>`
    with recursive known as (
      (select courier from shipments order by courier limit 1)
      union all
      select (select s.courier from shipments s where s.courier > known.courier order by s.courier limit 1)
      from known where known.courier is not null
    )
    select courier from known where courier is not null limit ${limit}`.execute(db)
  return rows.map(({ courier }) => courier)
}
