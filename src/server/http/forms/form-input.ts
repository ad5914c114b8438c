import type { z } from 'zod'
import type { Texts } from './form-body.ts'

/**
 * Converts the texts of a form into the input of an endpoint: numbers and booleans by the endpoint's schema, nested fields by
 * dots in their names, entries of a list by numbers: `items.0.quantity`. Texts that do not fit stay texts, so that the endpoint's own validation names the field. An empty
 * field counts as not given.
 */
export function formInput(schema: z.ZodObject, texts: Texts): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  const lists = new Map<string, object>()
  for (const [name, value] of Object.entries(texts)) {
    const [head = '', ...rest] = name.split('.')
    const { type, isNullable, nested, entry } = kindOf(schema.shape[head] as z.ZodType | undefined)
    const field = rest.join('.')
    // The fields of a union's shapes are texts.
    if (field !== '' && (type === 'record' || type === 'union')) {
      input[head] = { ...(input[head] as object | undefined), [field]: value }
    } else if (value === '' && !entry && (isNullable || type !== 'string')) {
      if (isNullable && field === '') input[head] = null
    } else if (entry && /^\d{1,2}$/.test(rest[0] ?? '')) {
      const key = `${head}.${rest[0]}`
      const known = lists.get(key) ?? {}
      if (!lists.has(key)) input[head] = [...((input[head] ?? []) as object[]), known]
      lists.set(key, Object.assign(known, formInput(entry, { [rest.slice(1).join('.')]: value })))
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

type Kind = { type: string; isNullable: boolean; nested?: z.ZodObject; entry?: z.ZodObject }
type Definition = { type: string; innerType?: z.ZodType; element?: z.ZodType }

function kindOf(schema: z.ZodType | undefined, isNullable = false): Kind {
  if (!schema) return { type: 'string', isNullable }
  const { type, innerType, element } = schema.def as unknown as Definition
  if (innerType) return kindOf(innerType, isNullable || type === 'nullable')
  const entry = element && kindOf(element).nested
  return {
    type,
    isNullable,
    ...(type === 'object' ? { nested: schema as z.ZodObject } : {}),
    ...(entry ? { entry } : {}),
  }
}
