import type { OrderDetail } from '#contract/admin/orders.ts'
import type { Answer, ApiError } from '../api.ts'
import { showMessage } from '../parts/messages.tsx'

/** What each part of an order's screen gets. */
export type OrderProps = { order: OrderDetail; onChange: (order: OrderDetail) => void }

/** Runs a write and shows the order as it is then; after a stale write, the present order. */
export function useOrderAction({ order, onChange }: OrderProps) {
  const ref = { id: order.id, version: order.version }
  return {
    ref,
    run: async (work: Promise<Answer<OrderDetail>>) => {
      const { data, message } = await work
      onChange(data)
      if (message) showMessage(message)
    },
    onRefused: (error: ApiError) => {
      if (error.code === 'STALE_RECORD') onChange(error.data as OrderDetail)
    },
  }
}
