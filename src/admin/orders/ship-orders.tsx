import { useRef, useState } from 'react'
import type { OrderBatch, OrderRow } from '#contract/admin/orders.ts'
import { api, refusal } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntryField, EntryText } from '../parts/entry-field.tsx'
import { FileInput } from '../parts/file-input.tsx'
import { useFormat } from '../parts/format.ts'
import { entry, readEntries } from '../parts/read-entries.ts'
import { readWaybills } from './read-waybills.ts'
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
      {orders.length > 1 && <PasteWaybills orders={orders} />}
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
              ? 'Those that have a booked parcel leave with it, the others without waybills: own van, letter, pick-up. To enter waybills, select orders of one page.'
              : 'An order without a waybill stays as it is. Those that have a booked parcel leave with it.'}
          </p>
          <EntryField label="Courier" name="courier" autoComplete="off" errors={errors.courier} />
          {!all && waybillEntries(errors)}
        </>
      )}
    </ActionDialog>
  )
}

/** Fills the waybills of the form from the list of a courier, pasted or as a CSV file. */
function PasteWaybills({ orders }: { orders: readonly OrderRow[] }) {
  const { count } = useFormat()
  const holder = useRef<HTMLDivElement>(null)
  const [result, setResult] = useState('')

  function fill(text: string) {
    const { waybills, unknown } = readWaybills(text, orders)
    for (const [id, waybill] of waybills) {
      const field = holder.current?.closest('form')?.elements.namedItem(`waybill ${id}`)
      if (field instanceof HTMLInputElement) field.value = waybill
    }
    const rest = unknown.length > 3 ? [...unknown.slice(0, 3), '…'] : unknown
    setResult(
      text.trim() === ''
        ? ''
        : [
            `${count(waybills.size)} of ${count(orders.length)} waybills filled in.`,
            ...(rest.length > 0 ? [`Not used: ${rest.join(' | ')}`] : []),
          ].join(' '),
    )
  }

  return (
    <div ref={holder}>
      <EntryText
        label="Paste orders and waybills (optional)"
        hint="A line each, such as SF-100042, DL123456789"
        onChange={({ target }) => fill(target.value)}
      />
      <FileInput
        label="Or choose a CSV file"
        hint="The list of the courier, with the numbers of the orders"
        accept=".csv,.txt,text/csv,text/plain"
        onChoose={([file]) => void file?.text().then(fill)}
      />
      <p role="status">{result}</p>
    </div>
  )
}
