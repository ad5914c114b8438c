import type { WidgetProps } from '@rjsf/utils'
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

/** A required text may still be empty, unless it has a shortest length or a format. */
export function mustBeFilled(schema: object) {
  const { default: initial, nullable, minLength, pattern, format, type } = schema as FormNode
  if (initial !== undefined || nullable) return false
  return type !== 'string' || Number(minLength) > 0 || pattern !== undefined || format !== undefined
}

/** Of the control of a field. */
export const attributesOf = (props: WidgetProps) => ({
  ...describeField(props.id, props.schema, props.rawErrors),
  ...(props.required && mustBeFilled(props.schema) && { 'aria-required': true }),
  disabled: props.disabled,
  onBlur: () => props.onBlur(props.id, props.value),
  onFocus: () => props.onFocus(props.id, props.value),
})
