import { sql } from 'kysely'
import type { Filters } from '#contract/catalog.ts'
import { remember } from '#server/platform/changes/remember.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { attributeFacets } from '../catalog-index/facets/product-facets.ts'
import type { CatalogOptions } from './listing-scope.ts'

type ByCode = Record<string, string[]>

/**
 * Moves every attribute filter into the group of its kind, since a URL (`?color=blue&fabric=cotton`) does not say
 * which kind an attribute is. Names that are not attributes of this shop are dropped, so that an unrelated query
 * parameter does not empty the list. Decisions §2, URL form.
 */
export async function knownFilters(db: Db, options: CatalogOptions, filters: Filters): Promise<Filters> {
  const { attribute, variable_attribute, ...rest } = filters
  const requested: ByCode = { ...attribute, ...variable_attribute }
  if (Object.keys(requested).length === 0) return rest
  const kinds = await attributeKinds(db, options)
  const known: Filters = rest
  for (const [code, values] of Object.entries(requested)) {
    const isVariable = kinds.get(code)
    if (isVariable === undefined) continue
    const group = isVariable ? 'variable_attribute' : 'attribute'
    known[group] = { ...known[group], [code]: values }
  }
  return known
}

const attributeKinds = (db: Db, options: CatalogOptions) =>
  remember(options, 'attribute kinds', ['listing'], async () => {
    const { rows } = await sql<{ code: string; is_variable: boolean }>`
      select code, is_variable from (${attributeFacets.attributes}) a`.execute(db)
    return new Map(rows.map(({ code, is_variable }) => [code, is_variable]))
  })
