import type { OrderDetail } from '#contract/admin/orders.ts'
import { refundReasons } from '#contract/rules/order-reasons.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import { declineReasons } from '#contract/rules/withdrawal.ts'
import { api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntrySelect, EntryText } from '../parts/entry-field.tsx'
import { useFormat } from '../parts/format.ts'
import { entry, readEntries } from '../parts/read-entries.ts'
import { StatusChip } from '../parts/status-chip.tsx'
import { useRecordActions } from '../parts/use-record-actions.ts'
import { BookReturnLabel } from './book-courier.tsx'
import { enteredTarget, RefundTo } from './give-back.tsx'
import type { OrderProps } from './order-items.tsx'
import css from './order-screen.module.css'
import { QuantityFields } from './quantity-fields.tsx'

type Step = 'approve' | 'reject' | 'returned' | 'paid'

/** The steps that may follow each state of a return. */
const nextSteps: Partial<Record<OrderDetail['refunds'][number]['status'], readonly Step[]>> = {
  refund_requested: ['approve', 'reject'],
  refund_approved: ['returned'],
  returned: ['paid', 'reject'],
}

const steps: Record<Step, { label: string; about: string }> = {
  approve: { label: 'Approve', about: 'The customer is asked to send the items back.' },
  reject: { label: 'Decline', about: 'The customer gets your reason.' },
  returned: { label: 'Items arrived', about: 'Inspect them first: a damaged item is not to be sold again.' },
  paid: {
    label: 'Refund',
    about:
      'The money goes back the way it was paid, or to store credit; without an online payment you pay it by hand afterwards.',
  },
}

/** Returns with reasons and photos and the decision about them, and refunds without one. */
export function Refunds({ order, onChange, canWrite }: OrderProps & { canWrite: boolean }) {
  const { money, time } = useFormat()
  if (order.refunds.length === 0) return null
  const nameOf = (id: number) => order.productchannel.find((item) => item.id === id)?.name ?? `Item ${id}`
  return (
    <section className={css.card}>
      <h2>Returns and refunds</h2>
      {order.refunds.map(
        ({
          refund_no,
          status,
          status_label,
          amount,
          kind,
          items,
          note,
          requested_at,
          withdrawn_at,
          exchange,
          refund_to,
          deducted,
        }) => (
          <article key={refund_no} className={css.part}>
            <h3>
              {refund_no}, {money(amount)}
            </h3>
            <p className={css.chips}>
              <StatusChip status={status} label={status_label} />
              <span>{time(requested_at)}</span>
            </p>
            {withdrawn_at && <Withdrawal at={time(withdrawn_at)} />}
            {kind === 'allowance' && <p>Given back; the customer keeps the items.</p>}
            {refund_to === 'store_credit' && <p>Refunded to the customer’s store credit.</p>}
            {exchange && (
              <p>
                Exchanged for {exchange.order_no}
                {exchange.amount.amount > 0 && `, which ${money(exchange.amount)} of it pays`}.
              </p>
            )}
            <ul className={css.list}>
              {items.map((item) => (
                <li key={item.item_id}>
                  {item.quantity} × {nameOf(item.item_id)}: {refundReasons[item.reason]}
                  {item.comment && <small>“{item.comment}”</small>}
                  <span className={css.photos}>
                    {item.images.map((image, at) => (
                      <a key={image} href={image} target="_blank" rel="noreferrer">
                        <img src={image} alt={`${at + 1} of the customer`} width={72} height={72} />
                      </a>
                    ))}
                  </span>
                </li>
              ))}
            </ul>
            {deducted?.map(({ name, amount: less }) => (
              <p key={name}>
                {money(less)} is deducted: “{name}” no longer applies in full to what the customer keeps.
              </p>
            ))}
            {note && <p className={css.quote}>{note}</p>}
            {canWrite && (
              <Steps
                order={order}
                refund={{ refund_no, status, exchange, withdrawn_at }}
                lines={items.map(({ item_id, quantity }) => ({
                  id: item_id,
                  quantity,
                  name: nameOf(item_id),
                }))}
                onChange={onChange}
              />
            )}
          </article>
        ),
      )}
    </section>
  )
}

function Withdrawal({ at }: { at: string }) {
  return (
    <p>
      <b>Withdrawal from the contract</b>, stated {at}. It needs no reason, and is paid back within 14 days;
      with the whole order the standard delivery too (“Give money back”).
    </p>
  )
}

type ArrivedProps = Pick<StepsProps, 'order' | 'lines'> & { errors: Record<string, string[]> }

function Arrived({ order, lines, errors }: ArrivedProps) {
  return (
    <>
      <QuantityFields
        legend="What has arrived"
        lines={lines}
        errors={errors.items}
        inputOf={({ quantity }) => ({ defaultValue: quantity })}
      />
      <label>
        <input type="checkbox" name="restocks" value="yes" /> Put them back into stock
      </label>
      {order.locations.length > 0 && (
        <EntrySelect label="At" name="location_id" errors={errors.location_id}>
          <option value="0">Where each was shipped from</option>
          {order.locations.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </EntrySelect>
      )}
    </>
  )
}

function LegalReason({ errors }: { errors: string[] | undefined }) {
  return (
    <EntrySelect label="Reason of the law" name="legal_reason" errors={errors}>
      <option value="none">None: the withdrawal stays</option>
      {Object.entries(declineReasons).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </EntrySelect>
  )
}

type StepsProps = OrderProps & {
  refund: Pick<OrderDetail['refunds'][number], 'refund_no' | 'status' | 'exchange' | 'withdrawn_at'>
  lines: readonly { id: number; name: string; quantity: number }[]
}

/** In an exchange the value pays the new order first. */
const ofExchange: Partial<Record<Step, string>> = {
  paid: 'The value of the return pays the new order, which leaves or asks for the difference; the rest goes back the way it was paid.',
  reject: 'The customer gets your reason. The new order is cancelled, and what was paid for it goes back.',
}

/** What staff may decide next about a return. */
function Steps({
  order,
  refund: { refund_no, status, exchange, withdrawn_at },
  lines,
  onChange,
}: StepsProps) {
  const ref = { id: order.id, version: order.version }
  const { run, onRefused } = useRecordActions(onChange)
  return (
    <div className={css.actions}>
      {status === 'refund_approved' && (
        <BookReturnLabel order={order} refundNo={refund_no} onChange={onChange} />
      )}
      {nextSteps[status]?.map((step) => (
        <ActionDialog
          key={step}
          label={steps[step].label}
          look={step === 'reject' ? 'quiet' : 'primary'}
          title={`${steps[step].label}: ${refund_no}`}
          submit={steps[step].label}
          onRefused={onRefused}
          onSubmit={(form) => {
            const {
              note: reply,
              legal_reason,
              restocks,
              location_id,
              quantity,
            } = readEntries(form, {
              note: entry.text,
              legal_reason: entry.text,
              restocks: entry.someOf(['yes']),
              location_id: entry.optionalNumber,
              quantity: entry.each(lines, entry.number),
            })
            const arrived = quantity.filter(({ value }) => value > 0)
            return run(
              api.adminOrders.refund({
                ...ref,
                refund_no,
                step,
                note: reply,
                legal_reason: keysOf(declineReasons).find((key) => key === legal_reason),
                restocks: restocks.length > 0,
                location_id,
                ...(step === 'paid' && { refund_to: enteredTarget(form) }),
                ...(step === 'returned' && {
                  items: arrived.map(({ id, value }) => ({ item_id: id, quantity: value })),
                }),
              }),
            )
          }}
        >
          {(errors) => (
            <>
              <p>{(exchange && ofExchange[step]) ?? steps[step].about}</p>
              {step === 'returned' && <Arrived order={order} lines={lines} errors={errors} />}
              {step === 'paid' && <RefundTo order={order} errors={errors.refund_to} />}
              {step === 'reject' && withdrawn_at && <LegalReason errors={errors.legal_reason} />}
              <EntryText label="Note to the customer (optional)" name="note" errors={errors.note} />
            </>
          )}
        </ActionDialog>
      ))}
    </div>
  )
}
