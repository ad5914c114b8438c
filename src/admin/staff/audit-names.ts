import type { z } from 'zod'
import { ownValue } from '#contract/rules/own-value.ts'
import type { Wording } from '../parts/value-changes.ts'

/** What the ids of a field belong to, by its name: `category_id` is a `category`. */
export type Kinds = Readonly<Record<string, string>>

type Schema = z.core.JSONSchema._JSONSchema

/** The kinds of records that the fields of a form choose from, at any depth. */
export const kindsOf = (schema: Schema): Kinds => Object.fromEntries(widgetsIn(schema))

function* widgetsIn(schema: Schema): Generator<[name: string, widget: string]> {
  for (const { properties } of partsOf(schema))
    for (const [name, field] of Object.entries(properties ?? {})) {
      const widget = partsOf(field).find((part) => part.widget)?.widget
      if (typeof widget === 'string') yield [name, widget]
      yield* widgetsIn(field)
    }
}

/** A schema with what it can be: a list's entries, a value that is not null. */
const partsOf = (schema: Schema) => {
  const { items = [], anyOf = [] } = typeof schema === 'object' ? schema : {}
  return [schema, items, anyOf].flat().filter((part) => typeof part === 'object')
}

/** The ids of other records in the values of a record. */
export function* idsIn(value: unknown, kinds: Kinds, name = ''): Generator<[kind: string, id: number]> {
  const kind = ownValue(kinds, name)
  if (Array.isArray(value)) for (const entry of value) yield* idsIn(entry, kinds, name)
  else if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value)) yield* idsIn(part, kinds, key)
  else if (typeof value === 'number' && kind) yield [kind, value]
}

/** Names by kind and id, such as `category 12`. */
export type Names = ReadonlyMap<string, string>

/** The wording with the names of other records in place of their ids. */
export const withNames = (wording: Wording, kinds: Kinds, names: Names): Wording => ({
  ...wording,
  textOf(name, value) {
    const kind = ownValue(kinds, name)
    const ids = [value].flat()
    if (!kind || ids.length === 0 || ids.some((id) => typeof id !== 'number'))
      return wording.textOf?.(name, value)
    return ids.map((id) => names.get(`${kind} ${id}`) ?? id).join(', ')
  },
})
