import { sql } from 'kysely'
import type { CustomFieldRow } from '#contract/admin/settings/custom-fields.ts'
import {
  type FieldDefinition,
  type FieldOwner,
  fieldValues,
  MAX_LENGTH,
  placesOf,
} from '#contract/custom-fields.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { makeSlug, shortHash } from '#server/platform/text/make-slug.ts'
import { clearNext, differentValues, usageOf } from '../field-records.ts'
import { definitions, readFields } from '../read-fields.ts'
import { fieldInUse, fieldNotFound, valuesChanged } from '../refusals.ts'

type Query = ListQuery<'position' | 'id' | 'label'> & { owner?: FieldOwner | undefined }

/** Fields that one owner can have. */
const MAX_FIELDS = 200

export const listFields = (db: Db, query: Query): Promise<{ rows: CustomFieldRow[]; total: number }> =>
  listPage(
    db
      .selectFrom('custom_fields')
      .$if(Boolean(query.q), (found) =>
        found.where((eb) =>
          eb.or([
            eb('label', 'ilike', containing(query.q ?? '')),
            eb('key', 'ilike', containing(query.q ?? '')),
          ]),
        ),
      )
      .$if(query.owner !== undefined, (found) => found.where('owner', '=', query.owner ?? 'product')),
    query,
    {
      column: query.sort,
      id: 'id',
      select: (found) =>
        found.select([
          ...(['id', 'owner', 'label', 'key', 'type', 'is_required', 'is_filterable'] as const),
          sql<CustomFieldRow['shown']>`shown`.as('shown'),
        ]),
    },
  )

export async function readField(db: Db | Tx, id: number): Promise<FieldDefinition | undefined> {
  const { rows } = await sql<FieldDefinition & { id: number }>`
    select * from ${definitions} d where id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { id: _, ...values } = row
  return values
}

/** @throws 422 by field: a taken key, rules that contradict each other, one field too many. */
export async function createField(tx: Tx, values: FieldDefinition): Promise<number> {
  const fields = await readFields(tx, [values.owner])
  if (fields.length >= MAX_FIELDS) throw invalid({ 'values.owner': [`Use at most ${MAX_FIELDS} fields`] })
  const other = fields.find(({ key }) => key === values.key)
  if (other) throw invalid({ 'values.key': [`"${other.label}" already has this key`] })
  const { choices, ...row } = consistent(values)
  const { id } = await tx.insertInto('custom_fields').values(row).returning('id').executeTakeFirstOrThrow()
  await writeChoices(tx, id, values.type, choices)
  await noteField(tx, [values])
  return id
}

/** @throws 422 by field: as `createField`, for another owner or key, and at what values that are stored do not fit. */
export async function updateField(tx: Tx, id: number, values: FieldDefinition, before: FieldDefinition) {
  for (const name of ['owner', 'key'] as const)
    if (values[name] !== before[name])
      throw invalid({ [`values.${name}`]: ['It stays as it is: add another field instead'] })
  const { choices, ...row } = consistent(values)
  await tx.updateTable('custom_fields').set(row).where('id', '=', id).execute()
  // After the lock of the row above: who saves a value holds its definition until then.
  await requireFit(tx, { ...row, choices }, before)
  await writeChoices(tx, id, values.type, choices)
  await noteField(tx, [values, before])
}

/** @throws 409 IN_USE while records have a value. */
export async function removeField(tx: Tx, id: number, before: FieldDefinition) {
  await tx.deleteFrom('custom_fields').where('id', '=', id).execute()
  const used = await usageOf(tx, before)
  if (used.count > 0) throw fieldInUse(before.label, used)
  await noteField(tx, [before])
}

/** @throws 404 */
export async function requireField(db: Db | Tx, id: number): Promise<FieldDefinition> {
  const field = await readField(db, id)
  if (!field) throw fieldNotFound()
  return field
}

/**
 * Deletes the values of a field from all records, a part of them per transaction: of an interrupted one the rest stays. Pages show it
 * at the end.
 * @returns the field, and what had a value
 * @throws 404; 409 STALE_RECORD when more records have one than staff confirmed
 */
export async function clearField(db: Db, { id, count }: { id: number; count: number }) {
  const field = await requireField(db, id)
  const used = await usageOf(db, field)
  if (used.count > count) throw valuesChanged(used)
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after
    after = await inTransaction(db, (tx) => clearNext(tx, field, from))
  }
  return { field, used }
}

/** What does not belong to the type is left out. @throws 422 by field. */
function consistent(values: FieldDefinition) {
  const { type, owner, min, max, is_several } = values
  const errors: Record<string, string[]> = {}
  const refuse = (field: keyof FieldDefinition, message: string) => {
    errors[`values.${field}`] = [message]
  }
  const hasLimits = type === 'text' || type === 'number'
  const choices = type === 'choice' ? values.choices.map(namedChoice) : []
  const twice = choices.findIndex(({ value }, at) => choices.findIndex((one) => one.value === value) < at)
  if (type === 'choice' && choices.length === 0) refuse('choices', 'Add a choice')
  if (twice >= 0) errors[`values.choices.${twice}.value`] = ['Another choice has this value']
  if (type === 'reference' && values.refers_to === null) refuse('refers_to', 'Please choose')
  if (hasLimits && min !== null && max !== null && min > max) refuse('max', 'Must not be below “At least”')
  if (type === 'text' && [min, max].some((limit) => limit !== null && !isLength(limit)))
    refuse('max', `Use whole numbers up to ${MAX_LENGTH} for a text`)
  const misplaced = values.shown.find((place) => !placesOf[owner].includes(place))
  if (misplaced) refuse('shown', `A field of a ${owner} is not shown there: ${misplaced}`)
  if (is_several && type === 'boolean') refuse('is_several', 'A yes-or-no field has one value')
  if (values.is_filterable && !(owner === 'product' && (type === 'choice' || type === 'boolean')))
    refuse('is_filterable', 'Only a choice or a yes-or-no field of products can be a filter')
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return {
    ...values,
    choices,
    min: hasLimits ? min : null,
    max: hasLimits ? max : null,
    mask: type === 'text' ? values.mask : '',
    refers_to: type === 'reference' ? values.refers_to : null,
  }
}

const isLength = (limit: number) => Number.isInteger(limit) && limit >= 0 && limit <= MAX_LENGTH

const namedChoice = ({ label, value }: FieldDefinition['choices'][number]) => ({
  label,
  value: value || makeSlug(label, 80).replace(/[^a-z0-9_-]/g, '') || `choice-${shortHash(label)}`,
})

const rules = ['type', 'is_several', 'choices', 'refers_to', 'min', 'max', 'mask'] as const

/** @throws 422 at the rule that changed, with the records whose values do not fit it. */
async function requireFit(tx: Tx, values: FieldDefinition, before: FieldDefinition) {
  const changed = rules.find((rule) => JSON.stringify(values[rule]) !== JSON.stringify(before[rule]))
  if (!changed) return
  const schema = fieldValues([values])
  const other = (await differentValues(tx, values)).filter(
    ({ value }) =>
      (values.type === 'reference' && before.refers_to !== values.refers_to) ||
      !schema.safeParse({ [values.key]: value }).success,
  )
  if (other.length === 0) return
  const count = other.reduce((sum, one) => sum + one.count, 0)
  const names = other.slice(0, 5).map(({ name, value }) => `${name} (${JSON.stringify(value).slice(0, 40)})`)
  throw invalid({
    [`values.${changed}`]: [
      `${count === 1 ? 'One value does' : `${count} values do`} not fit: ${names.join(', ')}${count > names.length ? ' …' : ''}`,
    ],
  })
}

/** A choice is the same one while its value stays the same. */
async function writeChoices(
  tx: Tx,
  field_id: number,
  type: FieldDefinition['type'],
  choices: FieldDefinition['choices'],
) {
  const rows = type === 'boolean' ? yesNo : choices
  await sql`delete from custom_field_choices where field_id = ${field_id}
    and value <> all(${sql.val(rows.map(({ value }) => value))}::text[])`.execute(tx)
  for (const [position, { value, label }] of rows.entries())
    await tx
      .insertInto('custom_field_choices')
      .values({ field_id, value, label, position })
      .onConflict((conflict) => conflict.columns(['field_id', 'value']).doUpdateSet({ label, position }))
      .execute()
}

const yesNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** Pages with the field, and listings where it is or was a filter. */
export async function noteField(tx: Tx, fields: readonly [FieldDefinition, ...FieldDefinition[]]) {
  const isFilter = fields.some(({ is_filterable }) => is_filterable)
  if (!isFilter && fields.every(({ shown }) => shown.length === 0)) return
  const [{ owner }] = fields
  const pages =
    owner === 'page'
      ? await sql<{ slug: string }>`select slug from pages where custom <> '{}'`.execute(tx)
      : undefined
  await noteChange(tx, [
    'storefront',
    ...(owner === 'category' || isFilter ? ['listing'] : []),
    ...(isFilter ? ['catalog'] : []),
    ...(pages?.rows ?? []).map(({ slug }) => `page:${slug}`),
  ])
}
