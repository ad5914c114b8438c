import type { FastifyInstance } from 'fastify'
import { serveHook } from '#server/commerce/gateways/serve-hook.ts'
import { findCourier } from '../couriers.ts'
import type { BookingServices } from './carry-out-booking.ts'
import { takeScans } from './take-scans.ts'

/** Receives scans of couriers: `POST /api/couriers/webhook/{courier}`. */
export function serveCouriers(app: FastifyInstance, services: BookingServices) {
  serveHook(app, '/api/couriers/webhook', {
    log: services.log,
    title: 'courier event',
    find(code) {
      const courier = findCourier(services, code)
      return courier?.parseEvent && { code, parse: courier.parseEvent }
    },
    async take({ code, parse }, rawBody, headers) {
      const outcomes: string[] = []
      for (const { waybill, scans } of parse(rawBody, headers)) {
        const added = await takeScans(services, { courier: code, waybill, scans })
        outcomes.push(`${waybill}: ${added ?? 'not taken'}`)
      }
      return outcomes.join(', ')
    },
  })
}
