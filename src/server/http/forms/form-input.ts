import { z } from 'zod'
import { ownValue } from '#contract/rules/own-value.ts'
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
    const { type, isNullable, nested, entry } = kindOf(ownValue(schema.shape, head))
    const field = rest.join('.')
    // The fields of a union's shapes are texts.
    if (field !== '' && (type === 'record' || type === 'union')) {
      input[head] = { ...fieldsIn(input[head]), [field]: value }
    } else if (value === '' && !entry && (isNullable || type !== 'string')) {
      if (isNullable && field === '') input[head] = null
    } else if (entry && /^\d{1,2}$/.test(rest[0] ?? '')) {
      const key = `${head}.${rest[0]}`
      const known = lists.get(key) ?? {}
      if (!lists.has(key)) input[head] = [...(Array.isArray(input[head]) ? input[head] : []), known]
      lists.set(key, Object.assign(known, formInput(entry, { [rest.slice(1).join('.')]: value })))
    } else if (field !== '' && nested) {
      const part = formInput(nested, { [field]: value })
      input[head] = { ...fieldsIn(input[head]), ...part }
    } else input[head] = typeof value === 'string' ? typed(type, value) : value
  }
  return input
}

const typed = (type: string, value: string): unknown => {
  if (type === 'number') return /^-?\d{1,15}$/.test(value) ? Number(value) : value
  if (type === 'boolean') return ['true', 'yes', 'on', '1'].includes(value)
  return value
}

/** What earlier entries of the same field have made. */
const fieldsIn = (made: unknown) => (typeof made === 'object' ? made : undefined)

type Kind = { type: string; isNullable: boolean; nested?: z.ZodObject; entry?: z.ZodObject }

function kindOf(schema: unknown, isNullable = false): Kind {
  if (!(schema instanceof z.ZodType)) return { type: 'string', isNullable }
  const { def } = schema
  if ('innerType' in def) return kindOf(def.innerType, isNullable || def.type === 'nullable')
  return {
    type: def.type,
    isNullable,
    nested: schema instanceof z.ZodObject ? schema : undefined,
    entry: 'element' in def ? kindOf(def.element).nested : undefined,
  }
}
