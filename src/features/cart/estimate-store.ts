import { createStore } from 'zustand/vanilla'
import type { Money } from '#contract/money.ts'

/** The cheapest delivery of the latest estimate, and the version of the cart it was made for. */
export type Estimate = { version: number; amount: Money }

export const estimateStore = createStore<{ estimate: Estimate | null }>(() => ({ estimate: null }))
