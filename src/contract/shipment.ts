import { z } from 'zod'
import { scanStatuses, shipmentStatuses } from './rules/shipment-status.ts'
import { Day, Id, Time } from './shapes.ts'

/** A shipment. Decisions §2, $Shipment; `label`, `delay` and `delivered_at` are not in the spec. */
export const Shipment = z
  .object({
    waybill: z.string(),
    courier: z.string(),
    /** The courier's tracking page. */
    tracking_url: z.url().nullable(),
    status: z.enum(shipmentStatuses),
    status_label: z.string(),
    expected_at: Day.nullable(),
    /** It is later than promised, or was not delivered on its expected day. */
    delay: z.object({ promised_at: Day.nullable(), reason: z.string() }).nullable(),
    delivered_at: Time.nullable(),
    /** Empty for visitors who only have the waybill. */
    items: z.array(z.object({ order_item_id: Id, quantity: z.int() })),
    /** Newest first. */
    scans: z.array(
      z.object({
        at: Time,
        status: z.enum(scanStatuses),
        label: z.string(),
        location: z.string(),
        remark: z.string(),
      }),
    ),
  })
  .meta({ id: 'Shipment' })

export type Shipment = z.infer<typeof Shipment>
