import type { Order } from '#contract/checkout.ts'
import { refundReasons } from '#contract/rules/order-reasons.ts'
import { Callout } from '#ui/callout.tsx'
import { Amount } from '#ui/price.tsx'
import css from './refund-note.module.css'

type Refund = Order['refunds'][number]

const next: Record<Refund['status'], string> = {
  refund_requested: 'We look at it within two working days and write to you.',
  refund_approved: 'Please keep the items packed and ready: we collect them.',
  returned: 'The items are here. We are looking at them.',
  refunded: 'The money is on its way. Banks take up to 7 days.',
  refund_rejected: 'Please write to us if you think that we are mistaken.',
}

/** How far a refund is, and what comes next. */
export function RefundNote({ refund, items }: { refund: Refund; items: Order['productchannel'] }) {
  const { status, note, amount } = refund
  return (
    <Callout tone={status === 'refunded' ? 'success' : 'info'} title={refund.status_label}>
      <p>
        {refund.refund_no} · <Amount money={amount} />
      </p>
      <ul className={css.items}>
        {refund.items.map(({ item_id, quantity, reason, images }) => (
          <li key={item_id}>
            {quantity} × {items.find(({ id }) => id === item_id)?.name}: {refundReasons[reason]}
            {images.length > 0 && (
              <span className={css.photos}>
                {images.map((image, at) => (
                  <a key={image} href={image} target="_blank" rel="noreferrer">
                    <img
                      src={image}
                      alt={`What is wrong, ${at + 1} of ${images.length}`}
                      width={48}
                      height={48}
                      loading="lazy"
                    />
                  </a>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p>{note || next[status]}</p>
    </Callout>
  )
}
