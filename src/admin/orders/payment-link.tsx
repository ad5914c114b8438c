import { PAYMENT_LINK_DAYS } from '#contract/rules/payment-methods.ts'
import { api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntrySelect } from '../parts/entry-field.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import { useRecordActions } from '../parts/use-record-actions.ts'
import type { OrderProps } from './order-items.tsx'

const { least, most, usual } = PAYMENT_LINK_DAYS
const choices = [least, usual, 7, most]

type Props = { name: string; onChoose?: (days: number) => void; errors?: string[] | undefined }

/** How long a payment link is valid, and the items are held. */
export const LinkDays = ({ name, onChoose, errors }: Props) => (
  <EntrySelect
    label="The link is valid for"
    name={name}
    defaultValue={usual}
    errors={errors}
    onChange={({ target }) => onChoose?.(Number(target.value))}
  >
    {choices.map((days) => (
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
      label="Send payment link"
      title={`Send a payment link for ${order.order_no}`}
      submit="Send the link"
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
