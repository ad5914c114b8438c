import { sql } from 'kysely'
import { stockAgeLabels } from '#contract/admin/report-names.ts'
import type { Stock, StockRow } from '#contract/admin/reports.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import { pieces } from '#server/catalog/stock/locations.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db } from '#server/platform/kernel/context.ts'

const SHOWN = 100

type Read = StockRow & { age: string }

/**
 * What the stock of products is worth now: at the present cost where it is known, and at the present price of the channel. Its age is
 * counted from the last time that more pieces of one of the variations came in.
 */
export async function readStock(
  db: Db,
  { id, currency }: Channel,
  cost_currency: string,
  most = SHOWN,
): Promise<Stock> {
  const { rows } = await sql<Read>`
    select product_id, name, pieces, cost, without_cost, price, age_days,
      case when age_days <= 30 then '30' when age_days <= 90 then '90' when age_days <= 180 then '180' when age_days <= 365 then '365'
        when age_days is null then '' else 'older' end as age
    from (
      select v.product_id, p.name, sum(${sql.raw(pieces)})::bigint as pieces, coalesce(sum(${sql.raw(pieces)} * v.cost), 0)::bigint as cost,
        coalesce(sum(${sql.raw(pieces)}) filter (where v.cost is null), 0)::bigint as without_cost,
        coalesce(sum(${sql.raw(pieces)} * c.selling_price), 0)::bigint as price, extract(day from now() - max(last.at))::integer as age_days
      from variations v join products p on p.id = v.product_id
      left join prices c on c.variation_id = v.id and c.channel_id = ${id}
      left join (
        select variation_id, max(at) as at from stock_changes where stock_after > stock_before group by variation_id
      ) last on last.variation_id = v.id
      where v.tracks_stock and ${sql.raw(pieces)} > 0
      group by v.product_id, p.name
    ) products
    order by price desc, product_id`.execute(db)
  const sum = (of: readonly Read[], name: 'pieces' | 'cost' | 'without_cost' | 'price') =>
    of.reduce((total, row) => total + row[name], 0)
  const groups = Map.groupBy(rows, ({ age }) => age)
  return {
    currency,
    cost_currency,
    ages: keysOf(stockAgeLabels).map((age) => {
      const of = groups.get(age) ?? []
      return { age, pieces: sum(of, 'pieces'), cost: sum(of, 'cost'), price: sum(of, 'price') }
    }),
    total: {
      pieces: sum(rows, 'pieces'),
      cost: sum(rows, 'cost'),
      without_cost: sum(rows, 'without_cost'),
      price: sum(rows, 'price'),
    },
    rows: rows.slice(0, most).map(({ age: _, ...row }) => row),
    row_count: rows.length,
  }
}
