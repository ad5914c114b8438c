import { sql } from 'kysely'
import type { CustomField, FieldOwner, FieldPlace } from '#contract/custom-fields.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'

/** A relation of the definitions: columns of `CustomField`. */
export const definitions = sql`(
  select f.id, f.owner, f.label, f.key, f.help, f.type, f.is_required, f.is_several, f.min, f.max, f.mask,
    case f.type when 'choice' then coalesce((
      select jsonb_agg(jsonb_build_object('label', c.label, 'value', c.value) order by c.position, c.id)
      from custom_field_choices c where c.field_id = f.id), '[]') else '[]' end as choices,
    f.refers_to, f.shown, f.is_filterable, f.position
  from custom_fields f)`

/** The fields of these owners, in the order of their form. */
export async function readFields(db: Db | Tx, owners: readonly FieldOwner[]): Promise<CustomField[]> {
  const { rows } = await sql<CustomField>`
    select * from ${definitions} d where owner = any(${sql.val(owners)}::text[]) order by position, id`.execute(
    db,
  )
  return rows
}

/** Those of them that visitors see there. */
export const shownAt = (fields: readonly CustomField[], ...places: FieldPlace[]) =>
  fields.filter(({ shown }) => shown.some((place) => places.includes(place)))
