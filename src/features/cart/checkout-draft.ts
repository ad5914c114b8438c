import { sessionRecord } from '#client/session-record.ts'

/** Unsaved input of a cart's checkout; deleted with the order. */
type Draft = { cartId: number; address?: Record<string, string>; instruction?: string }

const record = sessionRecord<Draft>('checkout-draft')

export function readDraft(cartId: number | null): Omit<Draft, 'cartId'> {
  const draft = record.read()
  return draft?.cartId === cartId && draft ? draft : {}
}

export function keepDraft(cartId: number | null, change: Omit<Draft, 'cartId'>) {
  if (cartId !== null) record.write({ ...readDraft(cartId), ...change, cartId })
}

export const clearDraft = () => record.clear()
