import { createContext, use } from 'react'
import { ownValue } from '#contract/rules/own-value.ts'
import type { FormNode } from './prepare-schema.ts'

/** The properties and positions that lead to a value: `['items', 0, 'url']`. */
export type Path = readonly (string | number)[]

/** Messages by path, as the API has them: `items.0.url`. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>

export type FieldProps = {
  node: FormNode
  path: Path
  value: unknown
  /** A property that its object must have. */
  isRequired?: boolean
}

/** What all fields of one form share. */
export type FormState = {
  idPrefix: string
  /** Of the whole form. */
  values: unknown
  errors: FieldErrors
  isReadOnly: boolean
  change: (path: Path, value: unknown) => void
}

export const FormStateContext = createContext<FormState>({
  idPrefix: '',
  values: {},
  errors: {},
  isReadOnly: true,
  change: () => {},
})

const helpId = (id: string) => `${id}-help`
export const errorId = (id: string) => `${id}-error`

/** The place of a field in its form: ids, errors, and how its value is changed. */
export function useField({ node, path, isRequired = false }: FieldProps) {
  const { idPrefix, errors, isReadOnly, change, values } = use(FormStateContext)
  const place = path.join('.')
  const id = [idPrefix, ...path].join('_')
  const own = ownValue(errors, place) ?? []
  const { title, description } = node
  const describedBy = [own.length > 0 && errorId(id), description && helpId(id)].filter(Boolean).join(' ')
  return {
    id,
    helpId: helpId(id),
    title,
    description,
    label: title ?? '',
    isReadOnly,
    isMandatory: isRequired && mustBeFilled(node),
    values,
    error: own[0],
    /** The errors of what is in it, by the path from here: `url`. */
    errorsBelow: Object.entries(errors).flatMap(([at, messages]) =>
      at.startsWith(`${place}.`) ? [{ below: at.slice(place.length + 1), messages }] : [],
    ),
    /** Of the control: its connection with label, help and error. */
    attributes: {
      id,
      // Only items of a list have no label of their own.
      'aria-label': title === undefined ? 'Value' : undefined,
      'aria-describedby': describedBy || undefined,
      'aria-invalid': own.length > 0 || undefined,
      'aria-required': (isRequired && mustBeFilled(node)) || undefined,
    },
    onChange: (value: unknown) => change(path, value),
  }
}

/** A required text may still be empty, unless it has a shortest length or a format. */
function mustBeFilled({ default: initial, nullable, minLength, pattern, format, type }: FormNode) {
  if (initial !== undefined || nullable) return false
  return type !== 'string' || Number(minLength) > 0 || pattern !== undefined || format !== undefined
}

/** What an emptied field holds. */
export const emptyOf = ({ nullable, optional, type }: FormNode) =>
  nullable ? null : optional || type !== 'string' ? undefined : ''

export const textOf = (value: unknown) => (value === undefined || value === null ? '' : String(value))

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The list or object with another value at a path. */
export function valueWith(whole: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  if (Array.isArray(whole))
    return whole.map((one, at) => (at === Number(step) ? valueWith(one, rest, value) : one))
  const object = isObject(whole) ? whole : {}
  return { ...object, [step]: valueWith(ownValue(object, String(step)), rest, value) }
}

export const valueAt = (whole: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (at, step) =>
      Array.isArray(at) ? at[Number(step)] : isObject(at) ? ownValue(at, String(step)) : undefined,
    whole,
  )
