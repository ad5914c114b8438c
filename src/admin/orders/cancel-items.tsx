import { useState } from 'react'
import type { OrderDetail } from '#contract/admin/orders.ts'
import { type StaffCancelReason, staffCancelReasons } from '#contract/rules/order-reasons.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import { type LineAmounts, piecesOf, totalOfLines } from '#contract/rules/split-amounts.ts'
import { Button } from '#ui/button.tsx'
import { api, refusal } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntrySelect, EntryText, optionsOf } from '../parts/entry-field.tsx'
import { useFormat } from '../parts/format.ts'
import { entry, readEntries } from '../parts/read-entries.ts'
import { useRecordActions } from '../parts/use-record-actions.ts'
import { BlockedCards } from './give-back.tsx'
import type { OrderProps } from './order-items.tsx'
import css from './order-screen.module.css'
import { QuantityFields } from './quantity-fields.tsx'
import { useAcceptedAmount } from './use-accepted-amount.ts'

type Quantities = Readonly<Record<number, number>>

/** An order that is not paid is cancelled as a whole; of others, pieces that have not left. */
export function CancelOrder(props: OrderProps) {
  const { status } = props.order
  return status === 'pending_payment' || status === 'payment_failed' ? (
    <CancelUnpaid {...props} />
  ) : (
    <CancelItems {...props} />
  )
}

function CancelUnpaid(props: OrderProps) {
  const { order } = props
  const ref = { id: order.id, version: order.version }
  const { run, onRefused } = useRecordActions(props.onChange)
  return (
    <ActionDialog
      look="quiet"
      label="Cancel order"
      title={`Cancel ${order.order_no}?`}
      submit="Cancel this order"
      onSubmit={(form) => run(api.adminOrders.cancel({ ...ref, ...readCause(form) }))}
      onRefused={onRefused}
    >
      {(errors) => (
        <>
          <p>
            It is not paid. Its items go back into stock, it can no longer be paid, and the customer gets a
            message. Money that arrives later is refunded.
          </p>
          <Cause initial="not_paid" errors={errors} />
        </>
      )}
    </ActionDialog>
  )
}

/** Cancels chosen pieces that are not shipped: none at first, with the amount that they are worth. */
function CancelItems(props: OrderProps) {
  const { order } = props
  const ref = { id: order.id, version: order.version }
  const actions = useRecordActions(props.onChange)
  const { accepted, forget, onRefused } = useAcceptedAmount(actions.onRefused)
  const [quantities, setQuantities] = useState<Quantities>({})
  function reset() {
    setQuantities({})
    forget()
  }
  async function cancel(form: HTMLFormElement) {
    const items = order.left_to_ship
      .map(({ order_item_id }) => ({ item_id: order_item_id, quantity: quantities[order_item_id] ?? 0 }))
      .filter(({ quantity }) => quantity > 0)
    if (items.length === 0) throw refusal('Choose at least one item')
    await actions.run(
      api.adminOrders.cancel({ ...ref, items, ...readCause(form), accepted_amount: accepted }),
    )
    reset()
  }
  return (
    <ActionDialog
      look="quiet"
      label="Cancel items"
      title={`Cancel items of ${order.order_no}`}
      submit={accepted !== undefined ? 'Cancel all the same' : 'Cancel these items'}
      onSubmit={cancel}
      onRefused={onRefused}
      onClose={reset}
    >
      {(errors) => (
        <>
          <p>They go back into stock, and the customer gets a message.</p>
          <QuantityFields
            legend="Quantity to cancel"
            lines={order.left_to_ship.map((line) => ({ ...line, id: line.order_item_id }))}
            errors={errors.items}
            inputOf={({ id }) => ({
              value: quantities[id] ?? 0,
              onChange: ({ target }) => setQuantities({ ...quantities, [id]: Number(target.value) }),
            })}
          />
          <div className={css.quiet}>
            <Button
              look="quiet"
              onClick={() =>
                setQuantities(
                  Object.fromEntries(
                    order.left_to_ship.map(({ order_item_id, quantity }) => [order_item_id, quantity]),
                  ),
                )
              }
            >
              {order.is_partly_shipped ? 'All that is not sent' : 'The whole order'}
            </Button>
          </div>
          <Amount order={order} quantities={quantities} />
          <BlockedCards order={order} />
          <Cause initial="out_of_stock" errors={errors} />
        </>
      )}
    </ActionDialog>
  )
}

type CauseProps = { initial: StaffCancelReason; errors: Record<string, string[]> }

function Cause({ initial, errors }: CauseProps) {
  return (
    <>
      <EntrySelect label="Reason" name="reason" defaultValue={initial} errors={errors.reason}>
        {optionsOf(staffCancelReasons)}
      </EntrySelect>
      <EntryText label="Comment (optional)" name="comment" />
    </>
  )
}

const readCause = (form: HTMLFormElement) =>
  readEntries(form, { reason: entry.oneOf(keysOf(staffCancelReasons)), comment: entry.text })

function Amount({ order, quantities }: { order: OrderDetail; quantities: Quantities }) {
  const { money } = useFormat()
  const amount = money({ ...order.grand_total, amount: worthOf(order, quantities) })
  const isPaid = order.payment_status === 'paid' || order.payment_status === 'partially_refunded'
  return (
    <p className={css.worth} role="status">
      {isPaid ? 'Refund to the customer: ' : 'The total becomes lower by '}
      <strong>{amount}</strong>
    </p>
  )
}

/** What the chosen pieces cost, after discount, as the shop calculates it. Delivery and fee go back only with the whole order. */
export function worthOf(
  {
    left_to_ship,
    is_partly_shipped,
    grand_total,
    tax_included,
  }: Pick<OrderDetail, 'left_to_ship' | 'is_partly_shipped' | 'grand_total' | 'tax_included'>,
  quantities: Quantities,
): number {
  const isWhole = left_to_ship.every((line) => quantities[line.order_item_id] === line.quantity)
  if (isWhole && !is_partly_shipped) return grand_total.amount
  const pieces = left_to_ship.flatMap((line) => {
    const wanted = Math.min(Math.max(0, Math.trunc(quantities[line.order_item_id] ?? 0) || 0), line.quantity)
    return wanted === 0 ? [] : [piecesOf(amountsOf(line), wanted)]
  })
  return totalOfLines(pieces, tax_included)
}

const amountsOf = ({
  quantity,
  price,
  discount,
  tax,
  total,
}: OrderDetail['left_to_ship'][number]): LineAmounts => ({
  quantity,
  unit_price: price.amount,
  discount: discount.amount,
  tax: tax.amount,
  total: total.amount,
})
