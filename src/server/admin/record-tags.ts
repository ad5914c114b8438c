import { sql } from 'kysely'
import { unnamed } from '#server/platform/db/prepared.ts'
import type { Db } from '#server/platform/kernel/context.ts'

/**
 * The tags of one kind of record, in a table of record and tag with a unique index of record and lower case.
 * @param of kind of the record, as `order_tags` and its column `order_id` are named
 */
const tagsOf = (of: 'order' | 'customer') => {
  const table = `${of}_tags`
  const record = `${of}_id`
  return {
    /** SQL: the tags of a record, by name. */
    sqlOf: (id: string) =>
      `array(select t.tag from ${table} t where t.${record} = ${id} order by lower(t.tag))`,

    /** SQL: ids of the records with a tag. */
    havingTag: (tag: string) =>
      sql`(select t.${sql.ref(record)} from ${sql.table(table)} t where lower(t.tag) = lower(${tag}))`,

    /** Has the ids and the tags as parameters. */
    remove: unnamed(
      `delete from ${table} where ${record} = any($1::bigint[])
        and lower(tag) in (select lower(given) from unnest($2::text[]) given)`,
    ),

    /** Has the ids and the tags as parameters. A known tag is spelt as it is. */
    add: unnamed(
      `insert into ${table} (${record}, tag)
      select r.id, coalesce((select k.tag from ${table} k where lower(k.tag) = lower(t.tag) limit 1), t.tag)
      from unnest($1::bigint[]) r(id), unnest($2::text[]) t(tag)
      on conflict (${record}, lower(tag)) do nothing`,
    ),

    /** All tags, by one step of the index for each. */
    async readAll(db: Db): Promise<string[]> {
      const name = sql.table(table)
      const { rows } = await sql<{ tag: string }>`
        with recursive known as (
          (select lower(tag) as name, tag from ${name} order by lower(tag) limit 1)
          union all
          select next.name, next.tag from known cross join lateral (
            select lower(t.tag) as name, t.tag from ${name} t where lower(t.tag) > known.name order by lower(t.tag) limit 1
          ) next
        )
        select tag from known limit 200`.execute(db)
      return rows.map(({ tag }) => tag)
    },
  }
}

export const orderTags = tagsOf('order')
export const customerTags = tagsOf('customer')
