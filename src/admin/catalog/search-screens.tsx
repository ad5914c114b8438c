import type { SearchRuleRow, SynonymRow } from '#contract/admin/catalog/search.ts'
import type { AdminScreen } from '../admin-screen.ts'
import { defineResource } from '../resource/define-resource.tsx'

const search = {
  group: 'Marketing',
  icon: 'search',
  permission: 'catalog.read',
  writePermission: 'catalog.write',
} as const

/** What searches find, and what they did not find. ADR 0082. */
export const searchScreens: readonly AdminScreen[] = [
  defineResource<SynonymRow>({
    ...search,
    name: 'search-synonyms',
    label: 'Search synonyms',
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
]
