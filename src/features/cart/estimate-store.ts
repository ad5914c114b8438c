import { createStore } from 'zustand/vanilla'
import type { Money } from '#contract/money.ts'

/** The cheapest delivery of the latest estimate with the tax on top of it, and the version of the cart it was made for. */
export type Estimate = { version: number; amount: Money; tax: Money }

export const estimateStore = createStore<{ estimate: Estimate | null }>(() => ({ estimate: null }))
