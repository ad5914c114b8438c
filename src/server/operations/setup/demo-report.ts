import { sql } from 'kysely'
import type { DemoData, DemoRemoval } from '#contract/admin/settings/demo-data.ts'
import { isDemoShop } from '#server/platform/db/note-seeded.ts'
import type { Db } from '#server/platform/kernel/context.ts'

/** Names shown of each kind; the others are counted. */
const MAX_NAMES = 20

/** What "Start with an empty shop" would remove, what would stay, and the latest removal. */
export async function readDemoData(db: Db): Promise<DemoData> {
  const [isDemo, demo, own, changed, edited, removal] = await Promise.all([
    isDemoShop(db),
    demoCounts(db),
    ownCounts(db),
    names(db, changedProducts),
    names(db, editedPages),
    readRemoval(db),
  ])
  return {
    is_demo: isDemo,
    demo,
    own,
    changed_products: changed,
    edited_pages: edited,
    removal,
  }
}

const kinds = {
  products: 'products',
  orders: 'orders',
  customers: 'customers',
  posts: 'blog_posts',
  pictures: 'images',
} as const

async function demoCounts(db: Db): Promise<DemoData['demo']> {
  const { rows } = await sql<{ table_name: string; count: number }>`
    select table_name, count(*)::integer as count from seeded_records where source = 'demo' group by 1`.execute(
    db,
  )
  const countOf = (table: string) => rows.find(({ table_name }) => table_name === table)?.count ?? 0
  return each((table) => countOf(table))
}

async function ownCounts(db: Db): Promise<DemoData['own']> {
  const counts = await Promise.all(
    Object.entries(kinds).map(async ([kind, table]) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from (
          select from ${sql.table(table)} t where not exists (
            select from seeded_records r where r.source = 'demo' and r.table_name = ${table} and r.id = t.id
          ) limit 1000
        ) own`.execute(db)
      return [kind, rows[0]?.count ?? 0]
    }),
  )
  return Object.fromEntries(counts)
}

const each = (countOf: (table: string) => number) =>
  Object.fromEntries(Object.entries(kinds).map(([kind, table]) => [kind, countOf(table)])) as DemoData['demo']

/** Demo products that staff have changed: the audit log names them. */
const changedProducts = sql<{ name: string }>`
  select t.name from products t
  join seeded_records r on r.source = 'demo' and r.table_name = 'products' and r.id = t.id
  where exists (select from audit_log a where a.record_type = 'product' and a.record_id = t.id::text)
  order by t.name limit ${MAX_NAMES}`

/** Demo pages that staff have edited, which stay. */
const editedPages = sql<{ name: string }>`
  select t.name from pages t
  join seeded_records r on r.source = 'demo' and r.table_name = 'pages' and r.id = t.id
  where t.revision > 1 or exists (select from page_drafts d where d.page_id = t.id)
  order by t.name limit ${MAX_NAMES}`

async function names(db: Db, query: typeof changedProducts): Promise<string[]> {
  const { rows } = await query.execute(db)
  return rows.map(({ name }) => name)
}

/** The latest removal, with how many of its records are left. */
export async function readRemoval(db: Db): Promise<DemoRemoval | null> {
  const { rows } = await sql<Omit<DemoRemoval, 'created_at'> & { created_at: Date }>`
    select d.id::integer as id, d.state, d.step, d.records_total, d.removed, d.kept, d.error, d.created_at,
      (select count(*)::integer from seeded_records where source = 'demo') as records_left
    from demo_removals d order by d.id desc limit 1`.execute(db)
  const [row] = rows
  return row ? { ...row, created_at: row.created_at.toISOString() } : null
}
