import { useState } from 'react'
import type { OrderRow } from '#contract/admin/orders.ts'
import { ApiError, api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntryField } from '../parts/entry-field.tsx'
import { showMessage } from '../parts/messages.tsx'

type Props = { orders: readonly OrderRow[]; onShipped: () => Promise<unknown> }

/** Ships all that is left of the selected orders, with a waybill for each. Orders without a waybill stay as they are. */
export function ShipOrders({ orders, onShipped }: Props) {
  const [shipped, setShipped] = useState<readonly number[]>([])
  const waiting = orders.filter(({ id }) => !shipped.includes(id))

  async function ship(entries: FormData) {
    const courier = String(entries.get('courier') ?? '')
    const waybillOf = ({ id }: OrderRow) => String(entries.get(`waybill ${id}`) ?? '').trim()
    const errors: Record<string, string[]> = {}
    const done: number[] = []
    for (const order of waiting.filter(waybillOf)) {
      const { id } = order
      try {
        const { version } = (await api.adminOrders.get({ id })).data
        await api.adminOrders.ship({ id, version, courier, waybill: waybillOf(order) })
        done.push(id)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.errors.courier) errors.courier = error.errors.courier
        errors[`waybill ${id}`] = error.errors.waybill ?? (error.errors.courier ? [] : [error.message])
      }
    }
    if (done.length > 0) showMessage(`${done.length} ${done.length === 1 ? 'order' : 'orders'} shipped`)
    if (done.length === 0 && Object.keys(errors).length === 0)
      throw new ApiError(422, { status: 'error', code: 'VALIDATION', message: 'Please enter a waybill' })
    if (Object.keys(errors).length > 0) {
      setShipped([...shipped, ...done])
      throw new ApiError(422, { status: 'error', code: 'VALIDATION', message: 'Not shipped', errors })
    }
    setShipped([])
    await onShipped()
  }

  return (
    <ActionDialog
      label={`Ship ${orders.length} ${orders.length === 1 ? 'order' : 'orders'}`}
      look="secondary"
      title="Ship orders"
      submit="Ship"
      onSubmit={ship}
      onClose={() => {
        if (shipped.length === 0) return
        setShipped([])
        void onShipped()
      }}
    >
      {(errors) => (
        <>
          <p>All that is left of each order. An order without a waybill stays as it is.</p>
          <EntryField label="Courier" name="courier" autoComplete="off" errors={errors.courier} />
          {waiting.map(({ id, order_no, customer }) => (
            <EntryField
              key={id}
              label={`Waybill of ${order_no}, ${customer}`}
              name={`waybill ${id}`}
              autoComplete="off"
              errors={errors[`waybill ${id}`]}
            />
          ))}
        </>
      )}
    </ActionDialog>
  )
}
