import type { CourierBooking } from '#contract/admin/couriers.ts'
import { api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { useFormat } from '../parts/format.ts'
import { showMessage } from '../parts/messages.tsx'
import { StatusChip } from '../parts/status-chip.tsx'
import type { OrderProps } from './order-items.tsx'
import css from './order-screen.module.css'

const states: Record<CourierBooking['status'], string> = {
  pending: 'Waiting for the courier',
  booked: 'Booked',
  failed: 'Not booked',
  cancelled: 'Booking cancelled',
}

/** The address of the labels of bookings as one PDF. */
export const labelsUrl = (ids: readonly number[], by: 'booking' | 'order' = 'booking') =>
  `/api/admin/couriers/labels?${new URLSearchParams({ by, ids: ids.join() })}`

/** The parcels of an order at couriers, newest first. */
export function Bookings({ order, onChange, canWrite }: OrderProps & { canWrite: boolean }) {
  if (order.bookings.length === 0) return null
  const reload = async () => onChange((await api.adminOrders.get({ id: order.id })).data)
  return (
    <section className={css.card}>
      <h2>Courier</h2>
      {order.bookings.map((booking) => (
        <article key={booking.id} className={css.part}>
          <BookingFacts booking={booking} />
          <BookingActions booking={booking} canWrite={canWrite} onChange={reload} />
        </article>
      ))}
    </section>
  )
}

export function BookingFacts({ booking }: { booking: CourierBooking }) {
  const { money, day, time } = useFormat()
  const { status, problem, carrier, waybill, price, refund_no, pickup_on, pickup_reference, at } = booking
  return (
    <>
      <h3>{waybill ? `${carrier} ${waybill}` : states[status]}</h3>
      <p className={css.chips}>
        <StatusChip status={`booking_${status}`} label={states[status]} />
        {price && <span>{money(price)}</span>}
        {refund_no && <span>Return {refund_no}</span>}
        <span>{time(at)}</span>
      </p>
      {problem && <p className={css.alert}>{problem}</p>}
      {pickup_on && (
        <p>
          Pick-up on {day(pickup_on)}
          {pickup_reference && `, ${pickup_reference}`}
        </p>
      )}
    </>
  )
}

type ActionsProps = { booking: CourierBooking; canWrite: boolean; onChange: () => Promise<unknown> }

export function BookingActions({ booking, canWrite, onChange }: ActionsProps) {
  const { id, status, waybill, is_mergeable, has_left, order_no } = booking
  const hasLabel = booking.has_label && status === 'booked'
  const canCancel = canWrite && !has_left && (status === 'booked' || status === 'pending')
  if (!canCancel && !hasLabel) return null
  return (
    <div className={css.actions}>
      {hasLabel && (
        <a href={labelsUrl([id])} target="_blank" rel="noreferrer" className={`${css.replace} ${css.quiet}`}>
          Label {waybill}
        </a>
      )}
      {hasLabel && !is_mergeable && <span>Print it alone: it cannot be put together with others.</span>}
      {canCancel && (
        <ActionDialog
          label="Cancel booking"
          look="quiet"
          title={`Cancel the booking of ${waybill ?? order_no}?`}
          submit="Cancel the booking"
          onRefused={() => void onChange()}
          onSubmit={async () => {
            const { message } = await api.adminCouriers.cancel({ id })
            showMessage(message ?? 'Booking cancelled')
            await onChange()
          }}
        >
          <p>The shop tells the courier, where it takes cancellations. Throw the label away.</p>
        </ActionDialog>
      )}
    </div>
  )
}
