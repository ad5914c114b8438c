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
import type { OrderProps } from './order-items.tsx'
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

function Ship(props: OrderProps) {
  const { order } = props
  const ref = { id: order.id, version: order.version }
  const booked = openBookingOf(order)
  const { run, onRefused } = useRecordActions(props.onChange)
  async function ship(form: HTMLFormElement) {
    const lines = order.left_to_ship.map(({ order_item_id: id }) => ({ id }))
    const { quantity, ...entries } = readEntries(form, {
      courier: entry.text,
      waybill: entry.text,
      expected_at: entry.optionalText,
      quantity: entry.each(lines, entry.number),
    })
    const items = quantity
      .filter(({ value }) => value > 0)
      .map(({ id, value }) => ({ order_item_id: id, quantity: value }))
    if (items.length === 0) throw refusal('Choose at least one item')
    await run(api.adminOrders.ship({ ...ref, ...entries, items }))
  }
  return (
    <ActionDialog
      label="Ship"
      look={order.status === 'placed' ? 'secondary' : 'primary'}
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
          <QuantityFields
            legend="Quantity in this shipment"
            lines={order.left_to_ship.map((line) => ({ ...line, id: line.order_item_id }))}
            inputOf={({ id, quantity }) => ({
              defaultValue:
                booked?.items.find((item) => item.order_item_id === id)?.quantity ?? (booked ? 0 : quantity),
            })}
          />
        </>
      )}
    </ActionDialog>
  )
}
