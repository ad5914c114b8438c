import type { Order } from '#contract/checkout.ts'
import { formatMoney } from '#contract/money.ts'
import { refundReasons } from '#contract/rules/order-reasons.ts'
import { isPaidFirst } from '#contract/rules/payment-methods.ts'
import { lostText } from '#contract/rules/promotions/named-discounts.ts'
import { Callout } from '#ui/callout.tsx'
import { useLocale } from '#ui/locale.ts'
import { Amount } from '#ui/price.tsx'
import { creditNoteUrl, returnLabelUrl } from './order-links.ts'
import css from './refund-note.module.css'

type Refund = Order['refunds'][number]

type Props = {
  refund: Refund
  order: Pick<Order, 'order_no' | 'payment_method' | 'productchannel'>
  token?: string | undefined
}

const next: Record<Refund['status'], string> = {
  refund_requested: 'We’ll review your request within two working days and email you.',
  refund_approved: 'Please keep the items packed and ready: we collect them.',
  returned: 'We have received the items and are inspecting them.',
  refunded: 'Your refund is on its way. This may take up to 7 days.',
  refund_rejected: 'Please contact us if you disagree with this decision.',
}

/** The progress of a refund, and its next step. */
export function RefundNote({ refund, order: { order_no, payment_method, productchannel }, token }: Props) {
  const { status, note, amount, refund_no, credit_note_no, has_return_label, exchange, refund_to, deducted } =
    refund
  const locale = useLocale()
  const isSettled = status === 'refunded' && exchange?.amount.amount === amount.amount
  const isCredited = status === 'refunded' && refund_to === 'store_credit'
  const isByHand = status === 'refunded' && !isPaidFirst(payment_method.code)
  return (
    <Callout tone={status === 'refunded' ? 'success' : 'info'} title={refund.status_label}>
      <p>
        {refund_no} · <Amount money={amount} />
      </p>
      {refund.items.length > 0 && (
        <ul className={css.items}>
          {refund.items.map(({ item_id, quantity, reason, images }) => (
            <li key={item_id}>
              {quantity} × {productchannel.find(({ id }) => id === item_id)?.name}: {refundReasons[reason]}
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
      )}
      {deducted?.map(({ name, amount: less }) => (
        <p key={name}>{lostText(name, formatMoney(less, locale))}</p>
      ))}
      {isCredited && <p>It is on your store credit. You can pay with it at your next order.</p>}
      {exchange && (
        <p>
          {exchange.amount.amount > 0 ? (
            <>
              <Amount money={exchange.amount} /> of it pays your new order {exchange.order_no}.
            </>
          ) : (
            `Exchanged for your new order ${exchange.order_no}.`
          )}
        </p>
      )}
      {(note || !isCredited) && (
        <p>
          {note ||
            (isSettled
              ? 'Nothing more is to be paid back.'
              : isByHand
                ? 'We pay it back by hand, see below.'
                : next[status])}
        </p>
      )}
      {has_return_label && (
        <p>
          <a href={returnLabelUrl(order_no, refund_no, token)} download>
            Download the return label
          </a>
        </p>
      )}
      {credit_note_no && (
        <p>
          <a href={creditNoteUrl(order_no, { refund_no }, token)} download>
            Download credit note {credit_note_no}
          </a>
        </p>
      )}
    </Callout>
  )
}
