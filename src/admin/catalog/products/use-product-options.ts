import { api } from '#admin/api.ts'
import { queryKeys, useAnswer } from '#admin/query-keys.ts'

/** What products can be assigned to. Shared by list and form, and read again after a minute. */
export function useProductOptions() {
  return useAnswer(queryKeys.productOptions, (signal) => api.adminProducts.options({}, signal), {
    staleTime: 60_000,
  })
}
