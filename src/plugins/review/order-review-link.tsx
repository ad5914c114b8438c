import type { SlotProps } from '#contract/slots.ts'
import { LinkButton } from '#ui/button.tsx'

/** Leads from an order to the reviews of its items. */
export function OrderReviewLink({
  data: { order_no, open },
}: SlotProps['order.actions'] & { data: { order_no: string; open: number } }) {
  return (
    <LinkButton look="secondary" href={`/account/reviews?order=${encodeURIComponent(order_no)}`}>
      {open > 0 ? 'Write a review' : 'Edit your reviews'}
    </LinkButton>
  )
}
