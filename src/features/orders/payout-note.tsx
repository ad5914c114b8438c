import { type FormEvent, useState } from 'react'
import { api } from '#client/api.ts'
import type { Order } from '#contract/checkout.ts'
import { formAction, type PostedForm, postedOf } from '#contract/posted-form.ts'
import type { PayoutDetails } from '#contract/refund.ts'
import { dayText } from '#contract/rules/day-text.ts'
import { Button } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { useLocale } from '#ui/locale.ts'
import { HiddenFields } from '#ui/post-form.tsx'
import { Amount } from '#ui/price.tsx'
import { refOf } from './order-links.ts'
import css from './refund-note.module.css'

type Props = {
  order: Order
  token?: string | undefined
  onChange: (order: Order) => void
  /** The form of this page that was sent without JavaScript. */
  posted: PostedForm | null
}

/** Money that is paid back by hand: what is to come and where to, which the customer says here, and the payments made. */
export function PayoutNote(props: Props) {
  const { order } = props
  const locale = useLocale()
  const { owed_refunds, payout } = order
  const open = owed_refunds.filter(({ paid_on }) => paid_on === null)
  if (owed_refunds.length === 0 && !payout) return null
  // From before the shop recorded such debts: it may have been paid.
  const isEarlier = open.some(({ is_earlier }) => is_earlier)
  const sum = open.reduce((total, { amount }) => total + amount.amount, 0)
  return (
    <Callout
      tone={payout ? 'info' : 'success'}
      title={open.length > 0 ? 'Refund to pay' : payout ? 'Your refund' : 'Paid back'}
    >
      {sum > 0 && (
        <p>
          {isEarlier ? 'If you have not received it yet, we pay ' : 'We pay '}
          <Amount money={{ ...order.grand_total, amount: sum }} /> back to you
          {payout?.is_known ? `: ${payout.label}.` : '.'}
        </p>
      )}
      {sum === 0 && payout?.is_known && <p>We will pay it to: {payout.label}.</p>}
      {owed_refunds.map(
        ({ id, amount, paid_on, reference }) =>
          paid_on && (
            <p key={id}>
              <Amount money={amount} /> paid on {dayText(paid_on, locale, 'UTC')}, reference {reference}
            </p>
          ),
      )}
      {payout && !payout.is_known && <PayoutForm {...props} />}
    </Callout>
  )
}

type Errors = Record<string, string | undefined>

/** Without JavaScript the fields of both kinds are shown, and those of the chosen kind count. */
function PayoutForm({ order, token, onChange, posted }: Props) {
  const sent = postedOf(posted, 'payout-details')
  const [kind, setKind] = useState<PayoutDetails['kind']>(sent?.values.kind === 'upi' ? 'upi' : 'bank')
  const [errors, setErrors] = useState<Errors>(sent?.errors ?? {})
  const [isBusy, setIsBusy] = useState(false)

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    setIsBusy(true)
    const reply = await api.orders.payout({
      ...refOf(order.order_no, token),
      payout:
        kind === 'upi'
          ? { kind, upi_id: text('upi_id') }
          : {
              kind,
              account_name: text('account_name'),
              account_number: text('account_number'),
              bank_code: text('bank_code'),
            },
    })
    setIsBusy(false)
    if (reply.status === 'success') return onChange(reply.data)
    const named = Object.entries(reply.errors ?? {}).map(([name, [first]]) => [
      name.replace('payout.', ''),
      first,
    ])
    setErrors(Object.fromEntries(named))
  }

  return (
    <form
      method="post"
      action={formAction('payout-details')}
      onSubmit={save}
      noValidate
      className={css.payout}
    >
      <HiddenFields fields={refOf(order.order_no, token)} />
      <SelectField
        label="Where should we pay it?"
        name="kind"
        value={kind}
        onChange={({ target }) => setKind(target.value === 'upi' ? 'upi' : 'bank')}
        options={[
          { value: 'bank', label: 'Bank account' },
          { value: 'upi', label: 'UPI ID' },
        ]}
      />
      <div className={kind === 'bank' ? css.kind : css.otherKind}>
        <TextField
          label="Account holder"
          name="account_name"
          autoComplete="name"
          defaultValue={sent?.values.account_name}
          error={errors.account_name}
        />
        <TextField
          label="Account number"
          name="account_number"
          autoComplete="off"
          error={errors.account_number}
        />
        <TextField
          label="IFSC or bank code"
          name="bank_code"
          autoComplete="off"
          defaultValue={sent?.values.bank_code}
          error={errors.bank_code}
        />
      </div>
      <div className={kind === 'upi' ? css.kind : css.otherKind}>
        <TextField
          label="UPI ID"
          name="upi_id"
          autoComplete="off"
          defaultValue={sent?.values.upi_id}
          error={errors.upi_id}
        />
      </div>
      <Button type="submit" look="secondary" isBusy={isBusy}>
        Save
      </Button>
    </form>
  )
}
