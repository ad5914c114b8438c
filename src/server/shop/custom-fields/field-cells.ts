import { z } from 'zod'
import { type CustomField, FieldPicture, type FieldValues, fieldValues } from '#contract/custom-fields.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { specMessages } from '#server/platform/kernel/field-errors.ts'
import { readValuesOf } from './field-records.ts'
import { readFields } from './read-fields.ts'

/** Several values are separated by `|`; a `|` in a value follows a backslash. */
const split = (text: string) =>
  text
    .split(/(?<!\\)\|/)
    .map((part) => part.replaceAll('\\|', '|').trim())
    .filter((part) => part !== '')

/**
 * The value of a field in a cell of a file; null for an empty cell, which clears the field. Pictures are paths in the media folder,
 * records their numbers, choices their values or names.
 */
export function readFieldCell(field: CustomField, cell: string): { value: unknown } | { reason: string } {
  const texts = field.is_several ? split(cell) : cell === '' ? [] : [cell]
  const values = texts.map((text) => valueOfCell(field, text))
  const value = field.is_several ? values : (values[0] ?? null)
  const { error } = fieldValues([field]).safeParse({ [field.key]: value }, specMessages)
  const [issue] = error?.issues ?? []
  if (issue) return { reason: `“${cell.slice(0, 80)}” does not fit ${field.label}: ${issue.message}` }
  return { value: texts.length === 0 ? null : value }
}

function valueOfCell({ type, choices }: CustomField, text: string): unknown {
  switch (type) {
    case 'number':
    case 'reference':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
    case 'boolean':
      return { true: true, yes: true, false: false, no: false }[text.toLowerCase()] ?? text
    case 'choice':
      return (
        choices.find(({ value, label }) => value === text || label.toLowerCase() === text.toLowerCase())
          ?.value ?? text
      )
    case 'file':
      return { path: text.replace(/^\/?media\//, ''), alt: '' }
    default:
      return text
  }
}

/** A stored value as `readFieldCell` reads it. */
export function writeFieldCell({ type, is_several }: CustomField, value: unknown): string {
  if (value === undefined || value === null) return ''
  const texts = [value].flat().map((one) => (type === 'file' ? FieldPicture.parse(one).path : String(one)))
  return is_several ? texts.map((text) => text.replaceAll('|', '\\|')).join(' | ') : (texts[0] ?? '')
}

/** What a record holds after a file: `cells` by key, null clears. A picture that stays has its text alternative. */
export function withCells(
  before: Readonly<Record<string, unknown>>,
  cells: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...before }
  for (const [key, value] of Object.entries(cells)) {
    if (value === null) delete merged[key]
    else if (!isSamePicture(ownValue(before, key), value)) merged[key] = value
  }
  return merged
}

const pathsOf = (value: unknown) =>
  z
    .array(FieldPicture)
    .safeParse([value].flat())
    .data?.map(({ path }) => path)

function isSamePicture(before: unknown, value: unknown) {
  const paths = pathsOf(value)
  return paths !== undefined && JSON.stringify(paths) === JSON.stringify(pathsOf(before))
}

/** The columns `field:KEY` of these records in an export, by id. A shop without fields has none. */
export async function readExportCells(
  db: Db,
  owner: 'customer' | 'order',
  ids: readonly number[],
): Promise<(id: number) => Record<string, string>> {
  const fields = await readFields(db, [owner])
  const held = fields.length > 0 ? await readValuesOf(db, owner, ids) : new Map<number, FieldValues>()
  return (id) =>
    Object.fromEntries(
      fields.map((field) => [
        `field:${field.key}`,
        writeFieldCell(field, ownValue(held.get(id) ?? {}, field.key)),
      ]),
    )
}
