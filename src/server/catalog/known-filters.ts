import type { Filters } from '#contract/catalogue.ts'
import { remember } from '../http/remember.ts'
import type { CatalogCall } from './listing-place.ts'

type ByCode = Record<string, string[]>

/**
 * The filters with every attribute in the group it belongs to: an address (`?color=blue&fabric=cotton`) does not say which of the two
 * kinds a name is. A name that is no attribute of this shop is left out: a link may carry all sorts of things, none of which should
 * empty the list. Decisions §2, URL form.
 */
export async function knownFilters(call: CatalogCall, filters: Filters): Promise<Filters> {
  const { attribute, variable_attribute, ...rest } = filters
  const asked: ByCode = { ...attribute, ...variable_attribute }
  if (Object.keys(asked).length === 0) return rest
  const kinds = await attributeKinds(call)
  const known: Filters = rest
  for (const [code, values] of Object.entries(asked)) {
    const isVariable = kinds.get(code)
    if (isVariable === undefined) continue
    const group = isVariable ? 'variable_attribute' : 'attribute'
    known[group] = { ...known[group], [code]: values }
  }
  return known
}

const attributeKinds = (call: CatalogCall) =>
  remember(call, 'attribute kinds', ['listing'], async () => {
    const rows = await call.db.selectFrom('attributes').select(['code', 'is_variable']).execute()
    return new Map(rows.map(({ code, is_variable }) => [code, is_variable]))
  })
