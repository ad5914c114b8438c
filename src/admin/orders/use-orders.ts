import {
  type OrderTab,
  orderTabLabels,
  paymentStatusLabels,
  waitingLabels,
} from '#contract/admin/order-tabs.ts'
import type { OrderRow } from '#contract/admin/orders.ts'
import { keyOf } from '#contract/rules/own-value.ts'
import { api } from '../api.ts'
import { useList } from '../list/use-list.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'

export type OrderFilter = NonNullable<Parameters<typeof api.adminOrders.bulk>[0]['filter']>

/** The list of orders, with the conditions of its address as a bulk action and the export take them. */
export function useOrders() {
  const list = useList<OrderRow, { tabs: Partial<Record<OrderTab, number>> }>()
  const { tab: typed, waiting: waits, payment_status: paid, ...others } = list.filterValues
  const tab = keyOf(orderTabLabels, typed ?? '') ?? 'all'
  const waiting = keyOf(waitingLabels, waits ?? '')
  const payment_status = keyOf(paymentStatusLabels, paid ?? '')
  const filter: OrderFilter = {
    ...others,
    tab,
    ...(waiting && { waiting }),
    ...(payment_status && { payment_status }),
  }
  return { ...list, tab, filter }
}

/** What the filters, tags and assignments of orders can be chosen from. */
export const useOrderChoices = (product?: string) =>
  useAnswer(queryKeys.orderFilters(product ?? null), (signal) =>
    api.adminOrders.filters(product ? { product: Number(product) } : {}, signal),
  ).data
