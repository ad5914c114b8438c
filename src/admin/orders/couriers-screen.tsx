import { useState } from 'react'
import { Link } from 'react-router'
import { addDays, dayIn } from '#contract/rules/time-zone.ts'
import { api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntryField } from '../parts/entry-field.tsx'
import { NotLoaded } from '../parts/failure.tsx'
import { useFormat } from '../parts/format.ts'
import { showMessage } from '../parts/messages.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import { BackLink, useTitle, Waiting } from '../parts/screen-frame.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import { useSession } from '../session-context.ts'
import { useCouriers } from './book-courier.tsx'
import { BookingActions, BookingFacts, labelsUrl } from './bookings.tsx'
import css from './order-screen.module.css'

/** The parcels that are booked and have not left: labels of all of them, a pick-up, and what went wrong. */
export default function CouriersScreen() {
  useTitle('Courier bookings')
  const { may } = useSession()
  const { data, error, refetch } = useCouriers()
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  if (!data) return <Waiting />
  const { couriers, bookings } = data
  const canWrite = may('orders.write')
  const printable = bookings.filter(({ has_label, is_mergeable }) => has_label && is_mergeable)
  return (
    <>
      <BackLink to="/orders">Orders</BackLink>
      <h1>Courier bookings</h1>
      <p className={screen.help}>
        Parcels that are booked and have not left, that wait for their courier, or could not be booked.
      </p>
      <div className={css.actions}>
        {printable.length > 0 && (
          <a
            href={labelsUrl(printable.map(({ id }) => id))}
            target="_blank"
            rel="noreferrer"
            className={`${css.replace} ${css.quiet}`}
          >
            All labels ({printable.length})
          </a>
        )}
        {canWrite &&
          couriers.map(
            (courier) =>
              courier.has_pickup &&
              courier.to_pick_up > 0 && <Pickup key={courier.code} courier={courier} onRequested={refetch} />,
          )}
      </div>
      {couriers.length === 0 && (
        <p>
          No courier is set up.{' '}
          {may('services.write') && <Link to="/services">Enter keys under Services</Link>}
        </p>
      )}
      {bookings.length === 0 && couriers.length > 0 && (
        <p>No parcels are waiting. Book a courier on an order, for selected orders, or after packing.</p>
      )}
      <div className={css.column}>
        {bookings.map((booking) => (
          <article key={booking.id} className={css.card} aria-label={`Parcel of ${booking.order_no}`}>
            <h2>
              <Link to={`/orders/${booking.order_id}/show`}>{booking.order_no}</Link>
            </h2>
            <BookingFacts booking={booking} />
            <BookingActions booking={booking} canWrite={canWrite} onChange={refetch} />
          </article>
        ))}
      </div>
    </>
  )
}

type PickupProps = {
  courier: { code: string; name: string; to_pick_up: number }
  onRequested: () => Promise<unknown>
}

function Pickup({ courier: { code, name, to_pick_up }, onRequested }: PickupProps) {
  const { time_zone } = useSession().session.shop
  const { count } = useFormat()
  // Of this dialog: a second press asks for the same pick-up.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const today = dayIn(new Date(), time_zone)
  return (
    <ActionDialog
      label={`Ask ${name} for a pick-up (${count(to_pick_up)})`}
      look="secondary"
      title={`Pick-up by ${name}`}
      submit="Ask for the pick-up"
      onSubmit={async (form) => {
        const { date } = readEntries(form, { date: entry.text })
        const { message } = await api.adminCouriers.pickup({ courier: code, date, key })
        setKey(crypto.randomUUID())
        showMessage(message ?? 'Asked')
        await onRequested()
      }}
    >
      {(errors) => (
        <EntryField
          label="Day"
          name="date"
          type="date"
          min={today}
          max={addDays(today, 30)}
          defaultValue={today}
          errors={errors.date}
        />
      )}
    </ActionDialog>
  )
}
