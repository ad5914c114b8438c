import { Link } from 'react-router'
import type { OrderDetail } from '#contract/admin/orders.ts'
import { api, refusal } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntryField } from '../parts/entry-field.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import { useRecordActions } from '../parts/use-record-actions.ts'
import { BookCourier, openBookingOf } from './book-courier.tsx'
import { CancelOrder } from './cancel-items.tsx'
import { GiveBack, StartReturn } from './give-back.tsx'
import { locationOf, type OrderProps } from './order-items.tsx'
import css from './order-screen.module.css'
import { SendPaymentLink } from './payment-link.tsx'
import { QuantityFields } from './quantity-fields.tsx'

/** The actions that the order's state allows; the first one is what usually comes next. */
export function OrderActions({ order, onChange }: OrderProps) {
  const ref = { id: order.id, version: order.version }
  const { run, onRefused } = useRecordActions(onChange)
  const can = (action: OrderDetail['actions'][number]) => order.actions.includes(action)
  const isTransfer = order.payment_method.code === 'bank_transfer'
  const confirmation = can('confirmPayment') && (
    <ActionDialog
      label="Confirm payment"
      look="secondary"
      title={`Confirm the payment of ${order.order_no}?`}
      submit="Confirm payment"
      onSubmit={() => run(api.adminOrders.confirmPayment(ref))}
      onRefused={onRefused}
    >
      <p>Only when the money has arrived. The customer gets a message.</p>
    </ActionDialog>
  )
  return (
    <div className={css.actions}>
      {can('sendPaymentLink') && <SendPaymentLink order={order} onChange={onChange} />}
      {isTransfer && confirmation}
      {can('pack') && (
        <ActionDialog
          label="Pack"
          title={`Pack ${order.order_no}?`}
          submit="Mark as packed"
          onSubmit={() => run(api.adminOrders.pack(ref))}
          onRefused={onRefused}
        >
          <p>The customer gets no message before the shipment.</p>
        </ActionDialog>
      )}
      {can('ship') && !openBookingOf(order) && <BookCourier order={order} onChange={onChange} />}
      {can('markReady') && <MarkReady order={order} onChange={onChange} />}
      {can('handOver') && <HandOver order={order} onChange={onChange} />}
      {can('ship') && <Ship order={order} onChange={onChange} />}
      {!isTransfer && confirmation}
      {can('startReturn') && <StartReturn order={order} onChange={onChange} />}
      {can('exchange') && (
        <Link className={css.replace} to={`/orders/create?exchanges=${order.id}`}>
          Exchange items
        </Link>
      )}
      {can('giveBack') && <GiveBack order={order} onChange={onChange} />}
      {can('replace') && (
        <Link className={css.replace} to={`/orders/create?replaces=${order.id}`}>
          Send a replacement
        </Link>
      )}
      {can('change') && (
        <Link className={css.replace} to={`/orders/${order.id}/edit`}>
          Edit order
        </Link>
      )}
      {can('cancel') && <CancelOrder order={order} onChange={onChange} />}
    </div>
  )
}

function MarkReady({ order, onChange }: OrderProps) {
  const { run, onRefused } = useRecordActions(onChange)
  return (
    <ActionDialog
      label="Ready for pick-up"
      title={`Is ${order.order_no} ready at ${order.pickup?.name}?`}
      submit="Ready for pick-up"
      onRefused={onRefused}
      onSubmit={() => run(api.adminOrders.markReady({ id: order.id, version: order.version }))}
    >
      <p>The customer gets a code by mail and SMS, with the address and the opening hours.</p>
    </ActionDialog>
  )
}

function HandOver({ order, onChange }: OrderProps) {
  const ref = { id: order.id, version: order.version }
  const { run, onRefused } = useRecordActions(onChange)
  return (
    <ActionDialog
      label="Hand over"
      title={`Hand ${order.order_no} over`}
      submit="Hand over"
      onRefused={onRefused}
      onSubmit={(form) =>
        run(api.adminOrders.handOver({ ...ref, ...readEntries(form, { code: entry.trimmed }) }))
      }
    >
      {(errors) => (
        <EntryField
          label="Code of the customer"
          name="code"
          inputMode="numeric"
          autoComplete="off"
          errors={errors.code}
        />
      )}
    </ActionDialog>
  )
}

function Ship(props: OrderProps) {
  const { order } = props
  const ref = { id: order.id, version: order.version }
  const booked = openBookingOf(order)
  const { run, onRefused } = useRecordActions(props.onChange)
  async function ship(form: HTMLFormElement) {
    const shipped = order.left_to_ship.map(({ order_item_id: id }) => ({ id }))
    const { quantity, ...entries } = readEntries(form, {
      courier: entry.text,
      waybill: entry.text,
      expected_at: entry.optionalText,
      quantity: entry.each(shipped, entry.number),
    })
    const items = quantity
      .filter(({ value }) => value > 0)
      .map(({ id, value }) => ({ order_item_id: id, quantity: value }))
    if (items.length === 0) throw refusal('Choose at least one item')
    await run(api.adminOrders.ship({ ...ref, ...entries, items }))
  }
  const lines = order.left_to_ship.map((line) => ({
    ...line,
    location: locationOf(order, line.order_item_id),
  }))
  const locations = new Set(lines.map(({ location }) => location))
  return (
    <ActionDialog
      label="Ship"
      look={order.status === 'placed' || order.pickup ? 'secondary' : 'primary'}
      title={`Ship items of ${order.order_no}`}
      submit="Ship"
      onSubmit={ship}
      onRefused={onRefused}
    >
      {(errors) => (
        <>
          <EntryField
            label="Courier"
            name="courier"
            defaultValue={booked?.carrier}
            errors={errors.courier}
            autoComplete="off"
          />
          <EntryField
            label="Waybill (optional)"
            name="waybill"
            defaultValue={booked?.waybill ?? ''}
            hint="Leave it empty for your own van, a letter or a pick-up"
            errors={errors.waybill}
            autoComplete="off"
          />
          <EntryField
            label="Expected on (optional)"
            name="expected_at"
            type="date"
            errors={errors.expected_at}
          />
          {locations.size > 1 && <p>These items leave {locations.size} locations: one shipment for each.</p>}
          <QuantityFields
            legend="Quantity in this shipment"
            lines={lines.map(({ location, name, ...line }) => ({
              ...{ ...line, location, id: line.order_item_id },
              name: location ? `${name}, ${location}` : name,
            }))}
            inputOf={({ id, quantity }) => ({
              defaultValue:
                booked?.items.find((item) => item.order_item_id === id)?.quantity ??
                (booked || locationOf(order, id) !== lines[0]?.location ? 0 : quantity),
            })}
          />
        </>
      )}
    </ActionDialog>
  )
}
