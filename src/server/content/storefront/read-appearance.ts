import { z } from 'zod'
import { isRecord, keysOf } from '#contract/rules/own-value.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { type Appearance, plainAppearance } from './appearance.ts'
import { appearanceSchemas } from './storefront-schemas.ts'

/**
 * The stored appearance without its invalid parts, which have the default instead: a color or font that another release, an import
 * or a hand-edited row left behind never breaks a page.
 */
export function readAppearance(stored: unknown): Appearance {
  const values = isRecord(stored) ? stored : {}
  const checked = keysOf(appearanceSchemas).map((field) => [
    field,
    valid(appearanceSchemas[field], values[field], plainAppearance[field]),
  ])
  const { checked_custom_css } = values
  return {
    ...Object.fromEntries(checked),
    checked_custom_css: typeof checked_custom_css === 'string' ? checked_custom_css : '',
  } as Appearance
}

/** The fields of a storefront's appearance that are changed and not published yet, and who changed them last. */
export const findAppearanceDraft = (db: Db | Tx, storefrontId: number) =>
  db
    .selectFrom('appearance_drafts')
    .select(['values', 'author', 'updated_at'])
    .where('storefront_id', '=', storefrontId)
    .executeTakeFirst()

/** The value if it is valid, else its valid parts: the good entries of a list, the good fields of an object. */
function valid(schema: z.core.$ZodType, value: unknown, plain: unknown): unknown {
  if (value === undefined) return plain
  const isValid = (part: z.core.$ZodType, of: unknown) => z.safeParse(part, of).success
  if (isValid(schema, value)) return value
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.filter((entry) => isValid(schema.element, entry))
  if (!(schema instanceof z.ZodObject) || !isRecord(value) || !isRecord(plain)) return plain
  const parts = Object.entries<z.core.$ZodType>(schema.shape).map(([field, part]) => [
    field,
    valid(part, value[field], plain[field]),
  ])
  const repaired = Object.fromEntries(parts)
  return isValid(schema, repaired) ? repaired : plain
}
