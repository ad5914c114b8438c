import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { sessionRecord } from '#client/session-record.ts'
import type { Cart } from '#contract/cart.ts'
import type { Money } from '#contract/money.ts'

/** The cheapest delivery of the latest estimate with the tax on top of it, and the version of the cart it was made for. */
export type Estimate = { version: number; amount: Money; tax: Money }

export const estimateStore = createStore<{ estimate: Estimate | null }>(() => ({ estimate: null }))

/** The latest estimate, as long as the cart has not changed since and no delivery method is chosen. */
export function useEstimate({ version, shipping_method }: Cart): Estimate | undefined {
  const estimate = useStore(estimateStore, (state) => state.estimate)
  return estimate?.version === version && !shipping_method ? estimate : undefined
}

/** The postcode of the shopper's delivery estimate, for this visit. */
export const storedPostcode = sessionRecord<string>('deliver-to')
