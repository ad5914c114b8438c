import { prepared } from '#server/platform/db/prepared.ts'
import type { CountedKind, IdRuns } from '#server/platform/kernel/catalog-index.ts'
import type { Db } from '#server/platform/kernel/context.ts'

const onSale = `p.is_published and exists (
  select from variations v join prices pr on pr.variation_id = v.id and pr.channel_id = $1
  where v.product_id = p.id and v.is_published)`

type Count = { id: number; count: number }

const statements = {
  category: prepared<Count>(
    'products of categories',
    `select c.id, count(*)::int as count from categories c
    join products p on p.category_id = c.id where ${onSale} group by c.id`,
  ),
  tag: prepared<Count>(
    'products of tags',
    `select pt.tag_id as id, count(*)::int as count from product_tags pt
    join products p on p.id = pt.product_id where ${onSale} group by pt.tag_id`,
  ),
}

export async function readCounts(
  db: Db,
  { channelId, kind }: { channelId: number; kind: CountedKind },
): Promise<ReadonlyMap<number, number>> {
  const rows = await statements[kind].all(db, channelId)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

const runs = prepared<{ id: number; total: number }>(
  'runs of product ids',
  `select id, total from (
    select p.id, row_number() over (order by p.id) as n, (count(*) over ())::int as total from products p where ${onSale}
  ) numbered where (n - 1) % $2::int = 0 order by id`,
)

export async function readIdRuns(
  db: Db,
  { channelId, productsPerRun }: { channelId: number; productsPerRun: number },
): Promise<IdRuns> {
  const rows = await runs.all(db, channelId, productsPerRun)
  return { firstIds: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}
