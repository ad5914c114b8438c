import { type FormEvent, useState } from 'react'
import { api } from '#client/api.ts'
import type { Order } from '#contract/checkout.ts'
import { formAction } from '#contract/posted-form.ts'
import { timeText } from '#contract/rules/day-text.ts'
import { Button } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import { useLocale } from '#ui/locale.ts'
import { HiddenFields } from '#ui/post-form.tsx'
import { Amount } from '#ui/price.tsx'
import { refOf } from './order-links.ts'
import { PayLink } from './pay-link.tsx'
import css from './refund-note.module.css'

type Props = {
  order: Order
  token?: string | undefined
  timeZone: string
  onChange: (order: Order) => void
}

/** A change by the shop that costs more: the customer pays the difference, accepts the new total, or keeps the order as it was. */
export function ChangeNote({ order, token, timeZone, onChange }: Props) {
  const locale = useLocale()
  const [isBusy, setIsBusy] = useState(false)
  const { change } = order
  if (!change) return null

  async function answer(event: FormEvent<HTMLFormElement>, accepts: boolean, change_id: number) {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    const reply = await api.orders.answerChange({ ...refOf(order.order_no, token), change_id, accepts })
    setIsBusy(false)
    if (reply.status === 'success') onChange(reply.data)
  }
  const answerForm = (accepts: boolean) => (
    <form
      method="post"
      action={formAction('answer-change')}
      onSubmit={(event) => void answer(event, accepts, change.id)}
    >
      <HiddenFields
        fields={{
          ...refOf(order.order_no, token),
          change_id: String(change.id),
          accepts: String(accepts),
        }}
      />
      <Button type="submit" look={accepts ? 'primary' : 'secondary'} isBusy={isBusy}>
        {accepts ? 'Accept the change' : 'Keep the order as it was'}
      </Button>
    </form>
  )
  return (
    <Callout tone="warning" title="Please confirm the change of your order">
      <ul className={css.items}>
        {change.taken_out.map((line) => (
          <li key={line}>Removed: {line}</li>
        ))}
        {change.put_in.map((line) => (
          <li key={line}>Added: {line}</li>
        ))}
      </ul>
      <p>
        It costs <Amount money={change.difference} /> more: <Amount money={change.new_total} /> in all. Please{' '}
        {change.is_paid_online ? 'pay the difference' : 'answer'} by{' '}
        {timeText(change.answer_by, locale, timeZone)}. Until then your order waits, and we keep the items for
        you. Without your answer it stays as it was.
      </p>
      <div className={css.answers}>
        {change.is_paid_online ? <PayLink order={order} /> : answerForm(true)}
        {answerForm(false)}
      </div>
    </Callout>
  )
}

/** Of an order for items of a former one: which one that is, and that it waits for the return. */
export function ExchangeNote({ order: { exchange, status } }: { order: Order }) {
  if (!exchange || status === 'cancelled') return null
  return (
    <Callout tone="info" title={`Exchange for order ${exchange.former_no}`}>
      <p>
        {exchange.awaits_return
          ? 'We keep the new items for you, and send them once your return is here. A difference is settled then.'
          : exchange.due.amount > 0
            ? 'The value of your return pays a part of this order.'
            : 'Nothing more is to be paid.'}
      </p>
    </Callout>
  )
}
