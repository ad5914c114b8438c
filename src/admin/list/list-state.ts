export type Sort = { field: string; order: 'ASC' | 'DESC' }

/** What a list shows, as its address says. */
export type ListState = { page: number; sort: Sort; filterValues: Readonly<Record<string, string>> }

/** Reads the address of a list. Whatever in it is no page, order or filter is left out: anyone can write an address. */
export function readListState(search: string, sort: Sort): ListState {
  const query = new URLSearchParams(search)
  const field = query.get('sort')
  return {
    page: Math.max(1, Number.parseInt(query.get('page') ?? '', 10) || 1),
    sort: field ? { field, order: query.get('order') === 'ASC' ? 'ASC' : 'DESC' } : sort,
    filterValues: readFilters(query.get('filter')),
  }
}

function readFilters(text: string | null): Record<string, string> {
  try {
    const filters: unknown = JSON.parse(text ?? '{}')
    if (typeof filters !== 'object' || filters === null || Array.isArray(filters)) return {}
    return Object.fromEntries(
      Object.entries(filters).flatMap(([name, value]) =>
        ['string', 'number', 'boolean'].includes(typeof value) && value !== '' ? [[name, String(value)]] : [],
      ),
    )
  } catch {
    return {}
  }
}

/** The address of a list. The filter is one value, so that no name of a filter is taken for another part. */
export const listSearch = ({ page, sort, filterValues }: ListState) =>
  `?${new URLSearchParams({
    filter: JSON.stringify(filterValues),
    sort: sort.field,
    order: sort.order,
    page: String(page),
  })}`

/** Rows of a page that a person can choose. */
export const rowsChoices = [25, 50, 100] as const

/** What the browser remembers of that choice; undefined for anything else. */
export const readRowsChoice = (stored: string | null) => rowsChoices.find((rows) => String(rows) === stored)
