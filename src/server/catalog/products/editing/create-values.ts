import { sql } from 'kysely'
import type { Tx } from '#server/platform/kernel/context.ts'
import { makeSlug } from '#server/platform/text/make-slug.ts'
import { colorOf, isColorOption } from './option-colors.ts'
import { addInOrder, orderOfRows } from './option-order.ts'
import { addValue, findValue, type KnownAttribute, type KnownValue, type References } from './references.ts'

/**
 * Creates the missing values of an attribute. A new value goes before the next one of its product, so that every product
 * shows its options in the order of the file; the values that the shop has keep their order among themselves, because
 * the merchant may have sorted them. No page of another product changes by that.
 *
 * @param labels the values of each product's rows, in the order of the file
 */
export async function createValues(
  tx: Tx,
  references: References,
  attribute: KnownAttribute,
  labels: readonly (readonly string[])[],
) {
  const find = (label: string) => findValue(references, attribute.id, label)
  if (labels.flat().every(find)) return
  const stored = await lockValues(tx, attribute.id)
  for (const value of stored) addValue(references, value)

  const order = stored.map(({ value }) => value)
  const missing = new Map<string, string>()
  for (const ofProduct of labels) {
    const wanted = ofProduct.map((label) => {
      const known = find(label)
      if (known) return known.value
      const value = makeSlug(label, 80)
      if (!missing.has(value)) missing.set(value, label)
      return value
    })
    addInOrder(order, orderOfRows(wanted))
  }
  await movePositions(tx, stored, order)
  await insertValues(tx, references, attribute, { missing, order })
}

type StoredValue = KnownValue & { position: number }

/** The lock is the one that the back office takes by saving the attribute: positions depend on all values. */
async function lockValues(tx: Tx, attributeId: number): Promise<StoredValue[]> {
  await tx.selectFrom('attributes').select('id').where('id', '=', attributeId).forNoKeyUpdate().execute()
  return tx
    .selectFrom('attribute_values')
    .select(['id', 'attribute_id', 'value', 'label', 'position'])
    .where('attribute_id', '=', attributeId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

async function movePositions(tx: Tx, stored: readonly StoredValue[], order: readonly string[]) {
  const positions = new Map(order.map((value, position) => [value, position]))
  const moved = stored.filter(({ value, position }) => positions.get(value) !== position)
  if (moved.length === 0) return
  const ids = moved.map(({ id }) => id)
  const to = moved.map(({ value }) => positions.get(value))
  await sql`update attribute_values v set position = moved.position
    from unnest(${sql.val(ids)}::int[], ${sql.val(to)}::int[]) as moved(id, position) where v.id = moved.id`.execute(
    tx,
  )
}

async function insertValues(
  tx: Tx,
  references: References,
  { id: attribute_id, label: name }: KnownAttribute,
  { missing, order }: { missing: ReadonlyMap<string, string>; order: readonly string[] },
) {
  const rows = order.flatMap((value, position) => {
    const label = missing.get(value)
    const color = label !== undefined && isColorOption(name) ? (colorOf(label) ?? null) : null
    return label === undefined ? [] : [{ attribute_id, value, label, color, position }]
  })
  if (rows.length === 0) return
  const values = await tx
    .insertInto('attribute_values')
    .values(rows)
    .returning(['id', 'attribute_id', 'value', 'label'])
    .execute()
  for (const value of values) addValue(references, value)
}
