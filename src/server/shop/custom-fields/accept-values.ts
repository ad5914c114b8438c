import { sql } from 'kysely'
import {
  type CustomField,
  type FieldOwner,
  FieldPicture,
  type FieldValues,
  fieldValues,
  filledValues,
} from '#contract/custom-fields.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { invalid, ShopError } from '#server/platform/kernel/errors.ts'
import { parseFields } from '#server/platform/kernel/field-errors.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { readFields } from './read-fields.ts'

/** `path`: of the values in the request, such as `values.custom`. */
type Given = { path: string; values: FieldValues | undefined; before?: FieldValues | undefined }

/**
 * Checks what staff entered in the fields of several records of one owner. The definitions stay as they are until the transaction ends.
 * @param only the fields that there are values for; without it all of the owner
 * @returns of each record what is stored: all its values, without empty ones
 * @throws 422 at the field for an unknown one, and for a value that does not fit or names a record or picture that is gone, unless it
 * is stored already
 */
export async function acceptFieldValues(
  tx: Tx,
  owner: FieldOwner,
  given: readonly Given[],
  only?: readonly string[],
): Promise<FieldValues[]> {
  await sql`select from custom_fields where owner = ${owner} for share`.execute(tx)
  const fields = (await readFields(tx, [owner])).filter(({ key }) => only?.includes(key) ?? true)
  const schema = fieldValues(fields)
  const accepted = given.map(({ path, values }) => filledValues(parseAt(path, schema, values ?? {})))
  const named = given.flatMap(({ path, before = {} }, at) =>
    fields.flatMap((field) => {
      const value = ownValue(accepted[at] ?? {}, field.key)
      const isStored = JSON.stringify(value) === JSON.stringify(ownValue(before, field.key))
      return isStored ? [] : namedBy(field, value).map((name) => ({ ...name, at: `${path}.${field.key}` }))
    }),
  )
  const errors = await findUnknown(tx, named)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return accepted
}

/**
 * The column of one record's values, `before`: those that it has. Empty without values: then the stored ones stay.
 * @throws 422 as above
 */
export async function customColumn(
  tx: Tx,
  owner: FieldOwner,
  { path = 'values.custom', values, before }: Partial<Given>,
): Promise<{ custom?: string }> {
  if (!values) return {}
  const [accepted] = await acceptFieldValues(tx, owner, [{ path, values, before }])
  return { custom: json(accepted) }
}

/**
 * Checks the values of some fields, as many records at once get them: those of the others stay, also where they are required.
 * @returns the values, without empty ones
 * @throws 422 as above
 */
export async function acceptSomeValues(tx: Tx, owner: FieldOwner, given: Given): Promise<FieldValues> {
  const [accepted = {}] = await acceptFieldValues(tx, owner, [given], Object.keys(given.values ?? {}))
  return accepted
}

/** Errors have the whole path. */
function parseAt(path: string, schema: ReturnType<typeof fieldValues>, values: FieldValues): FieldValues {
  try {
    return parseFields(schema, values)
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    const errors = Object.entries(error.extra.errors ?? {})
    throw invalid(Object.fromEntries(errors.map(([key, messages]) => [`${path}.${key}`, messages])))
  }
}

type Named = { table: 'products' | 'categories' | 'pages' | 'images'; key: string }

const tables = { product: 'products', category: 'categories', page: 'pages' } as const

/** The records and pictures that a value names. */
export function namedBy({ type, refers_to }: CustomField, value: unknown): Named[] {
  const each = value === undefined ? [] : [value].flat()
  if (type === 'reference')
    return each.map((id) => ({ table: tables[refers_to ?? 'product'], key: String(id) }))
  if (type === 'file') return each.map((file) => ({ table: 'images', key: FieldPicture.parse(file).path }))
  return []
}

/** Messages for those that are gone, by `at`. */
export async function findUnknown(tx: Tx, named: readonly (Named & { at: string })[]) {
  const errors: Record<string, string[]> = {}
  for (const table of ['products', 'categories', 'pages', 'images'] as const) {
    const wanted = named.filter((one) => one.table === table)
    if (wanted.length === 0) continue
    const keys = wanted.map(({ key }) => key)
    const { rows } =
      table === 'images'
        ? await sql<{
            key: string
          }>`select path as key from images where path = any(${sql.val(keys)}::text[])`.execute(tx)
        : await sql<{ key: string }>`select id::text as key from ${sql.table(table)}
            where id = any(${sql.val(keys)}::integer[])`.execute(tx)
    const known = new Set(rows.map(({ key }) => key))
    for (const { key, at } of wanted)
      if (!known.has(key))
        errors[at] = [
          table === 'images'
            ? 'The media library has no picture with this path'
            : `There is no record with the number ${key}. Choose another one.`,
        ]
  }
  return errors
}
