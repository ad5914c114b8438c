import { type ReactNode, useState } from 'react'
import { weekdayText, weekdayTimeText } from '#contract/rules/day-text.ts'
import type { Shipment } from '#contract/shipment.ts'
import { Button } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import { cardClass } from '#ui/card.ts'
import { Chip } from '#ui/chip.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { CopyButton } from './copy-button.tsx'
import css from './parcel-card.module.css'
import { ScanList } from './scan-list.tsx'

type Props = {
  parcel: Shipment
  /** 'Parcel 1 of 2'. */
  title: string
  place: { locale: string; timeZone: string }
  /** Its items, for visitors who may see them. */
  children?: ReactNode
}

/** A shipment: expected day, courier, latest scan, and all scans on request. */
export function ParcelCard({ parcel, title, place, children }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { courier, waybill, tracking_url, scans } = parcel
  const [latest] = scans
  return (
    <article className={cardClass} aria-label={title}>
      <header className={css.head}>
        <h2>{title}</h2>
        <Chip tone={parcel.status === 'delivered' ? 'good' : 'open'}>{parcel.status_label}</Chip>
      </header>
      <Arrival parcel={parcel} place={place} />
      {children}
      <dl className={css.facts}>
        <div>
          <dt>Courier</dt>
          <dd>
            {tracking_url ? (
              <a href={tracking_url} target="_blank" rel="noreferrer">
                {courier}
                <span className="visually-hidden"> (opens the courier’s page in a new tab)</span>
              </a>
            ) : (
              courier
            )}
          </dd>
        </div>
        <div>
          <dt>Waybill</dt>
          <dd className={css.waybill}>
            <span>{waybill}</span>
            <CopyButton text={waybill} what="waybill" />
          </dd>
        </div>
      </dl>
      {latest && (
        <div className={css.latest}>
          <p>
            <span className={css.last}>Last seen</span>
            {latest.label}
            {latest.location && ` in ${latest.location}`},{' '}
            {weekdayTimeText(latest.at, place.locale, place.timeZone)}
          </p>
          <Button look="secondary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
            See all scans<span className="visually-hidden"> of {title.toLowerCase()}</span>
          </Button>
        </div>
      )}
      {isOpen && (
        <Dialog title={`Scans of ${waybill}`} onClose={() => setIsOpen(false)}>
          <ScanList scans={scans} place={place} />
        </Dialog>
      )}
    </article>
  )
}

/** The expected day in large type; a delay has its reason. */
function Arrival({
  parcel: { status, expected_at, delivered_at, delay },
  place,
}: Pick<Props, 'parcel' | 'place'>) {
  if (status === 'delivered')
    return (
      <ArrivalDay
        label="Delivered"
        {...(delivered_at && { day: weekdayTimeText(delivered_at, place.locale, place.timeZone) })}
      />
    )
  if (status === 'came_back')
    return (
      <Callout tone="warning" title="It came back to us">
        <p>The courier could not deliver it.</p>
      </Callout>
    )
  if (!expected_at) return null
  const promised = delay?.promised_at && delay.promised_at !== expected_at ? delay.promised_at : null
  return (
    <>
      <ArrivalDay
        label={status === 'out_for_delivery' && !delay ? 'Arriving' : 'Expected'}
        day={status === 'out_for_delivery' ? 'Today' : weekdayText(expected_at, place.locale, place.timeZone)}
      />
      {delay && (
        <Callout tone="warning" title="Delayed">
          <p>
            {promised
              ? `We had told you ${weekdayText(promised, place.locale, place.timeZone)}. `
              : 'It should have been with you by now. '}
            {delay.reason ? `The courier says: ${delay.reason}.` : 'We are sorry. The courier is on it.'}
          </p>
        </Callout>
      )}
    </>
  )
}

/** The expected or actual delivery date. */
export function ArrivalDay({ label, day }: { label: string; day?: string }) {
  return (
    <p className={css.arrival}>
      <span className="note">{label}</span>
      {day && <strong>{day}</strong>}
    </p>
  )
}
