import type { Visitor } from '../kernel/context.ts'
import { signInFirst } from '../kernel/errors.ts'

/** The customer of an authenticated call. The pipeline already refuses others; this narrows the type. */
export function customerOf({ visitor }: { visitor: Pick<Visitor, 'customerId'> }): number {
  if (visitor.customerId === null) throw signInFirst()
  return visitor.customerId
}
