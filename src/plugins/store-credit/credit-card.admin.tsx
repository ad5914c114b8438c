import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CustomerPanelProps } from '#admin/admin-plugin.ts'
import { type Answer, api, refusal } from '#admin/api.ts'
import { ActionDialog } from '#admin/parts/action-dialog.tsx'
import { EntryField } from '#admin/parts/entry-field.tsx'
import { useFormat } from '#admin/parts/format.ts'
import { showMessage } from '#admin/parts/messages.tsx'
import { parseAmount, useCurrencyDigits } from '#admin/parts/money-entry.tsx'
import { entry, readEntries } from '#admin/parts/read-entries.ts'
import { recordStyles as css } from '#admin/parts/styles.ts'
import { queryKeys, useAnswer } from '#admin/query-keys.ts'
import { useSession } from '#admin/session-context.ts'
import type { CustomerCredit } from './admin-contract.ts'
import { purposeLabels } from './routes.ts'

type Entry = CustomerCredit['entries']['data'][number]

/** The store credit of a customer: balance, entries, and what staff give and take. */
export function CreditCard({ customerId, isReadOnly }: CustomerPanelProps) {
  const { money } = useFormat()
  const client = useQueryClient()
  const [page, setPage] = useState(1)
  const queryKey = ['StoreCredit', customerId, page]
  const { data } = useAnswer(queryKey, (signal) =>
    api.adminStoreCredit.get({ customer_id: customerId, page }, signal),
  )

  /** The first page is read with the change; the timeline of the customer has it too. */
  async function change(work: Promise<Answer<CustomerCredit>>) {
    const { data: changed, message } = await work
    client.removeQueries({ queryKey: ['StoreCredit', customerId] })
    client.setQueryData(['StoreCredit', customerId, 1], changed)
    setPage(1)
    showMessage(message ?? '')
    await client.invalidateQueries({ queryKey: queryKeys.record('customers', customerId) })
  }

  // Only the first page has the newest entry.
  const seen_entry_id = data && page === 1 ? (data.entries.data[0]?.id ?? 0) : undefined
  const adjusting = {
    ...{ customerId, seen_entry_id, onDone: change },
    onStale: () => void client.invalidateQueries({ queryKey: ['StoreCredit', customerId] }),
  }

  return (
    <section className={css.card}>
      <h2>Store credit</h2>
      <p>{data?.balances.map((balance) => money(balance)).join(', ') || 'None yet.'}</p>
      {!isReadOnly && (
        <div className={css.actions}>
          <Adjust {...adjusting} sign={1} />
          {data && data.balances.length > 0 && <Adjust {...adjusting} sign={-1} />}
        </div>
      )}
      <ul className={css.list}>
        {data?.entries.data.map((one) => (
          <CreditEntry
            key={one.id}
            entry={one}
            onUndo={
              one.can_undo && !isReadOnly
                ? () => change(api.adminStoreCredit.undo({ customer_id: customerId, entry_id: one.id }))
                : undefined
            }
          />
        ))}
      </ul>
      {data && data.entries.last_page > 1 && (
        <div className={css.actions}>
          <button type="button" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Newer
          </button>
          <button type="button" disabled={page >= data.entries.last_page} onClick={() => setPage(page + 1)}>
            Older
          </button>
        </div>
      )}
    </section>
  )
}

type AdjustProps = {
  customerId: number
  sign: 1 | -1
  seen_entry_id: number | undefined
  onDone: (work: Promise<Answer<CustomerCredit>>) => Promise<void>
  onStale: () => void
}

function Adjust({ customerId, sign, seen_entry_id, onDone, onStale }: AdjustProps) {
  const { currency } = useSession().session.shop
  const unit = 10 ** useCurrencyDigits()
  const [key, setKey] = useState(() => crypto.randomUUID())
  const label = sign > 0 ? 'Give credit' : 'Take credit'

  async function adjust(form: HTMLFormElement) {
    const { typed, reason } = readEntries(form, { typed: entry.trimmed, reason: entry.trimmed })
    const amount = parseAmount(typed, unit)
    if (!amount) throw refusal('Not changed', { amount: ['Please enter an amount, such as 250'] })
    await onDone(
      api.adminStoreCredit.adjust({
        customer_id: customerId,
        amount: sign * amount,
        reason,
        ...{ request_key: key, seen_entry_id },
      }),
    )
    setKey(crypto.randomUUID())
  }

  return (
    <ActionDialog
      label={label}
      title={label}
      submit={label}
      look="secondary"
      onRefused={onStale}
      onSubmit={adjust}
    >
      {(errors) => (
        <>
          <EntryField
            label={`Amount in ${currency}`}
            name="typed"
            inputMode="decimal"
            autoComplete="off"
            errors={errors.amount}
          />
          <EntryField
            label="Reason, which the customer reads"
            name="reason"
            maxLength={200}
            errors={errors.reason}
          />
        </>
      )}
    </ActionDialog>
  )
}

function CreditEntry({
  entry: { at, amount, purpose, is_undo, order_no, refund_no, note, actor },
  onUndo,
}: {
  entry: Entry
  onUndo: (() => Promise<void>) | undefined
}) {
  const { money, time } = useFormat()
  const what = is_undo ? 'Undone' : purposeLabels[purpose]
  const parts = [order_no, refund_no && `refund ${refund_no}`, note].filter(Boolean)
  return (
    <li className={css.note}>
      {`${amount.amount > 0 ? '+' : ''}${money(amount)}, ${what}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`}
      <small>
        {time(at)}
        {actor && `, ${actor}`}
      </small>
      {onUndo && (
        <ActionDialog label="Undo" title="Undo this entry?" submit="Undo" look="quiet" onSubmit={onUndo}>
          <p>
            An entry of {money({ ...amount, amount: -amount.amount })} is added. Both stay on the statement.
          </p>
        </ActionDialog>
      )}
    </li>
  )
}
