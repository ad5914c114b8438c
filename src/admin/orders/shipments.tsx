import { scanLabel, scanStatuses } from '#contract/rules/shipment-status.ts'
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

const enteredStatuses = scanStatuses.filter((status) => status !== 'shipped')

/** The shipments with their scans, newest scan first. */
export function Shipments({ order, onChange, canWrite }: OrderProps & { canWrite: boolean }) {
  const { time, day } = useFormat()
  const ref = { id: order.id, version: order.version }
  const { run, onRefused } = useRecordActions(onChange)
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
            {shipment.expected_at && <span>Expected {day(shipment.expected_at)}</span>}
          </p>
          <p>{shipment.items.map((item) => `${item.quantity} × ${nameOf(item.order_item_id)}`).join(', ')}</p>
          <ol className={recordStyles.timeline}>
            {shipment.scans.map(({ at, label, location }) => (
              <li key={`${at}${label}`}>
                {label}
                {location && `, ${location}`} <small>{time(at)}</small>
              </li>
            ))}
          </ol>
          {canWrite && shipment.status !== 'delivered' && (
            <div className={css.actions}>
              <ScanDialog
                waybill={shipment.waybill}
                onRefused={onRefused}
                onSubmit={(scan) => run(api.adminOrders.scan({ ...ref, waybill: shipment.waybill, ...scan }))}
              />
              <CorrectWaybill
                shipment={shipment}
                onRefused={onRefused}
                onSubmit={(correction) =>
                  run(api.adminOrders.correctWaybill({ ...ref, waybill: shipment.waybill, ...correction }))
                }
              />
              <ActionDialog
                label="Mark as delivered"
                look="quiet"
                title={`Mark ${shipment.waybill} as delivered?`}
                submit="Mark as delivered"
                onRefused={onRefused}
                onSubmit={() => run(api.adminOrders.deliver({ ...ref, waybill: shipment.waybill }))}
              >
                <p>
                  The customer gets a message
                  {order.payment_method.code === 'cod' &&
                    order.payment_status === 'pending' &&
                    ', and the order counts as paid: not for a parcel that was refused at the door'}
                  .
                </p>
              </ActionDialog>
            </div>
          )}
        </article>
      ))}
    </section>
  )
}

type CorrectionProps = {
  shipment: Pick<OrderProps['order']['shipments'][number], 'waybill' | 'courier'>
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
