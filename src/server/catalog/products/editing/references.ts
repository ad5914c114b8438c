import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { makeSlug } from '#server/platform/text/make-slug.ts'

export type Named = 'brands' | 'tags' | 'collections'

export type KnownAttribute = {
  id: number
  code: string
  label: string
  is_variable: boolean
  position: number
}
export type KnownValue = { id: number; attribute_id: number; value: string; label: string }
export type KnownCategory = { id: number; parent_id: number | null; name: string; slug: string; path: string }

/** Rows that products refer to by name. Read once per run, and again after a rolled-back transaction. */
export type References = {
  names: Record<Named, Map<string, number>>
  /** Collections whose products are chosen by their rules. */
  ruleCollections: ReadonlySet<number>
  categories: KnownCategory[]
  /** Those with a rate, sorted. */
  taxClasses: string[]
  attributes: KnownAttribute[]
  /** The place of the next new product in the featured order: after all others. */
  nextPosition: number
  /** By attribute id, then by label in lower case and by value. */
  values: Map<number, Map<string, KnownValue>>
}

export async function readReferences(tx: Tx): Promise<References> {
  const byRules = await tx.selectFrom('collections').select('id').where('rules', 'is not', null).execute()
  const references: References = {
    names: {
      brands: await readNames(tx, 'brands'),
      tags: await readNames(tx, 'tags'),
      collections: await readNames(tx, 'collections'),
    },
    ruleCollections: new Set(byRules.map(({ id }) => id)),
    taxClasses: await readTaxClasses(tx),
    categories: await tx
      .selectFrom('categories')
      .select(['id', 'parent_id', 'name', 'slug', 'path'])
      .orderBy('id')
      .execute(),
    attributes: await tx
      .selectFrom('attributes')
      .select(['id', 'code', 'label', 'is_variable', 'position'])
      .orderBy('position')
      .orderBy('id')
      .execute(),
    nextPosition: await readNextPosition(tx),
    values: new Map(),
  }
  const values = await tx
    .selectFrom('attribute_values')
    .select(['id', 'attribute_id', 'value', 'label'])
    .execute()
  for (const value of values) addValue(references, value)
  return references
}

/** The tax classes with a rate, and the one of products without a choice. */
export async function readTaxClasses(db: Db | Tx): Promise<string[]> {
  const rows = await db
    .selectFrom('tax_rates')
    .select('tax_class')
    .distinct()
    .orderBy('tax_class')
    .limit(1_000)
    .execute()
  return [...new Set(['standard', ...rows.map(({ tax_class }) => tax_class)])]
}

async function readNextPosition(tx: Tx) {
  const { last } = await tx
    .selectFrom('products')
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/** Ids by name and by slug. */
export async function readNames(tx: Tx, table: Named): Promise<Map<string, number>> {
  const known = new Map<string, number>()
  const rows = await tx.selectFrom(table).select(['id', 'name', 'slug']).orderBy('id', 'desc').execute()
  for (const { id, slug } of rows) known.set(slug, id)
  for (const { id, name } of rows) known.set(nameKey(name), id)
  return known
}

/** A brand, tag or collection matches by name, ignoring case, otherwise by slug. */
export const findNamed = (known: ReadonlyMap<string, number>, name: string): number | undefined =>
  known.get(nameKey(name)) ?? known.get(makeSlug(name))

export function rememberNamed(known: Map<string, number>, name: string, slug: string, id: number) {
  known.set(nameKey(name), id)
  known.set(slug, id)
}

/** The leading space keeps names apart from slugs, which never start with one. */
const nameKey = (name: string) => ` ${name.toLowerCase()}`

export function addValue({ values }: References, value: KnownValue) {
  const known = values.get(value.attribute_id) ?? new Map<string, KnownValue>()
  if (!known.has(value.value)) known.set(value.value, value)
  known.set(` ${value.label.toLowerCase()}`, value)
  values.set(value.attribute_id, known)
}

export const findValue = (
  { values }: References,
  attributeId: number,
  label: string,
): KnownValue | undefined =>
  values.get(attributeId)?.get(` ${label.toLowerCase()}`) ?? values.get(attributeId)?.get(makeSlug(label, 80))
