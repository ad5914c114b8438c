import { PAYMENT_LINK_DAYS, QUOTE_DAYS } from '#contract/rules/payment-methods.ts'
import { api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntrySelect } from '../parts/entry-field.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import { useRecordActions } from '../parts/use-record-actions.ts'
import type { OrderProps } from './order-items.tsx'

const { least, most, usual } = PAYMENT_LINK_DAYS
const choices = { link: [least, usual, 7, most], quote: [7, QUOTE_DAYS.usual, 30, QUOTE_DAYS.most] }

type Props = {
  name: string
  of?: keyof typeof choices
  onChoose?: (days: number) => void
  errors?: string[] | undefined
}

/** How long a payment link or a quote is valid, and the items are held. */
export const LinkDays = ({ name, of = 'link', onChoose, errors }: Props) => (
  <EntrySelect
    key={of}
    label={of === 'link' ? 'The link is valid for' : 'The quote is valid for'}
    name={name}
    defaultValue={of === 'link' ? usual : QUOTE_DAYS.usual}
    errors={errors}
    onChange={({ target }) => onChoose?.(Number(target.value))}
  >
    {choices[of].map((days) => (
      <option key={days} value={days}>
        {days === 1 ? '1 day' : `${days} days`}
      </option>
    ))}
  </EntrySelect>
)

/** Sends the customer of an unpaid order the link to pay online. */
export function SendPaymentLink({ order, onChange }: OrderProps) {
  const { run, onRefused } = useRecordActions(onChange)
  async function send(form: HTMLFormElement) {
    const { days } = readEntries(form, { days: entry.number })
    await run(api.adminOrders.sendPaymentLink({ id: order.id, version: order.version, days }))
  }
  return (
    <ActionDialog
      label={order.is_quote ? 'Send the quote again' : 'Send payment link'}
      title={
        order.is_quote
          ? `Send the quote ${order.order_no} again`
          : `Send a payment link for ${order.order_no}`
      }
      submit={order.is_quote ? 'Send the quote' : 'Send the link'}
      onSubmit={send}
      onRefused={onRefused}
    >
      {(errors) => (
        <>
          <p>
            {[order.email, order.phone].filter(Boolean).join(' and ')} gets a message with the link. The items
            are held until it ends.
          </p>
          <LinkDays name="days" errors={errors.days} />
        </>
      )}
    </ActionDialog>
  )
}
