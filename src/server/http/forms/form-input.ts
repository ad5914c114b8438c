import type { z } from 'zod'
import type { Texts } from './form-body.ts'

/**
 * Converts the texts of a form into the input of an endpoint: numbers and booleans by the endpoint's schema, nested fields by
 * dots in their names. Texts that do not fit stay texts, so that the endpoint's own validation names the field. An empty
 * field counts as not given.
 */
export function formInput(schema: z.ZodObject, texts: Texts): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(texts)) {
    const [head = '', ...rest] = name.split('.')
    const { type, isNullable, nested } = kindOf(schema.shape[head] as z.ZodType | undefined)
    const field = rest.join('.')
    if (field !== '' && type === 'record') {
      input[head] = { ...(input[head] as object | undefined), [field]: value }
    } else if (value === '' && (isNullable || type !== 'string')) {
      if (isNullable && field === '') input[head] = null
    } else if (field !== '' && nested) {
      const part = formInput(nested, { [field]: value })
      input[head] = { ...(input[head] as object | undefined), ...part }
    } else input[head] = typeof value === 'string' ? typed(type, value) : value
  }
  return input
}

const typed = (type: string, value: string): unknown => {
  if (type === 'number') return /^-?\d{1,15}$/.test(value) ? Number(value) : value
  if (type === 'boolean') return ['true', 'yes', 'on', '1'].includes(value)
  return value
}

type Kind = { type: string; isNullable: boolean; nested?: z.ZodObject }
type Definition = { type: string; innerType?: z.ZodType }

function kindOf(schema: z.ZodType | undefined, isNullable = false): Kind {
  if (!schema) return { type: 'string', isNullable }
  const { type, innerType } = schema.def as unknown as Definition
  if (innerType) return kindOf(innerType, isNullable || type === 'nullable')
  return { type, isNullable, ...(type === 'object' ? { nested: schema as z.ZodObject } : {}) }
}
