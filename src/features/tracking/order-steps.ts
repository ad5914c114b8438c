import type { Order } from '#contract/checkout.ts'
import { orderStatusLabel } from '#contract/rules/order-status.ts'

export type OrderStep = {
  name: string
  title: string
  /** When it was reached; null: not yet, or not recorded. */
  at: string | null
  state: 'done' | 'current' | 'ahead'
}

const way = [
  ['placed', 'Ordered'],
  ['packed', 'Packed'],
  ['shipped', 'Shipped'],
  ['out_for_delivery', 'Out for delivery'],
  ['delivered', 'Delivered'],
] as const

const PARTLY = orderStatusLabel('partly_shipped')

/** The steps of an order to its delivery, with its progress. Later states (a return) count as delivered. */
export function orderSteps(
  timeline: (Pick<Order['timeline'][number], 'status' | 'at'> & { label?: string })[],
  { isUnsent = false } = {},
): OrderStep[] {
  const reachedAt = new Map(timeline.map(({ status, at }) => [status, at]))
  const partly = timeline.findLast(({ status }) => status === 'shipped')?.label === PARTLY
  // Without a delivery there is nothing between the two.
  const steps = isUnsent ? way.filter(([name]) => name === 'placed' || name === 'delivered') : way
  // A parcel that came back leads to a step before.
  const last = timeline.findLast(({ status }) => steps.some(([name]) => name === status))?.status
  const furthest = steps.findIndex(([name]) => name === last)
  return steps.map(([name, title], at) => ({
    name,
    title: partly && name === 'shipped' ? PARTLY : title,
    at: reachedAt.get(name) ?? null,
    state:
      at < furthest || (at === furthest && name === 'delivered')
        ? 'done'
        : at === furthest
          ? 'current'
          : 'ahead',
  }))
}
