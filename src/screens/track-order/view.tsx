import { isParcelEnd } from '#contract/rules/shipment-status.ts'
import { useFreshPage } from '#features/tracking/use-fresh-page.ts'
import type { ScreenData } from '#pages/screen.ts'
import { LookUp } from './look-up.tsx'
import { OrderTracking } from './order-tracking.tsx'
import { ParcelTracking } from './parcel-tracking.tsx'

export type Tracked = ScreenData<typeof import('./data.ts').trackOrder>

export default function TrackOrderScreen(data: Tracked) {
  useFreshPage(isUnderWay(data))
  if (data.kind === 'order') return <OrderTracking {...data} />
  if (data.kind === 'parcel') return <ParcelTracking {...data} />
  return <LookUp {...data} />
}

/** A shipment that was delivered or came back no longer changes. */
const isUnderWay = (data: Tracked) =>
  (data.kind === 'parcel' && !isParcelEnd(data.parcel.status)) ||
  (data.kind === 'order' && ['placed', 'packed', 'shipped', 'out_for_delivery'].includes(data.order.status))
