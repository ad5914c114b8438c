import { sql } from 'kysely'
import {
  type CustomField,
  type FieldOwner,
  FieldPicture,
  type FieldPlace,
  type FieldValues,
  type ShownField,
} from '#contract/custom-fields.ts'
import { formatNumber } from '#contract/money.ts'
import { dayText } from '#contract/rules/day-text.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import type { OrderMailBlock } from '#server/platform/kernel/plugin.ts'
import { mediaUrl } from '#server/platform/media/to-image.ts'
import { readFields, shownAt } from './read-fields.ts'

type Shown = ShownField['values'][number]
/** What references lead to, by kind and id, with the cache tag of each. */
type Targets = ReadonlyMap<string, Shown & { tag: string }>

/** What one record holds, as visitors read it, and the cache tags of the records that it names. */
type ShownRecord = { fields: ShownField[]; tags: string[] }

/** The values of a product and of one of its variations; null where there is nothing to show. */
export type ProductCustom = { product: FieldValues; variation: FieldValues } | null

/** SQL: the `ProductCustom` of product p and variation v, null in a shop without fields that are shown at one of these places. */
export const productCustom = (...places: FieldPlace[]) => `case
  when (p.custom <> '{}' or v.custom <> '{}') and exists (select from custom_fields where shown && '{${places.join()}}'::text[])
  then jsonb_build_object('product', p.custom, 'variation', v.custom) end`

/** Fields of products and variations that visitors see at one of these places, of each product in the order given. */
export async function showProductFields(
  db: Db | Tx,
  customs: readonly ProductCustom[],
  { places, locale }: { places: readonly FieldPlace[]; locale: string },
): Promise<ShownRecord[]> {
  if (customs.every((custom) => custom === null)) return customs.map(() => ({ fields: [], tags: [] }))
  const fields = shownAt(await readFields(db, ['product', 'variation']), ...places)
  return showValues(
    db,
    customs.map((custom) =>
      fields.map((field) => ({
        field,
        value: custom && ownValue(field.owner === 'variation' ? custom.variation : custom.product, field.key),
      })),
    ),
    locale,
  )
}

/** As blocks of an order's mail: the fields of mails of each item that has any. `lines` are those of the cart, in the same order. */
export async function readMailFields(
  tx: Tx,
  { items, lines }: { items: readonly { name: string }[]; lines: readonly { custom: ProductCustom }[] },
  locale: string,
): Promise<OrderMailBlock[]> {
  const shown = await showProductFields(
    tx,
    lines.map(({ custom }) => custom),
    { places: ['mail'], locale },
  )
  return items.flatMap(({ name }, at) => {
    const texts = (shown[at]?.fields ?? []).map(asRow).map(({ label, value }) => `${label}: ${value}`)
    return texts.length > 0 ? [{ label: name, lines: texts }] : []
  })
}

/** The fields of records of another owner, of these places or all, of each record in the order given. */
export async function showRecordFields(
  db: Db | Tx,
  owner: FieldOwner,
  customs: readonly FieldValues[],
  { places, locale }: { places?: readonly FieldPlace[]; locale: string },
): Promise<ShownRecord[]> {
  if (customs.every((custom) => Object.keys(custom).length === 0))
    return customs.map(() => ({ fields: [], tags: [] }))
  const all = await readFields(db, [owner])
  const fields = places ? shownAt(all, ...places) : all
  return showValues(
    db,
    customs.map((custom) => fields.map((field) => ({ field, value: ownValue(custom, field.key) }))),
    locale,
  )
}

type Held = { field: CustomField; value: unknown }

/** What is empty, or names a record that is gone or hidden, is left out. */
async function showValues(
  db: Db | Tx,
  records: readonly (readonly Held[])[],
  locale: string,
): Promise<ShownRecord[]> {
  const filled = records.map((held) =>
    held.flatMap(({ field, value }) => (value == null ? [] : [{ field, each: [value].flat() }])),
  )
  const targets = await readTargets(db, filled.flat())
  return filled.map((held) => {
    const fields = held.map(({ field, each }) => ({
      key: field.key,
      label: field.label,
      values: each.flatMap((value) => show(field, value, { targets, locale }) ?? []),
      is_on_page: field.shown.includes('page'),
    }))
    return {
      fields: fields.filter(({ values }) => values.length > 0),
      tags: held.flatMap(({ field, each }) =>
        field.type === 'reference'
          ? each.flatMap((value) => targets.get(`${field.refers_to} ${value}`)?.tag ?? [])
          : [],
      ),
    }
  })
}

/** Label and text. */
export type FieldRow = { label: string; value: string }

/** A field as label and text, where links have no place. */
export const asRow = ({ label, values }: ShownField): FieldRow => ({
  label,
  value: values.map(({ text }) => text).join(', '),
})

function show(
  { type, label, choices, refers_to }: CustomField,
  value: unknown,
  { targets, locale }: { targets: Targets; locale: string },
): Shown | undefined {
  switch (type) {
    case 'boolean':
      return { text: value === true ? 'Yes' : 'No' }
    case 'choice':
      return { text: choices.find((choice) => choice.value === value)?.label ?? String(value) }
    case 'number':
      return { text: formatNumber(Number(value), locale) }
    case 'date':
      return { text: dayText(String(value), locale, 'UTC') }
    case 'file': {
      const { path, alt } = FieldPicture.parse(value)
      return { text: alt || label, url: mediaUrl(path) }
    }
    case 'reference': {
      const target = targets.get(`${refers_to} ${value}`)
      return target && { text: target.text, url: target.url ?? '' }
    }
    default:
      return { text: String(value) }
  }
}

/** Only with references there is a query. */
async function readTargets(
  db: Db | Tx,
  filled: readonly { field: CustomField; each: readonly unknown[] }[],
): Promise<Targets> {
  const idsOf = (kind: string) =>
    filled
      .filter(({ field }) => field.type === 'reference' && field.refers_to === kind)
      .flatMap(({ each }) => each.map(Number))
  const ids = { product: idsOf('product'), category: idsOf('category'), page: idsOf('page') }
  if (Object.values(ids).every(({ length }) => length === 0)) return new Map()
  const { rows } = await sql<{ key: string; text: string; url: string; tag: string }>`
    select 'product ' || id as key, name as text, '/product/' || slug as url, 'product:' || id as tag
      from products where id = any(${sql.val(ids.product)}::integer[]) and is_published
    union all select 'category ' || id, name, '/product-category/' || path, 'category:' || id
      from categories where id = any(${sql.val(ids.category)}::integer[])
    union all select 'page ' || id, name, '/' || slug, 'page:' || slug
      from pages where id = any(${sql.val(ids.page)}::integer[]) and is_active`.execute(db)
  return new Map(rows.map(({ key, ...target }) => [key, target]))
}
