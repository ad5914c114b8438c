import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CourierBooking } from '#contract/admin/couriers.ts'
import type { OrderBatch, OrderDetail } from '#contract/admin/orders.ts'
import { Chip } from '#ui/chip.tsx'
import { api, refusal } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntryField, EntrySelect } from '../parts/entry-field.tsx'
import { NotLoaded } from '../parts/failure.tsx'
import { useFormat } from '../parts/format.ts'
import { showMessage } from '../parts/messages.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import { queryKeys } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import css from './book-courier.module.css'
import type { OrderProps } from './order-items.tsx'
import { QuantityFields } from './quantity-fields.tsx'
import type { OrderFilter } from './use-orders.ts'

/** The parcel of an order that is booked, or being booked, and has not left. */
export const openBookingOf = ({ bookings }: OrderDetail): CourierBooking | undefined =>
  bookings.find(
    ({ status, has_left, refund_no }) =>
      refund_no === null && !has_left && (status === 'booked' || status === 'pending'),
  )

/** Books at a courier, and shows the order as it is then. */
async function bookAndRead(
  { order, onChange }: OrderProps,
  request: Omit<Parameters<typeof api.adminCouriers.book>[0], 'id' | 'version'>,
) {
  const { id, version } = order
  const { data, message } = await api.adminCouriers.book({ id, version, ...request })
  showMessage(message ?? 'Booked', data.status === 'booked' ? 'good' : 'bad')
  onChange((await api.adminOrders.get({ id })).data)
}

/** Books a parcel at one of the couriers, with the rates of all of them. */
export function BookCourier(props: OrderProps) {
  const { order } = props
  async function book(form: HTMLFormElement) {
    const lines = order.left_to_ship.map(({ order_item_id: id }) => ({ id }))
    const { rate, weight_g, quantity } = readEntries(form, {
      rate: entry.text,
      weight_g: entry.optionalNumber,
      quantity: entry.each(lines, entry.number),
    })
    if (rate === '') throw refusal('Please choose a courier')
    const [courier = '', service = ''] = rate.split(' ')
    const items = quantity
      .filter(({ value }) => value > 0)
      .map(({ id, value }) => ({ order_item_id: id, quantity: value }))
    if (items.length === 0) throw refusal('Choose at least one item')
    await bookAndRead(props, { courier, service, items, ...(weight_g !== undefined && { weight_g }) })
  }
  return (
    <ActionDialog
      label="Book a courier"
      look="secondary"
      title={`Book a courier for ${order.order_no}`}
      submit="Book"
      onSubmit={book}
    >
      {(errors) => (
        <>
          <QuantityFields
            legend="Quantity in this parcel"
            lines={order.left_to_ship.map((line) => ({ ...line, id: line.order_item_id }))}
            inputOf={({ quantity }) => ({ defaultValue: quantity })}
          />
          <Rates id={order.id} errors={errors} />
        </>
      )}
    </ActionDialog>
  )
}

/** What each courier asks, the cheapest first; that of the delivery method is chosen. */
function Rates({ id, errors }: { id: number; errors: Record<string, string[]> }) {
  const { money, count } = useFormat()
  const [weight_g, setWeight] = useState<number>()
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.courierRates(id, weight_g),
    queryFn: async ({ signal }) =>
      (await api.adminCouriers.rates({ id, ...(weight_g && { weight_g }) }, signal)).data,
    placeholderData: (former) => former,
    retry: false,
  })
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  if (!data) return <p role="status">Asking the couriers …</p>
  const { rates, problems } = data
  const chosen = rates.find(({ is_default }) => is_default) ?? rates[0]
  const cheapest = rates.find(({ price }) => price !== null)
  return (
    <>
      {rates.length === 0 && problems.length === 0 && <NoCourier />}
      {problems.map((problem) => (
        <p key={problem} role="alert">
          {problem}
        </p>
      ))}
      {rates.length > 0 && (
        <fieldset className={css.rates}>
          <legend>Courier</legend>
          {rates.map((rate) => (
            <label key={`${rate.courier} ${rate.service}`}>
              <input
                type="radio"
                name="rate"
                value={`${rate.courier} ${rate.service}`}
                defaultChecked={rate === chosen}
              />
              <span>
                {rate.name}
                <small>
                  {rate.courier_name}
                  {rate.days !== null && `, ${count(rate.days)} ${rate.days === 1 ? 'day' : 'days'}`}
                  {rate.is_default && ', for this delivery method'}
                </small>
              </span>
              {rate === cheapest && rates.length > 1 && <Chip tone="good">Cheapest</Chip>}
              <strong>{rate.price ? money(rate.price) : 'No price given'}</strong>
            </label>
          ))}
        </fieldset>
      )}
      <EntryField
        label="Weight in grams (optional)"
        name="weight_g"
        type="number"
        min={1}
        inputMode="numeric"
        defaultValue={data.weight_g ?? ''}
        errors={errors.weight_g}
        hint="The rates follow when you leave the field"
        onBlur={({ target }) => setWeight(Number(target.value) || undefined)}
      />
    </>
  )
}

function NoCourier() {
  const { may } = useSession()
  return (
    <p>
      No courier is set up for this channel.{' '}
      {may('services.write') ? (
        <Link to="/services">Enter its keys under Services</Link>
      ) : (
        'An owner enters its keys under Services.'
      )}
    </p>
  )
}

/** Books the label with which the items of a return come back, and sends it to the customer. */
export function BookReturnLabel(props: OrderProps & { refundNo: string }) {
  const { order, refundNo: refund_no } = props
  const booking = order.bookings.find((one) => one.refund_no === refund_no && one.status !== 'cancelled')
  if (booking && booking.status !== 'failed') return null
  return (
    <ActionDialog
      label="Get return label"
      look="secondary"
      title={`Return label for ${refund_no}`}
      submit="Get the label"
      onSubmit={async (form) => {
        const { courier } = readEntries(form, { courier: entry.text })
        await bookAndRead(props, { courier, service: '', refund_no })
      }}
    >
      {(errors) => (
        <>
          <p>The customer gets the label by mail, and finds it on the page of the order.</p>
          <CourierEntry errors={errors.courier} />
        </>
      )}
    </ActionDialog>
  )
}

/** The couriers of the shop as a select; `usual` is what an empty choice means. */
function CourierEntry({ errors, usual }: { errors?: string[] | undefined; usual?: string }) {
  const { data } = useCouriers()
  if (!data) return <p role="status">Loading the couriers …</p>
  if (data.couriers.length === 0 && !usual) return <NoCourier />
  return (
    <EntrySelect label="Courier" name="courier" errors={errors}>
      {usual && <option value="">{usual}</option>}
      {data.couriers.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </EntrySelect>
  )
}

export const useCouriers = () =>
  useQuery({
    queryKey: queryKeys.couriers,
    queryFn: async ({ signal }) => (await api.adminCouriers.get({}, signal)).data,
  })

type BulkProps = {
  ids: readonly number[]
  /** Books for all orders that it finds instead of those listed. */
  all?: { filter: OrderFilter; count: number } | undefined
  onBooked: (batch: OrderBatch) => Promise<unknown>
}

/** Books a parcel of each selected order as one job of the shop. */
export function BookOrders({ ids, all, onBooked }: BulkProps) {
  const { count } = useFormat()
  const most = all?.count ?? ids.length
  return (
    <ActionDialog
      label={`Book couriers for ${count(most)}`}
      look="secondary"
      title="Book couriers"
      submit="Book"
      onSubmit={async (form) => {
        const { courier } = readEntries(form, { courier: entry.optionalText })
        const which = all ? { filter: all.filter } : { ids: [...ids] }
        await onBooked(
          (await api.adminOrders.bulk({ action: 'book', ...which, ...(courier && { courier }) })).data,
        )
      }}
    >
      {(errors) => (
        <>
          <p>All that is left of each order. The labels open as one file afterwards.</p>
          <CourierEntry errors={errors.courier} usual="By the delivery method of each order" />
        </>
      )}
    </ActionDialog>
  )
}
