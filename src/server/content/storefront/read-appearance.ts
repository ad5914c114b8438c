import { z } from 'zod'
import { type Appearance, plainAppearance } from './appearance.ts'
import { appearanceSchemas } from './storefront-schemas.ts'

/**
 * The stored appearance without its invalid parts, which have the default instead: a color or font that another release, an import
 * or a hand-edited row left behind never breaks a page.
 */
export function readAppearance(stored: unknown): Appearance {
  const values = (isRecord(stored) ? stored : {}) as Partial<Appearance>
  const checked = Object.entries(appearanceSchemas).map(([field, schema]) => [
    field,
    valid(schema, values[field as keyof Appearance], plainAppearance[field as keyof Appearance]),
  ])
  const { checked_custom_css } = values
  return {
    ...Object.fromEntries(checked),
    checked_custom_css: typeof checked_custom_css === 'string' ? checked_custom_css : '',
  } as Appearance
}

/** The value if it is valid, else its valid parts: the good entries of a list, the good fields of an object. */
function valid(schema: z.ZodType, value: unknown, plain: unknown): unknown {
  if (value === undefined) return plain
  if (schema.safeParse(value).success) return value
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.filter((entry) => (schema.element as z.ZodType).safeParse(entry).success)
  if (!(schema instanceof z.ZodObject) || !isRecord(value) || !isRecord(plain)) return plain
  const parts = Object.entries(schema.shape as Record<string, z.ZodType>).map(([field, part]) => [
    field,
    valid(part, value[field], plain[field]),
  ])
  const repaired = Object.fromEntries(parts)
  return schema.safeParse(repaired).success ? repaired : plain
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
