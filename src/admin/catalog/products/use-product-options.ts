import { api } from '#admin/api.ts'
import { sentence } from '#admin/parts/change-wording.ts'
import { queryKeys, useAnswer } from '#admin/query-keys.ts'

/** What products can be assigned to. Shared by list and form, and read again after a minute. */
export function useProductOptions() {
  return useAnswer(queryKeys.productOptions, (signal) => api.adminProducts.options({}, signal), {
    staleTime: 60_000,
  })
}

/** Tax classes by their codes, as people read them. */
export const taxClassLabels = (classes: readonly string[]): Record<string, string> =>
  Object.fromEntries(classes.map((name) => [name, sentence(name.replaceAll('-', '_'))]))
