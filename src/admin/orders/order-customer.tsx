import { Link } from 'react-router'
import { api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { useFormat } from '../parts/format.ts'
import { readEntries } from '../parts/read-entries.ts'
import { useRecordActions } from '../parts/use-record-actions.ts'
import { useSession } from '../session-context.ts'
import { AddressEntries, addressEntries } from './address-entries.tsx'
import type { OrderProps } from './order-items.tsx'
import css from './order-screen.module.css'

type Props = OrderProps & { canWrite: boolean }

/** Who ordered, where it is delivered, and what else they ordered. */
export function OrderCustomer({ order, onChange, canWrite }: Props) {
  const { time } = useFormat()
  const { may } = useSession()
  const to = order.shipping_address
  const lines = [
    `${to.first_name} ${to.last_name}`,
    to.address_line_1,
    to.address_line_2,
    `${to.city} ${to.postcode}`,
    to.state_name,
  ]
  return (
    <section className={css.card}>
      <h2>Customer</h2>
      <address>
        {lines
          .filter((line) => line?.trim())
          .map((line) => (
            <span key={line}>{line}</span>
          ))}
      </address>
      {canWrite && order.actions.includes('changeAddress') && (
        <div className={css.actions}>
          <ChangeAddress order={order} onChange={onChange} />
        </div>
      )}
      <p className={css.contacts}>
        {order.phone && <a href={`tel:${order.phone}`}>{order.phone}</a>}
        {order.email && <a href={`mailto:${order.email}`}>{order.email}</a>}
        {order.customer_id !== null && may('customers.read') && (
          <Link to={`/customers/${order.customer_id}/show`}>Customer record</Link>
        )}
      </p>
      {order.instruction && (
        <p className={css.quote}>
          <strong>Note from the customer:</strong> {order.instruction}
        </p>
      )}
      {order.other_orders.length > 0 && (
        <details>
          <summary>
            {order.other_orders.length} other {order.other_orders.length === 1 ? 'order' : 'orders'}
          </summary>
          <ul className={css.list}>
            {order.other_orders.map((other) => (
              <li key={other.id}>
                <Link to={`/orders/${other.id}/show`}>{other.order_no}</Link> {other.status_label},{' '}
                {time(other.placed_at)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function ChangeAddress(props: OrderProps) {
  const { order } = props
  const ref = { id: order.id, version: order.version }
  const { run, onRefused } = useRecordActions(props.onChange)
  const change = (form: HTMLFormElement) => {
    const entries = addressEntries((name) => order.shipping_address[name])
    return run(api.adminOrders.changeAddress({ ...ref, ...readEntries(form, entries) }))
  }
  return (
    <ActionDialog
      label="Change address"
      look="secondary"
      title={`Delivery address of ${order.order_no}`}
      submit="Save address"
      onSubmit={change}
      onRefused={onRefused}
    >
      {(errors) => (
        <>
          <p>The delivery, its charge and the total stay as they are. The customer gets no message.</p>
          <div className={css.addressFields}>
            <AddressEntries errorsOf={(name) => errors[name]} values={order.shipping_address} />
          </div>
        </>
      )}
    </ActionDialog>
  )
}
