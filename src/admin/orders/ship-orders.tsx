import { useState } from 'react'
import type { OrderBatch, OrderRow } from '#contract/admin/orders.ts'
import { api, refusal } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntryField } from '../parts/entry-field.tsx'
import { useFormat } from '../parts/format.ts'
import { entry, readEntries } from '../parts/read-entries.ts'
import type { OrderFilter } from './use-orders.ts'

type Props = {
  orders: readonly OrderRow[]
  /** Ships all orders that it finds instead of those listed; without waybills. */
  all?: { filter: OrderFilter; count: number } | undefined
  onShipped: (batch: OrderBatch) => Promise<unknown>
}

/** Ships all that is left of the selected orders as one job of the shop, with a waybill for each or without. */
export function ShipOrders({ orders, all, onShipped }: Props) {
  const { count } = useFormat()
  const [withoutWaybill, setWithoutWaybill] = useState(false)

  async function ship(form: HTMLFormElement) {
    const { courier, waybill: waybills } = readEntries(form, {
      courier: entry.trimmed,
      waybill: entry.each(orders, entry.trimmed),
    })
    if (courier === '') throw refusal('Not shipped', { courier: ['This field is required'] })
    if (all) {
      await onShipped((await api.adminOrders.bulk({ action: 'ship', filter: all.filter, courier })).data)
      return
    }
    const entered = waybills.filter(({ value }) => value)
    const chosen = withoutWaybill ? waybills : entered
    if (chosen.length === 0) throw refusal('Please enter a waybill')
    const { data } = await api.adminOrders.bulk({
      action: 'ship',
      ids: chosen.map(({ id }) => id),
      courier,
      waybills: Object.fromEntries(entered.map(({ id, value }) => [id, value])),
    })
    await onShipped(data)
  }

  const waybillEntries = (errors: Record<string, string[] | undefined>) => (
    <>
      <label>
        <input
          type="checkbox"
          checked={withoutWaybill}
          onChange={({ target }) => setWithoutWaybill(target.checked)}
        />{' '}
        Ship without a waybill where none is entered: own van, letter, pick-up
      </label>
      {orders.map(({ id, order_no, customer }) => (
        <EntryField
          key={id}
          label={`Waybill of ${order_no}, ${customer}`}
          name={`waybill ${id}`}
          autoComplete="off"
          errors={errors[`waybill ${id}`]}
        />
      ))}
    </>
  )
  const most = all?.count ?? orders.length
  return (
    <ActionDialog
      label={`Ship ${count(most)} ${most === 1 ? 'order' : 'orders'}`}
      look="secondary"
      title="Ship orders"
      submit="Ship"
      onSubmit={ship}
    >
      {(errors) => (
        <>
          <p>
            All that is left of each order.{' '}
            {all
              ? 'They are shipped without waybills: own van, letter, pick-up. To enter waybills, select orders of one page.'
              : 'An order without a waybill stays as it is.'}
          </p>
          <EntryField label="Courier" name="courier" autoComplete="off" errors={errors.courier} />
          {!all && waybillEntries(errors)}
        </>
      )}
    </ActionDialog>
  )
}
