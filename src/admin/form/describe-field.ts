import type { FormNode } from './prepare-schema.ts'

export const helpId = (id: string) => `${id}-help`
export const errorId = (id: string) => `${id}-error`

/** The attributes that connect a control with its help and its error. */
export function describeField(id: string, node: object, rawErrors: readonly string[] | undefined) {
  const hasError = (rawErrors?.length ?? 0) > 0
  const { description, title } = node as FormNode
  const ids = [hasError && errorId(id), description && helpId(id)].filter(Boolean).join(' ')
  return {
    id,
    // Only items of a list have no label of their own.
    ...(title === undefined && { 'aria-label': 'Value' }),
    ...(ids && { 'aria-describedby': ids }),
    ...(hasError && { 'aria-invalid': true as const }),
  }
}
