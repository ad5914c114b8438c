import { useQuery } from '@tanstack/react-query'
import { api } from '#admin/api.ts'
import { queryKeys } from '#admin/query-keys.ts'

/** What products can be assigned to. Shared by list and form, and read again after a minute. */
export function useProductOptions() {
  return useQuery({
    queryKey: queryKeys.productOptions,
    queryFn: async ({ signal }) => (await api.adminProducts.options({}, signal)).data,
    staleTime: 60_000,
  })
}
