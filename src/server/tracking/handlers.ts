import type { trackEndpoints } from '#contract/track.ts'
import { type Handlers, say } from '../http/handlers.ts'
import { trackOrder } from './track-order.ts'
import { trackShipment } from './track-shipment.ts'

/** The calls of tracking: spec §7, decisions §4. */
export const trackHandlers: Handlers<typeof trackEndpoints> = {
  async order(input, call) {
    const tracked = await trackOrder(call, input)
    return tracked.verification_required ? say('We sent you a code', tracked) : tracked
  },

  shipment: ({ waybill }, call) => trackShipment(call, waybill),
}
