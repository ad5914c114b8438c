import type { AdminScreen } from '#admin/admin-screen.ts'
import { api } from '#admin/api.ts'
import { DayCell } from '#admin/parts/cells.tsx'
import { defineList, defineResource } from '#admin/resource/define-resource.tsx'
import type { MissedSearch } from '#contract/admin/catalog/missed-searches.ts'
import type { SearchRuleRow, SynonymRow } from '#contract/admin/catalog/search.ts'
import { SearchAnswer } from '../search-answer.tsx'

const search = {
  group: 'Marketing',
  icon: 'search',
  permission: 'catalog.read',
  writePermission: 'catalog.write',
} as const

/** What searches find, and what they did not find. ADR 0031. */
export const screens: readonly AdminScreen[] = [
  defineResource<SynonymRow>({
    ...search,
    name: 'search-synonyms',
    label: 'Search synonyms',
    tab: { entry: 'Search', label: 'Synonyms' },
    one: 'synonym',
    columns: [
      { name: 'term', label: 'Word', isSortable: true },
      { name: 'synonyms', label: 'Synonyms', show: ({ synonyms }) => synonyms.join(', ') },
      {
        name: 'is_two_way',
        label: 'Direction',
        show: ({ is_two_way }) => (is_two_way ? 'Both' : 'From the word only'),
      },
    ],
    sort: { field: 'term', order: 'ASC' },
    searches: 'Word',
    values: async () => (await import('#contract/admin/catalog/search.ts')).SynonymValues,
    nameOf: ({ term }) => String(term),
  }),
  defineResource<SearchRuleRow>({
    ...search,
    name: 'search-rules',
    label: 'Search rules',
    tab: { entry: 'Search', label: 'Rules' },
    one: 'search rule',
    columns: [
      { name: 'query', label: 'Search', isSortable: true },
      { name: 'products', label: 'First products', isNumber: true },
      { name: 'redirect_to', label: 'Goes to', show: ({ redirect_to }) => redirect_to ?? '–' },
    ],
    sort: { field: 'query', order: 'ASC' },
    searches: 'Search',
    values: async () => (await import('#contract/admin/catalog/search.ts')).SearchRuleValues,
    nameOf: ({ query }) => String(query),
    addressOf: ({ query }) => `/search?${new URLSearchParams({ query: String(query) })}`,
  }),
  defineList<MissedSearch>({
    ...search,
    name: 'missed-searches',
    label: 'Searches without results',
    tab: { entry: 'Search', label: 'Without results' },
    one: 'search',
    columns: [
      { name: 'words', label: 'Search', isSortable: true },
      { name: 'searches', label: 'In 30 days', isSortable: true, isNumber: true },
      {
        name: 'last_day',
        label: 'Last',
        isSortable: true,
        show: ({ last_day }) => <DayCell day={last_day} />,
      },
      { name: 'answer', label: 'Answer', show: (row) => <SearchAnswer search={row} /> },
    ],
    filters: [
      {
        name: 'state',
        label: 'Answered',
        options: [
          { value: 'open', label: 'Not yet' },
          { value: 'solved', label: 'By a synonym or a rule' },
        ],
      },
    ],
    sort: { field: 'searches', order: 'DESC' },
    empty: 'No searches without results in the last 30 days.',
    searches: 'Part of the search',
    linkOf: null,
    bulk: [
      {
        label: 'Remove',
        async run(rows) {
          const { message = '' } = await api.adminMissedSearches.remove({ ids: rows.map(({ id }) => id) })
          return { message, refused: [] }
        },
      },
    ],
  }),
]
