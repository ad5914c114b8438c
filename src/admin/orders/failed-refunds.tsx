import { api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { useFormat } from '../parts/format.ts'
import { useRecordActions } from '../parts/use-record-actions.ts'
import type { OrderProps } from './order-items.tsx'
import css from './order-screen.module.css'

/** Refunds that the gateway has not made: its answer, and what staff do about it. */
export function FailedRefunds({ order, onChange, canWrite }: OrderProps & { canWrite: boolean }) {
  const { money, moment } = useFormat()
  const ref = { id: order.id, version: order.version }
  const { run, onRefused } = useRecordActions(onChange)
  if (order.failed_refunds.length === 0) return null
  return (
    <section className={css.card}>
      <h2>Refunds not made</h2>
      {order.failed_refunds.map(({ id, gateway, amount, attempts, error, next_attempt_at }) => (
        <article key={id} className={css.part}>
          <h3>{money(amount)}</h3>
          <p className={css.alert}>
            {gateway} has not made this refund: {error}
          </p>
          <p>
            {attempts === 1 ? 'Tried once' : `Tried ${attempts} times`}, again by itself at{' '}
            {moment(next_attempt_at)}.
          </p>
          {canWrite && (
            <div className={css.actions}>
              <ActionDialog
                label="Try again"
                title={`Try the refund of ${money(amount)} again?`}
                submit="Try again"
                look="secondary"
                onRefused={onRefused}
                onSubmit={() => run(api.adminOrders.failedRefund({ ...ref, refund_id: id, step: 'retry' }))}
              >
                <p>{gateway} makes it once, however often it is asked.</p>
              </ActionDialog>
              <ActionDialog
                label="Pay by hand"
                title={`Pay ${money(amount)} by hand?`}
                submit="Pay by hand"
                look="secondary"
                onRefused={onRefused}
                onSubmit={() => run(api.adminOrders.failedRefund({ ...ref, refund_id: id, step: 'by_hand' }))}
              >
                <p>
                  Look at your account at {gateway} first: the customer must not have the money already.{' '}
                  {gateway} is asked a last time. If it refuses, the shop never asks it again, the customer
                  gets a message that asks for a bank account or UPI ID, and you pay it yourself.
                </p>
              </ActionDialog>
            </div>
          )}
        </article>
      ))}
    </section>
  )
}
