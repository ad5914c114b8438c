import { api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { useFormat } from '../parts/format.ts'
import { useRecordActions } from '../parts/use-record-actions.ts'
import type { OrderProps } from './order-items.tsx'
import css from './order-screen.module.css'

/** A change that waits for the customer: what it is, and how to end it. Nothing leaves until then. */
export function WaitingChange({ order, onChange, canWrite }: OrderProps & { canWrite: boolean }) {
  const { money, moment } = useFormat()
  const { run, onRefused } = useRecordActions(onChange)
  const { change } = order
  if (!change) return null
  const lines = [
    ...change.taken_out.map((line) => `Removed: ${line}`),
    ...change.put_in.map((line) => `Added: ${line}`),
  ]
  return (
    <section className={css.card} aria-label="Change that waits">
      <h2>On hold: a change waits for the customer</h2>
      <ul className={css.list}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>
        The order would cost {money(change.difference)} more: {money(change.new_total)}. The customer can{' '}
        {change.is_paid_online ? 'pay the difference' : 'accept it'} until {moment(change.answer_by)}; the
        items are held until then, and nothing leaves.
      </p>
      {canWrite && (
        <div className={css.actions}>
          <ActionDialog
            label="Withdraw the change"
            look="secondary"
            title={`Withdraw the change of ${order.order_no}?`}
            submit="Withdraw the change"
            onSubmit={() => run(api.adminOrders.withdrawChange({ id: order.id, version: order.version }))}
            onRefused={onRefused}
          >
            <p>
              The order stays as it was, and the customer gets a message. Money that arrives later is
              returned.
            </p>
          </ActionDialog>
        </div>
      )}
    </section>
  )
}
