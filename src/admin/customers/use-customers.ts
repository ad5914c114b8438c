import type { CustomerRow } from '#contract/admin/customers/customers.ts'
import { mostInBatch } from '#contract/admin/order-tabs.ts'
import { keyOf } from '#contract/rules/own-value.ts'
import { api } from '../api.ts'
import { useList } from '../list/use-list.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'

export { mostInBatch as mostOrganized }

type Filter = NonNullable<Parameters<typeof api.adminCustomers.organize>[0]['filter']>

/** The list of customers, with the conditions of its address as actions for all of them take them. */
export function useCustomers() {
  const list = useList<CustomerRow>()
  const { kind, blocked, group, marketing, ...others } = list.filterValues
  const answer = keyOf(consentLabels, marketing ?? '')
  const filter: Filter = {
    ...others,
    ...((kind === 'account' || kind === 'guest') && { kind }),
    ...((blocked === 'true' || blocked === 'false') && { blocked }),
    ...(group && { group: Number(group) }),
    ...(answer && { marketing: answer }),
  }
  return { ...list, filter }
}

export const consentLabels = { yes: 'Consent given', no: 'No consent', unasked: 'Never prompted' } as const

/** Tags and groups that filters and entries offer, and the name of a chosen product. */
export const useCustomerChoices = (product?: string) =>
  useAnswer(queryKeys.customerChoices(product ?? null), (signal) =>
    api.adminCustomers.choices(product ? { product: Number(product) } : {}, signal),
  ).data
