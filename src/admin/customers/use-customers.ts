import type { CustomerRow } from '#contract/admin/customers/customers.ts'
import { mostInBatch } from '#contract/admin/order-tabs.ts'
import { api } from '../api.ts'
import { useList } from '../list/use-list.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'

export { mostInBatch as mostOrganized }

type Filter = NonNullable<Parameters<typeof api.adminCustomers.organize>[0]['filter']>

/** The list of customers, with the conditions of its address as actions for all of them take them. */
export function useCustomers() {
  const list = useList<CustomerRow>()
  const { kind, blocked, group, ...others } = list.filterValues
  const filter: Filter = {
    ...others,
    ...((kind === 'account' || kind === 'guest') && { kind }),
    ...((blocked === 'true' || blocked === 'false') && { blocked }),
    ...(group && { group: Number(group) }),
  }
  return { ...list, filter }
}

/** Tags and groups that filters and entries offer. */
export const useCustomerChoices = () =>
  useAnswer(queryKeys.customerChoices, (signal) => api.adminCustomers.choices({}, signal)).data
