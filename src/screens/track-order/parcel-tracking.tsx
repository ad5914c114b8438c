import { isParcelEnd } from '#contract/rules/shipment-status.ts'
import { ParcelCard } from '#features/tracking/parcel-card.tsx'
import css from './view.module.css'
import type { Tracked } from './view.tsx'

type Props = Extract<Tracked, { kind: 'parcel' }>

/** Tracking of a shipment by its waybill, without data about the recipient. */
export function ParcelTracking({ parcel, place }: Props) {
  return (
    <div className={`wide ${css.page} ${css.narrow}`}>
      <header className={css.head}>
        <h1>Where your parcel is</h1>
        <p className={`${css.facts} ${css.screenOnly}`}>
          To see what is in it, <a href="/track-order">look up the order</a>.
        </p>
      </header>
      <ParcelCard parcel={parcel} place={place} title="Parcel" />
      <FreshNote isShown={!isParcelEnd(parcel.status)} />
    </div>
  )
}

/** Tells that the page updates automatically. */
export function FreshNote({ isShown }: { isShown: boolean }) {
  return isShown && <p className={`note ${css.screenOnly}`}>This page updates automatically.</p>
}
