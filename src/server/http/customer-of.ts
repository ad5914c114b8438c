import type { CallContext } from './context.ts'
import { signInFirst } from './errors.ts'

/** The customer of a call for customers: the pipeline lets nobody else in, this says so to the types. */
export function customerOf({ visitor }: Pick<CallContext, 'visitor'>): number {
  if (visitor.customerId === null) throw signInFirst()
  return visitor.customerId
}
