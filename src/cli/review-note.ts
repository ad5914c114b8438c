import type { Db } from '../server/http/context.ts'

/** Why an order wants somebody's eye, as the operator reads it: money came that it had no use for, and went back. ADR 0008. */
const notes = {
  amount_mismatch: 'another amount came than was asked for, and went back',
  paid_out_of_stock: 'it was paid when it was sold out, and the money went back',
  paid_after_cancel: 'it was paid after it was cancelled, and the money went back',
  paid_twice: 'it was paid twice, and one payment went back',
}

export const reviewNote = (reason: keyof typeof notes | null): string =>
  reason ? `Please look: ${notes[reason]}` : ''

/** The same of one order; empty when there is nothing to look at. */
export async function readReviewNote(db: Db, orderId: number): Promise<string> {
  const row = await db
    .selectFrom('orders')
    .select('review_reason')
    .where('id', '=', orderId)
    .executeTakeFirst()
  return reviewNote(row?.review_reason ?? null)
}
