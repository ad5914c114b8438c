import type { OrderDetail } from '#contract/admin/orders.ts'
import { api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { useFormat } from '../parts/format.ts'
import { useOrderAction } from './order-actions.tsx'
import css from './order-screen.module.css'
import type { OrderProps } from './order-screen.tsx'

type Message = OrderDetail['messages'][number]

const titleOf = ({ kind }: Message) => {
  const text = kind.replace(/:.*/, '').replaceAll('_', ' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** Mails and SMS of the order, newest first, which can be sent again. */
export function OrderMessages({ order, onChange, canWrite }: OrderProps & { canWrite: boolean }) {
  const { time } = useFormat()
  const { run } = useOrderAction({ order, onChange })
  if (order.messages.length === 0) return null
  return (
    <section className={css.card}>
      <details>
        <summary>
          <h2>Messages ({order.messages.length})</h2>
        </summary>
        <ul className={css.list}>
          {order.messages.map((message) => {
            const { id, channel, recipient, at, sent_at, failed_at } = message
            const way = channel === 'sms' ? 'SMS' : 'E-mail'
            return (
              <li key={id} className={css.message}>
                <span>
                  {titleOf(message)}
                  <small>
                    {way} to {recipient}
                  </small>
                  <small>
                    {failed_at
                      ? 'Could not be sent'
                      : sent_at
                        ? `Sent ${time(sent_at)}`
                        : `Waiting since ${time(at)}`}
                  </small>
                </span>
                {canWrite && (sent_at || failed_at) && (
                  <ActionDialog
                    label="Send again"
                    look="quiet"
                    title={`Send “${titleOf(message)}” again?`}
                    submit="Send again"
                    onSubmit={() => run(api.adminOrders.resend({ id: order.id, message_id: id }))}
                  >
                    <p>
                      {recipient} gets the same {way} once more.
                    </p>
                  </ActionDialog>
                )}
              </li>
            )
          })}
        </ul>
      </details>
    </section>
  )
}
