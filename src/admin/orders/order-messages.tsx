import type { OrderDetail } from '#contract/admin/orders.ts'
import { api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { useFormat } from '../parts/format.ts'
import { useRecordActions } from '../parts/use-record-actions.ts'
import { useSession } from '../session-context.ts'
import type { OrderProps } from './order-items.tsx'
import css from './order-screen.module.css'

type Message = OrderDetail['messages'][number]

const titleOf = ({ kind }: Message) => {
  const text = kind.replace(/:.*/, '').replaceAll('_', ' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** Mails and SMS of the order, newest first, which can be sent again. The demo delivers none: its outbox shows them. */
export function OrderMessages({ order, onChange, canWrite }: OrderProps & { canWrite: boolean }) {
  const { time } = useFormat()
  const { shown_only } = useSession().session.shop
  const { run } = useRecordActions(onChange)
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
            const isShownOnly = shown_only.some((one) => one === channel)
            const way = channel === 'sms' ? 'SMS' : 'E-mail'
            return (
              <li key={id} className={css.message}>
                <span>
                  {titleOf(message)}
                  <small>
                    {way} to {recipient}
                  </small>
                  <small>
                    {failed_at ? (
                      'Could not be sent'
                    ) : sent_at ? (
                      `Sent ${time(sent_at)}`
                    ) : isShownOnly ? (
                      <>
                        In the <a href="/dev/outbox">demo outbox</a> since {time(at)}
                      </>
                    ) : (
                      `Waiting since ${time(at)}`
                    )}
                  </small>
                </span>
                {canWrite && (sent_at || failed_at || isShownOnly) && (
                  <ActionDialog
                    label="Send again"
                    look="quiet"
                    title={`Send “${titleOf(message)}” again?`}
                    submit="Send again"
                    onSubmit={() => run(api.adminOrders.resend({ id: order.id, message_id: id }))}
                  >
                    <p>
                      {isShownOnly
                        ? `The demo delivers nothing: its outbox shows the same ${way} once more.`
                        : `${recipient} gets the same ${way} once more.`}
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
