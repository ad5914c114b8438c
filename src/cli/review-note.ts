import type { Db } from '../server/platform/kernel/context.ts'

/**
 * Why an operator must review an order: a payment arrived that the order could not use, and was returned. ADR 0034.
 */
const notes = {
  amount_mismatch: 'the payment had another amount than the order, and was returned',
  paid_out_of_stock: 'it was paid when an item was sold out, and the payment was returned',
  paid_after_cancel: 'it was paid after its cancellation, and the payment was returned',
  paid_twice: 'it was paid twice, and one payment was returned',
}

export const reviewNote = (reason: keyof typeof notes | null): string =>
  reason ? `Review needed: ${notes[reason]}` : ''

/** The note of one order; empty when there is nothing to review. */
export async function readReviewNote(db: Db, orderId: number): Promise<string> {
  const row = await db
    .selectFrom('orders')
    .select('review_reason')
    .where('id', '=', orderId)
    .executeTakeFirst()
  return reviewNote(row?.review_reason ?? null)
}
