import { isParcelEnd, scanLabel, scanStatuses } from '#contract/rules/shipment-status.ts'
import { type ApiError, api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntryField, EntrySelect } from '../parts/entry-field.tsx'
import { useFormat } from '../parts/format.ts'
import { entry, readEntries } from '../parts/read-entries.ts'
import { StatusChip } from '../parts/status-chip.tsx'
import { recordStyles } from '../parts/styles.ts'
import { useRecordActions } from '../parts/use-record-actions.ts'
import type { OrderProps } from './order-items.tsx'
import css from './order-screen.module.css'

/** That a parcel came back has a button of its own, which says what follows. */
const enteredStatuses = scanStatuses.filter((status) => status !== 'shipped' && status !== 'came_back')

/** The shipments with their scans, newest scan first. */
export function Shipments({ order, onChange, canWrite }: OrderProps & { canWrite: boolean }) {
  const { time, day } = useFormat()
  if (order.shipments.length === 0) return null
  const nameOf = (id: number) => order.productchannel.find((item) => item.id === id)?.name ?? `Item ${id}`
  return (
    <section className={css.card}>
      <h2>Shipments</h2>
      {order.shipments.map((shipment) => (
        <article key={shipment.waybill} className={css.part}>
          <h3>
            {shipment.courier} {shipment.waybill}
          </h3>
          <p className={css.chips}>
            <StatusChip status={shipment.status} label={shipment.status_label} />
            {shipment.expected_at && shipment.status !== 'came_back' && (
              <span>Expected {day(shipment.expected_at)}</span>
            )}
          </p>
          <p>
            {shipment.status === 'came_back' && order.left_to_ship.length > 0
              ? 'Its items can be shipped again, or cancelled.'
              : shipment.items.map((item) => `${item.quantity} × ${nameOf(item.order_item_id)}`).join(', ')}
          </p>
          <ol className={recordStyles.timeline}>
            {shipment.scans.map(({ at, label, location }) => (
              <li key={`${at}${label}`}>
                {label}
                {location && `, ${location}`} <small>{time(at)}</small>
              </li>
            ))}
          </ol>
          {canWrite && !isParcelEnd(shipment.status) && (
            <ParcelActions order={order} onChange={onChange} shipment={shipment} />
          )}
        </article>
      ))}
    </section>
  )
}

type Shipment = OrderProps['order']['shipments'][number]

/** What staff do with a parcel that is under way. */
function ParcelActions({ order, onChange, shipment }: OrderProps & { shipment: Shipment }) {
  const { waybill } = shipment
  const ref = { id: order.id, version: order.version, waybill }
  const { run, onRefused } = useRecordActions(onChange)
  const { payment_status, payment_method } = order
  return (
    <div className={css.actions}>
      <ScanDialog
        waybill={waybill}
        onRefused={onRefused}
        onSubmit={(scan) => run(api.adminOrders.scan({ ...ref, ...scan }))}
      />
      <CorrectWaybill
        shipment={shipment}
        onRefused={onRefused}
        onSubmit={(correction) => run(api.adminOrders.correctWaybill({ ...ref, ...correction }))}
      />
      <ActionDialog
        label="Mark as delivered"
        look="quiet"
        title={`Mark ${waybill} as delivered?`}
        submit="Mark as delivered"
        onRefused={onRefused}
        onSubmit={() => run(api.adminOrders.deliver(ref))}
      >
        <p>
          The customer gets a message
          {payment_method.code === 'cod' &&
            payment_status === 'pending' &&
            ', and the order counts as paid: not for a parcel that was refused on delivery'}
          .
        </p>
      </ActionDialog>
      <ActionDialog
        label="Parcel came back"
        look="quiet"
        title={`Did ${waybill} come back?`}
        submit="It came back"
        onRefused={onRefused}
        onSubmit={() => run(api.adminOrders.scan({ ...ref, status: 'came_back' }))}
      >
        <p>
          Only when you have it again, such as a parcel that was refused on delivery. Its invoice is credited,
          and its items can be shipped again or cancelled; cancelling them puts them back in stock
          {(payment_status === 'paid' || payment_status === 'partially_refunded') && ' and refunds them'}. The
          customer gets a message that asks whether to send it again.
        </p>
      </ActionDialog>
    </div>
  )
}

type CorrectionProps = {
  shipment: Pick<Shipment, 'waybill' | 'courier'>
  onRefused: (error: ApiError) => void
  onSubmit: (correction: { courier: string; new_waybill: string }) => Promise<void>
}

const CorrectWaybill = ({ shipment: { waybill, courier }, onRefused, onSubmit }: CorrectionProps) => (
  <ActionDialog
    label="Correct waybill"
    look="quiet"
    title={`Correct the waybill ${waybill}`}
    submit="Correct waybill"
    onRefused={onRefused}
    onSubmit={(form) => onSubmit(readEntries(form, { courier: entry.trimmed, new_waybill: entry.trimmed }))}
  >
    {(errors) => (
      <>
        <p>
          The customer gets a message with the new one. Where another order has it, correct that one first;
          without a waybill the shop gives the parcel a number of its own.
        </p>
        <EntryField label="Courier" name="courier" defaultValue={courier} errors={errors.courier} />
        <EntryField label="Waybill" name="new_waybill" errors={errors.waybill} />
      </>
    )}
  </ActionDialog>
)

type Scan = { status: (typeof enteredStatuses)[number]; location: string }
type ScanDialogProps = {
  waybill: string
  onRefused: (error: ApiError) => void
  onSubmit: (scan: Scan) => Promise<void>
}

const ScanDialog = ({ waybill, onRefused, onSubmit }: ScanDialogProps) => (
  <ActionDialog
    label="Add scan"
    look="secondary"
    title={`Scan of ${waybill}`}
    submit="Add scan"
    onRefused={onRefused}
    onSubmit={(form) =>
      onSubmit(readEntries(form, { status: entry.oneOf(enteredStatuses), location: entry.text }))
    }
  >
    {(errors) => (
      <>
        <EntrySelect label="Status" name="status" defaultValue="in_transit" errors={errors.status}>
          {enteredStatuses.map((status) => (
            <option key={status} value={status}>
              {scanLabel(status)}
            </option>
          ))}
        </EntrySelect>
        <EntryField
          label="Town (optional)"
          name="location"
          hint="Visible to everyone who has the waybill"
          errors={errors.location}
        />
      </>
    )}
  </ActionDialog>
)
