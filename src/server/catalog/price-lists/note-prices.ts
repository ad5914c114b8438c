import { sql } from 'kysely'
import { pricesOfTag } from '#server/catalog/catalog-index/feed/changes.ts'
import { ALL_PRICES_TAG, priceRangeTag } from '#server/catalog/products/price-tags.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import type { Services, Tx } from '#server/platform/kernel/context.ts'

/** Products in one tag, and variations in one transaction. */
const AT_ONCE = 1_000

/** Notes that these products have other prices: in their pages, in lists in price order, and in all price ranges they are in. ADR 0009. */
export async function notePrices(tx: Tx, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return
  const { rows } = await sql<{ id: number }>`
    with recursive touched as (
      select category_id as id from products where id = any(${sql.val(productIds)}::integer[]) and category_id is not null
      union select c.parent_id from touched t join categories c on c.id = t.id where c.parent_id is not null
    )
    select id from touched`.execute(tx)
  const batches = Array.from({ length: Math.ceil(productIds.length / AT_ONCE) }, (_, at) =>
    productIds.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  )
  await noteChange(tx, [
    ALL_PRICES_TAG,
    priceRangeTag('shop'),
    ...rows.map(({ id }) => priceRangeTag(id)),
    ...productIds.map((id) => `product:${id}`),
    ...batches.map(pricesOfTag),
  ])
  await enqueue(tx, noteListPricesJob, {}, { key: 'all' })
}

/**
 * Writes the price of lists for everyone to `prices`, where it is another one, so that the history has each charged price
 * (Directive 98/6/EC, Art. 6a). A batch of variations in one transaction, in the order in which other writers lock prices.
 */
export async function noteListPrices({ db }: Pick<Services, 'db'>): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { rows }: { rows: { id: number }[] } = await sql<{ id: number }>`
      select id from (
        (select distinct variation_id as id from price_list_items where variation_id > ${after} order by id limit ${AT_ONCE})
        union
        (select distinct variation_id as id from prices where list_price is not null and variation_id > ${after}
          order by id limit ${AT_ONCE})
      ) touched order by id limit ${AT_ONCE}`.execute(db)
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0)
      await sql`
        with due as (
          select pr.variation_id, pr.channel_id, list.price from prices pr
          cross join lateral effective_price(null, pr.variation_id, pr.channel_id, null, 1, now()) list
          where pr.variation_id = any(${sql.val(ids)}::integer[]) and list.price is distinct from pr.list_price
          order by pr.variation_id, pr.channel_id for update of pr
        )
        update prices pr set list_price = due.price from due
        where pr.variation_id = due.variation_id and pr.channel_id = due.channel_id`.execute(db)
    after = ids.at(-1)
  }
}

/** Hourly too: a later run makes up for one that died. */
export const noteListPricesJob = defineJob<Services>({
  name: 'note-list-prices',
  schedule: { every: 3_600 },
  run: (_payload, services) => noteListPrices(services),
})
