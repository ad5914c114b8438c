import { type CourierScan, defineCourier } from './model/courier-descriptor.ts'

export const DEMO_COURIER = { code: 'demo_courier', name: 'Test Courier' }

/** Scans of a parcel after it was handed over, one per step. */
const stops: readonly Omit<CourierScan, 'at'>[] = [
  { status: 'picked_up', location: 'Pune', remark: 'A test: nothing moves' },
  { status: 'in_transit', location: 'Nagpur', remark: 'Left the sorting centre' },
  { status: 'in_transit', location: '', remark: 'Arrived in town' },
  { status: 'out_for_delivery', location: '', remark: 'On its way to you' },
  { status: 'delivered', location: '', remark: 'Handed over' },
]

/** Without `TEST_COURIER_MINUTES`, which only the demo has. */
const STEP_MINUTES = 5

/** The courier of the demo and the tests. It keeps nothing: a parcel makes one step every few minutes after it was handed over. */
export const demoCourier = defineCourier({
  ...DEMO_COURIER,
  isTest: true,
  // It has no keys and answers in this process.
  checkKeys: async () => 'works',
  create({ config }) {
    const minutes = config.testCourierMinutes || STEP_MINUTES
    return {
      ...DEMO_COURIER,
      trackMinutes: config.mode === 'demo' && !config.testCourierMinutes ? 0 : minutes,
      rates: async () => [
        { service: 'surface', name: 'Surface', price: 4_900, days: 5 },
        { service: 'air', name: 'Air', price: 9_900, days: 2 },
      ],
      async book({ key, ...parcel }) {
        // The PDF library is large, and few requests need it.
        const { drawLabel } = await import('./draw-label.ts')
        const waybill = `TEST-${key.replaceAll('-', '').slice(0, 12).toUpperCase()}`
        const label = await drawLabel({ ...parcel, waybill, carrier: DEMO_COURIER.name })
        return {
          waybill,
          carrier: DEMO_COURIER.name,
          tracking_url: null,
          price: parcel.service === 'air' ? 9_900 : 4_900,
          label,
        }
      },
      cancel: async () => {},
      async track({ since }) {
        const steps = Math.floor((Date.now() - since.getTime()) / 60_000 / minutes)
        return stops
          .slice(0, Math.max(0, steps))
          .map((stop, at) => ({ ...stop, at: new Date(since.getTime() + (at + 1) * minutes * 60_000) }))
      },
      pickup: async ({ date }) => `TEST-${date}`,
    }
  },
})
