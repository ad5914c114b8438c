import type { Money } from '../money.ts'

type Payable = {
  grand_total: Money
  exchange: { credit: Money; due: Money } | null
  stored_value?: { parts: { label: string; amount: Money }[]; due: Money } | undefined
}

/** What is still to be paid of an order. */
export const dueOf = ({ grand_total, exchange, stored_value }: Payable): Money =>
  exchange?.due ?? stored_value?.due ?? grand_total

/** What a return, gift cards and store credit pay of an order, in minor units. */
export const creditOf = ({ exchange, stored_value }: Omit<Payable, 'grand_total'>): number =>
  exchange?.credit.amount ?? (stored_value?.parts ?? []).reduce((sum, { amount }) => sum + amount.amount, 0)

/** What gift cards and store credit pay of an order; `due` where something is left to pay. */
export const storedOf = ({ stored_value }: Pick<Payable, 'stored_value'>) =>
  stored_value && { ...stored_value, due: stored_value.due.amount > 0 ? stored_value.due : null }
