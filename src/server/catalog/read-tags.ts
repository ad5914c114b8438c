import { prepared } from '../db/prepared.ts'
import type { Db, Tx } from '../kernel/context.ts'
import { onSaleOfProduct } from './card-sql.ts'

const statement = prepared<{ id: number; name: string; slug: string; product_count: number }>(
  'tags in use',
  `select t.id, t.name, t.slug, count(*)::int as product_count
  from tags t
  join product_tags pt on pt.tag_id = t.id
  join products p on p.id = pt.product_id and p.is_published and exists (select from ${onSaleOfProduct})
  group by t.id order by t.name, t.id`,
)

/** All tags that have products on sale in the channel, by name. */
export const readTags = (db: Db | Tx, channelId: number) => statement.all(db, channelId)
