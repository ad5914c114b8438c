import { useState } from 'react'
import type { OrderDetail } from '#contract/admin/orders.ts'
import type { PayoutDetails } from '#contract/refund.ts'
import { dayIn } from '#contract/rules/time-zone.ts'
import { api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntryField, EntrySelect } from '../parts/entry-field.tsx'
import { useFormat } from '../parts/format.ts'
import { entry, readEntries } from '../parts/read-entries.ts'
import { StatusChip } from '../parts/status-chip.tsx'
import { useRecordActions } from '../parts/use-record-actions.ts'
import { useSession } from '../session-context.ts'
import type { OrderProps } from './order-items.tsx'
import css from './order-screen.module.css'

const reasons: Record<OrderDetail['owed_refunds'][number]['reason'], string> = {
  cancelled: 'Cancelled items',
  returned: 'Returned items',
  surplus: 'Paid too much',
  allowance: 'Money given back',
}

/** Money that no gateway pays back: what is to be paid, where to, and the payments that were made. */
export function OwedRefunds({ order, onChange, canWrite }: OrderProps & { canWrite: boolean }) {
  const { money, day } = useFormat()
  const { time_zone: zone } = useSession().session.shop
  const ref = { id: order.id, version: order.version }
  const { run, onRefused } = useRecordActions(onChange)
  if (order.owed_refunds.length === 0 && !order.payout) return null
  return (
    <section className={css.card}>
      <h2>Refunds by hand</h2>
      {order.payout && <Payout order={order} onChange={onChange} canWrite={canWrite} />}
      {order.owed_refunds.map(({ id, amount, reason, paid_on, reference, is_earlier }) => (
        <article key={id} className={css.part}>
          <h3>{money(amount)}</h3>
          <p className={css.chips}>
            {paid_on ? (
              <StatusChip status="paid" label="Paid back" />
            ) : (
              <StatusChip status="refund_to_pay" label="Refund to pay" />
            )}
            <span>{reasons[reason]}</span>
          </p>
          {is_earlier && !paid_on && (
            <p className={css.alert}>From before this version: check whether it was paid.</p>
          )}
          {paid_on && (
            <p>
              On {day(paid_on)}, reference {reference}
            </p>
          )}
          {canWrite && !paid_on && (
            <div className={css.actions}>
              <ActionDialog
                label="Paid back"
                title={`${money(amount)} paid back?`}
                submit="Record payment"
                onRefused={onRefused}
                onSubmit={(form) => {
                  const entries = readEntries(form, { paid_on: entry.text, reference: entry.text })
                  return run(api.adminOrders.payBack({ ...ref, owed_id: id, ...entries }))
                }}
              >
                {(errors) => (
                  <>
                    <p>
                      {is_earlier
                        ? 'If it was paid before the update, enter that day and its reference: the customer gets no message. Otherwise pay it at your bank first.'
                        : 'After you paid it at your bank. The customer gets a message with the reference.'}
                    </p>
                    <EntryField
                      label="Paid on"
                      name="paid_on"
                      type="date"
                      defaultValue={dayIn(new Date(), zone)}
                      errors={errors.paid_on}
                    />
                    <EntryField
                      label="Reference"
                      name="reference"
                      autoComplete="off"
                      hint="The number of the transfer, such as a UTR"
                      errors={errors.reference}
                    />
                  </>
                )}
              </ActionDialog>
            </div>
          )}
        </article>
      ))}
    </section>
  )
}

function Payout({ order, onChange, canWrite }: OrderProps & { canWrite: boolean }) {
  const ref = { id: order.id, version: order.version }
  const { run, onRefused } = useRecordActions(onChange)
  const known = order.payout_details
  const [kind, setKind] = useState<PayoutDetails['kind']>(known?.kind ?? 'bank')
  return (
    <div className={css.contacts}>
      {known === null ? (
        <p>
          {order.payout?.is_known && !canWrite
            ? order.payout.label
            : order.payout?.is_known
              ? `The stored details (${order.payout.label}) cannot be read, because the secret that encrypted them is gone. Please ask the customer and enter them again.`
              : 'The customer has not said yet where to pay it.'}
        </p>
      ) : known.kind === 'upi' ? (
        <p>UPI ID {known.upi_id}</p>
      ) : (
        <p>
          {known.account_name}, account {known.account_number}, {known.bank_code}
        </p>
      )}
      {canWrite && (
        <div className={css.quiet}>
          <ActionDialog
            label={known ? 'Change' : 'Enter bank details'}
            look="quiet"
            title="Where to pay the refund"
            submit="Save"
            onRefused={onRefused}
            onSubmit={(form) => run(api.adminOrders.payout({ ...ref, payout: readPayout(form, kind) }))}
          >
            {(errors) => {
              const of = (name: string) => errors[`payout.${name}`] ?? errors[name]
              return (
                <>
                  <EntrySelect
                    label="Paid to"
                    name="kind"
                    value={kind}
                    onChange={({ target }) => setKind(target.value === 'upi' ? 'upi' : 'bank')}
                  >
                    <option value="bank">Bank account</option>
                    <option value="upi">UPI ID</option>
                  </EntrySelect>
                  {kind === 'upi' ? (
                    <EntryField label="UPI ID" name="upi_id" autoComplete="off" errors={of('upi_id')} />
                  ) : (
                    <>
                      <EntryField label="Account holder" name="account_name" errors={of('account_name')} />
                      <EntryField
                        label="Account number"
                        name="account_number"
                        autoComplete="off"
                        errors={of('account_number')}
                      />
                      <EntryField
                        label="IFSC or bank code"
                        name="bank_code"
                        autoComplete="off"
                        errors={of('bank_code')}
                      />
                    </>
                  )}
                </>
              )
            }}
          </ActionDialog>
        </div>
      )}
    </div>
  )
}

const readPayout = (form: HTMLFormElement, kind: PayoutDetails['kind']): PayoutDetails =>
  kind === 'upi'
    ? { kind, ...readEntries(form, { upi_id: entry.text }) }
    : {
        kind,
        ...readEntries(form, { account_name: entry.text, account_number: entry.text, bank_code: entry.text }),
      }
