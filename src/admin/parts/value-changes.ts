import { colorName } from '#contract/rules/theme-colors.ts'

/** One flat value that differs between two versions. Without `before` or `after`: not there in that version. */
export type ValueChange = {
  /** From the field down to the value: `theme colors, accent`. */
  label: string
  before: string | undefined
  after: string | undefined
}

/** Names an entry of a list, so that it is compared with itself and not with the one at its position. */
const nameKeys = ['variable', 'key', 'id', 'code', 'slug', 'path', 'label', 'name']
const MAX_DEPTH = 5

/** How names and values are shown; by default as they are stored, without underscores. */
export type Wording = {
  labelOf: (name: string) => string
  /** Of a value with this name; undefined where it is plain text. */
  textOf?: (name: string, value: unknown) => string | undefined
}
const plainWording: Wording = { labelOf: (name) => plainLabel(name) }

type Values = Readonly<Record<string, unknown>>

/** The changes of all fields of a record, without the empty ones of a record or an entry that is new or gone. */
export const recordChanges = (before: Values | null, after: Values | null, wording: Wording): ValueChange[] =>
  [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])]
    .flatMap((name) => valueChanges(wording.labelOf(name), before?.[name], after?.[name], wording, name))
    .filter((change) => (change.before ?? '–') !== '–' || (change.after ?? '–') !== '–')

type Field = { name: string; label: string }

/**
 * The flat values in which two versions of a field differ, in the order of the version after it. Objects and lists of objects are compared
 * part by part: one new color in the list of a theme's colors is one change.
 */
export const valueChanges = (
  label: string,
  before: unknown,
  after: unknown,
  wording = plainWording,
  name = label,
): ValueChange[] => changesOf({ name, label }, before, after, wording, 0)

function changesOf(
  { name, label }: Field,
  before: unknown,
  after: unknown,
  wording: Wording,
  depth: number,
): ValueChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  const { labelOf } = wording
  const own = [before, after].map((value) => wording.textOf?.(name, value))
  const textOf = (value: unknown, at: 0 | 1) => own[at] ?? plainText(value, labelOf)
  const former = partsOf(before)
  const next = partsOf(after)
  const isFlat = !(former || next) || !(former || isEmpty(before)) || !(next || isEmpty(after))
  // One side may be empty, such as a picture that was added; text that became an object is one change.
  if (depth >= MAX_DEPTH || isFlat || own.some((text) => text !== undefined))
    return [{ label, before: textOf(before, 0), after: textOf(after, 1) }]
  const names = new Set([...(next?.keys() ?? []), ...(former?.keys() ?? [])])
  const changes = [...names].flatMap((part) =>
    changesOf(
      { name: part, label: `${label}, ${labelOf(part)}` },
      former?.get(part),
      next?.get(part),
      wording,
      depth + 1,
    ),
  )
  if (changes.length > 0 || !Array.isArray(after)) return changes
  // The same entries in another order.
  return [{ label, before: namesOf(former, labelOf), after: namesOf(next, labelOf) }]
}

type Parts = ReadonlyMap<string, unknown>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

const namesOf = (parts: Parts | undefined, labelOf: Wording['labelOf']) =>
  [...(parts?.keys() ?? [])].map(labelOf).join(', ')

/** The properties of an object, or the entries of a list of objects by their names; undefined for anything else. */
function partsOf(value: unknown): Parts | undefined {
  if (!isObject(value)) return undefined
  if (!Array.isArray(value)) return new Map(Object.entries(value))
  if (!value.some(isObject)) return undefined
  const nameKey = nameKeys.find((key) => {
    const names = value.map((entry) => (isObject(entry) ? entry[key] : undefined))
    return names.every((name) => typeof name === 'string' || typeof name === 'number') && isUnique(names)
  })
  return new Map(
    value.map((entry, at): [string, unknown] => {
      if (nameKey === undefined || !isObject(entry)) return [`no. ${at + 1}`, entry]
      const { [nameKey]: name, ...rest } = entry
      const [only] = Object.values(rest)
      return [String(name), Object.keys(rest).length === 1 ? only : rest]
    }),
  )
}

const isUnique = (names: readonly unknown[]) => new Set(names).size === names.length

const plainLabel = (name: string) => (name.startsWith('--') ? colorName(name) : name.replaceAll('_', ' '))

/** A value in a line of text; undefined for one that is not there. */
export function plainText(value: unknown, labelOf = plainLabel): string | undefined {
  if (value === undefined) return undefined
  if (value === null || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value))
    return value.length === 0 ? '–' : value.map((entry) => plainText(entry, labelOf) ?? '–').join(', ')
  if (isObject(value)) {
    const parts = Object.entries(value)
    return parts.length === 0
      ? '–'
      : parts.map(([name, part]) => `${labelOf(name)}: ${plainText(part, labelOf) ?? '–'}`).join('; ')
  }
  return String(value)
}
