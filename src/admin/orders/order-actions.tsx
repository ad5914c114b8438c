import type { OrderDetail } from '#contract/admin/orders.ts'
import { cancelReasons } from '#contract/rules/order-reasons.ts'
import { type Answer, ApiError, api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntryField, EntrySelect, EntryText } from '../parts/entry-field.tsx'
import { showMessage } from '../parts/messages.tsx'
import css from './order-screen.module.css'
import type { OrderProps } from './order-screen.tsx'

/** Runs a write and shows the order as it is then; after a stale write, the present order. */
export function useOrderAction({ order, onChange }: OrderProps) {
  const ref = { id: order.id, version: order.version }
  return {
    ref,
    run: async (work: Promise<Answer<OrderDetail>>) => {
      const { data, message } = await work
      onChange(data)
      if (message) showMessage(message)
    },
    onRefused: (error: ApiError) => {
      if (error.code === 'STALE_RECORD') onChange(error.data as OrderDetail)
    },
  }
}

/** The actions that the order's state allows; the first one is what usually comes next. */
export function OrderActions({ order, onChange }: OrderProps) {
  const { ref, run, onRefused } = useOrderAction({ order, onChange })
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
      {can('ship') && <Ship order={order} onChange={onChange} />}
      {!isTransfer && confirmation}
      {can('cancel') && <Cancel order={order} onChange={onChange} />}
    </div>
  )
}

function Ship(props: OrderProps) {
  const { order } = props
  const { ref, run, onRefused } = useOrderAction(props)
  const nameOf = (id: number) => order.productchannel.find((item) => item.id === id)?.name ?? `Item ${id}`
  async function ship(entries: FormData) {
    const items = order.left_to_ship
      .map(({ order_item_id }) => ({
        order_item_id,
        quantity: Number(entries.get(`quantity ${order_item_id}`)),
      }))
      .filter(({ quantity }) => quantity > 0)
    if (items.length === 0) throw refusal('Choose at least one item')
    await run(
      api.adminOrders.ship({
        ...ref,
        courier: String(entries.get('courier')),
        waybill: String(entries.get('waybill')),
        ...(entries.get('expected_at') && { expected_at: String(entries.get('expected_at')) }),
        items,
      }),
    )
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
          <EntryField label="Courier" name="courier" errors={errors.courier} autoComplete="off" />
          <EntryField label="Waybill" name="waybill" errors={errors.waybill} autoComplete="off" />
          <EntryField
            label="Expected on (optional)"
            name="expected_at"
            type="date"
            errors={errors.expected_at}
          />
          <fieldset className={css.quantities}>
            <legend>Quantity in this shipment</legend>
            {order.left_to_ship.map(({ order_item_id, quantity }) => (
              <EntryField
                key={order_item_id}
                label={`${nameOf(order_item_id)} (of ${quantity})`}
                name={`quantity ${order_item_id}`}
                type="number"
                min={0}
                max={quantity}
                defaultValue={quantity}
              />
            ))}
          </fieldset>
        </>
      )}
    </ActionDialog>
  )
}

function Cancel(props: OrderProps) {
  const { order } = props
  const { ref, run, onRefused } = useOrderAction(props)
  const live = order.productchannel.filter(({ status }) => status !== 'cancelled')
  async function cancel(entries: FormData) {
    const items = live
      .map(({ id }) => ({ item_id: id, quantity: Number(entries.get(`quantity ${id}`)) }))
      .filter(({ quantity }) => quantity > 0)
    if (items.length === 0) throw refusal('Choose at least one item')
    await run(
      api.adminOrders.cancel({
        ...ref,
        items,
        reason: String(entries.get('reason')) as keyof typeof cancelReasons,
        comment: String(entries.get('comment') ?? ''),
      }),
    )
  }
  return (
    <ActionDialog
      label="Cancel items"
      look="quiet"
      title={`Cancel items of ${order.order_no}`}
      submit="Cancel these items"
      onSubmit={cancel}
      onRefused={onRefused}
    >
      {(errors) => (
        <>
          <p>Stock is restored, what was paid for them is refunded, and the customer gets a message.</p>
          <fieldset className={css.quantities}>
            <legend>Quantity to cancel</legend>
            {live.map(({ id, name, quantity }) => (
              <EntryField
                key={id}
                label={`${name} (of ${quantity})`}
                name={`quantity ${id}`}
                type="number"
                min={0}
                max={quantity}
                defaultValue={quantity}
                errors={errors.items}
              />
            ))}
          </fieldset>
          <EntrySelect label="Reason" name="reason" defaultValue="other">
            {Object.entries(cancelReasons).map(([code, label]) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
          </EntrySelect>
          <EntryText label="Comment (optional)" name="comment" />
        </>
      )}
    </ActionDialog>
  )
}

/** A refusal by the form itself, shown like one of the shop. */
const refusal = (message: string) => new ApiError(422, { status: 'error', code: 'VALIDATION', message })
