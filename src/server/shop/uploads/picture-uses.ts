import { type RawBuilder, sql } from 'kysely'
import type { PictureUse } from '#contract/admin/content/media.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { type PicturePlace, picturePlaces } from './picture-places.ts'

type Picture = { id: number; path: string }
type Found = PictureUse & { tag: string | null }

const mostShown = 100

/** The records that show a picture, with their cache tags. */
export async function readPictureUses(db: Db | Tx, { id, path }: Picture): Promise<Found[]> {
  const ofProducts = sql`select 'product' as kind, p.id::text as id, p.name, 'product:' || p.id as tag
    from product_images i join products p on p.id = i.product_id where i.image_id = ${id}`
  return [...(await readUses(db, path, ofProducts)), ...(await readOtherUses(db, id))]
}

/** The records that name a file of the media folder, with their cache tags. */
export const readPathUses = (db: Db | Tx, path: string): Promise<Found[]> => readUses(db, path)

async function readUses(db: Db | Tx, path: string, others?: RawBuilder<unknown>): Promise<Found[]> {
  const named = picturePlaces
    .filter(({ isHistory }) => !isHistory)
    .map(
      (place) => sql`select ${sql.lit(place.kind)} as kind, (${sql.raw(place.id)})::text as id,
        (${sql.raw(place.name)})::text as name, (${sql.raw(place.tag)})::text as tag
        from ${sql.table(place.table)} x ${sql.raw(place.join ?? '')} where ${contains(place, path)}`,
    )
  const { rows } = await sql<Found>`
    select distinct kind, id, name, tag from (
      ${sql.join(others ? [others, ...named] : named, sql` union all `)}
    ) as uses order by kind, name, id limit ${mostShown}`.execute(db)
  return rows
}

/** Tables of plugins that refer to pictures by their id. */
async function readOtherUses(db: Db | Tx, id: number): Promise<Found[]> {
  const { rows } = await sql<{ name: string; column: string }>`
    select c.conrelid::regclass::text as name, a.attname::text as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'images'::regclass and c.conrelid <> 'product_images'::regclass
    order by 1`.execute(db)
  const uses: Found[] = []
  for (const { name, column } of rows) {
    const found =
      await sql`select 1 from ${sql.table(name)} where ${sql.ref(column)} = ${id} limit 1`.execute(db)
    if (found.rows.length > 0)
      uses.push({ kind: 'other', id: null, name: name.replaceAll('_', ' '), tag: null })
  }
  return uses
}

/** Replaces a path everywhere, also in drafts and former versions of pages. */
export async function replacePath(tx: Tx, former: string, path: string) {
  for (const place of picturePlaces) {
    const { table, column, holds } = place
    const name = sql.ref(column)
    const changed = sql`regexp_replace(x.${name}::text, ${patternOf(former)}, ${`\\1${path}`}, 'g')`
    const value = holds === 'path' ? sql`${path}` : holds === 'json' ? sql`${changed}::jsonb` : changed
    await sql`update ${sql.table(table)} x set ${name} = ${value} where ${contains(place, former)}`.execute(
      tx,
    )
  }
}

/** SQL: the column has this path. */
function contains({ column, holds }: PicturePlace, path: string) {
  const value = sql`x.${sql.ref(column)}`
  if (holds === 'path') return sql`${value} = ${path}`
  return sql`strpos(${value}::text, ${path}) > 0 and ${value}::text ~ ${patternOf(path)}`
}

/** The path as a whole value or below `/media`; not as a part of another path. */
const patternOf = (path: string) =>
  `(^|[^A-Za-z0-9_./-]|/media/)${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![A-Za-z0-9_.-])`
