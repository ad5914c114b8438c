import type { trackEndpoints } from '#contract/track.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { rememberedMailLook } from '#server/platform/notify/mail-look.ts'
import { trackOrder } from './track-order.ts'
import { trackShipment } from './track-shipment.ts'

/** The tracking endpoints: spec §7, decisions §4. */
export const trackHandlers: Handlers<typeof trackEndpoints> = {
  async order(input, call) {
    const { config, visitor, channel } = call
    const look = await rememberedMailLook(call)
    const tracked = await trackOrder(call.db, input, { config, visitor, channel, look })
    if (!tracked.verification_required) return tracked
    const { cookie, ...sent } = tracked
    call.setCookie(cookie)
    return say('We sent you a code', sent)
  },

  shipment: ({ waybill }, call) =>
    trackShipment(call.db, waybill, { ip: call.visitor.ip, locale: call.channel.locale }),
}
