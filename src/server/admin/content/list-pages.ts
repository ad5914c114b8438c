import { sql } from 'kysely'
import type { PageRow } from '#contract/admin/content/pages.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { containing, type ListQuery } from '#server/platform/kernel/list-page.ts'

export type PageQuery = ListQuery<'name' | 'slug' | 'changed_at'>

/** A page of the pages that have sections to edit. The home page is always first. */
export async function listPages(db: Db, { page, per_page, sort, order, q = '' }: PageQuery) {
  const pattern = containing(q)
  const found = db
    .selectFrom('pages as p')
    .leftJoin('page_drafts as d', 'd.page_id', 'p.id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('page_versions')
          .select(['author', 'created_at'])
          .whereRef('page_id', '=', 'p.id')
          .orderBy('number', 'desc')
          .limit(1)
          .as('v'),
      (join) => join.onTrue(),
    )
    .where('p.page_type', 'in', ['Home', 'Page'])
    .$if(q !== '', (query) =>
      query.where((eb) => eb.or([eb('p.name', 'ilike', pattern), eb('p.slug', 'ilike', pattern)])),
    )
  const [rows, { total }] = await Promise.all([
    found
      .select(['p.id', 'p.slug', 'p.name', 'p.page_type', 'p.is_active', 'p.starts_at', 'p.ends_at'])
      .select(['d.author as draft_author', 'd.updated_at', 'd.publish_at'])
      .select(['v.author as version_author', 'v.created_at'])
      .select(sql<string | null>`d.content ->> 'name'`.as('draft_name'))
      .orderBy((eb) => eb('p.page_type', '=', 'Home'), 'desc')
      .orderBy(
        sort === 'changed_at'
          ? sql`greatest(d.updated_at, v.created_at) ${sql.raw(order)} nulls last`
          : sql`lower(${sql.ref(`p.${sort}`)}) ${sql.raw(order)}`,
      )
      .orderBy('p.id')
      .limit(per_page)
      .offset((page - 1) * per_page)
      .execute(),
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const now = new Date()
  const data = rows.map(
    ({ id, slug, name, page_type, is_active, starts_at, ends_at, ...row }): PageRow => ({
      ...{ id, slug, page_type },
      name: is_active ? name : (row.draft_name ?? name),
      state: stateOf({ is_active, starts_at, ends_at }, now),
      has_draft: row.updated_at !== null,
      publish_at: row.publish_at?.toISOString() ?? null,
      starts_at: starts_at?.toISOString() ?? null,
      ends_at: ends_at?.toISOString() ?? null,
      last_change: changeOf(row.draft_author, row.updated_at) ?? changeOf(row.version_author, row.created_at),
    }),
  )
  return { data, current_page: page, last_page: Math.max(1, Math.ceil(total / per_page)), per_page, total }
}

function stateOf(
  { is_active, starts_at, ends_at }: { is_active: boolean; starts_at: Date | null; ends_at: Date | null },
  now: Date,
): PageRow['state'] {
  if (!is_active) return 'hidden'
  if (starts_at && now < starts_at) return 'upcoming'
  return ends_at && ends_at <= now ? 'ended' : 'published'
}

const changeOf = (author: string | null, at: Date | null) =>
  author !== null && at !== null ? { author, at: at.toISOString() } : null
